"""The poker games, one row each: the arguments of `Game`.

A new game is a row here, a reference in the tests, and its title and summary in the languages of
the pages other than English.
"""

from typing import Any, Final

_ROBERTS_RULES = (
    "Robert's Rules of Poker, version 11, https://homepokertourney.org/roberts-rules-of-poker.htm, "
)
_OMAHA = {"hole": 4, "board": 5, "from_hole": 2, "source": _ROBERTS_RULES + "section 6, Omaha"}
ROWS: Final[dict[str, dict[str, Any]]] = {
    "holdem": {
        "title": "Texas hold'em",
        "hole": 2,
        "board": 5,
        "summary": "The best five of a player's two cards and the board.",
        "source": _ROBERTS_RULES + "section 5, Hold'em",
        "variants": "shortdeck has no cards from Two to Five.",
        "aliases": ("nlhe", "lhe", "nlh", "texas", "no-limit hold'em", "limit hold'em"),
    },
    "pineapple": {
        "title": "Pineapple",
        "hole": 2,
        "board": 5,
        "summary": "Hold'em in which each player is dealt three cards and throws one away before "
        "the flop.",
        "source": "Pineapple poker, https://en.wikipedia.org/wiki/Texas_hold_%27em#Pineapple",
        "variants": "A hand is the two cards that a player keeps, so it has the values of "
        "holdem; the card that was thrown away is a dead card. Which card to throw away is the "
        "player's choice, which is not computed.",
    },
    "crazy-pineapple": {
        "title": "Crazy pineapple",
        "hole": 2,
        "board": 5,
        "summary": "Pineapple in which the third card is thrown away after the bets on the flop.",
        "source": "Pineapple poker, https://en.wikipedia.org/wiki/Texas_hold_%27em#Pineapple",
        "variants": "A hand is the two cards that a player keeps, as in pineapple. Hi-lo is "
        "crazy-pineapple,low=low-8.",
    },
    "omaha": {
        **_OMAHA,
        "title": "Omaha",
        "summary": "Exactly two of a player's four cards play, with three of the board.",
        "variants": "omaha5 and omaha6 have more hole cards, and omaha8 is hi-lo.",
        "aliases": ("plo", "plo4", "omaha4", "pot-limit omaha", "omaha high"),
    },
    "omaha5": {
        **_OMAHA,
        "title": "Five-card Omaha",
        "hole": 5,
        "summary": "Exactly two of a player's five cards play, with three of the board.",
        "variants": "With four cards it is omaha, with six omaha6.",
        "aliases": ("plo5", "5-card omaha", "5-card plo"),
    },
    "omaha6": {
        **_OMAHA,
        "title": "Six-card Omaha",
        "hole": 6,
        "summary": "Exactly two of a player's six cards play, with three of the board.",
        "variants": "With four cards it is omaha, with five omaha5.",
        "aliases": ("plo6", "6-card omaha", "6-card plo"),
    },
    "omaha8": {
        **_OMAHA,
        "title": "Omaha hi-lo, eight or better",
        "low": "low-8",
        "summary": "Omaha, in which the best low hand, if there is one, wins half the pot; a "
        "player's two hands may use different cards.",
        "source": _ROBERTS_RULES + "section 7, Omaha high-low",
        "variants": "omaha is played for high only.",
        "aliases": (
            "o8",
            "plo8",
            "flo8",
            "omaha hi-lo",
            "omaha 8 or better",
            "omaha eight or better",
        ),
    },
    "omaha5-8": {
        **_OMAHA,
        "title": "Five-card Omaha hi-lo (Big O)",
        "hole": 5,
        "low": "low-8",
        "summary": "Omaha hi-lo, eight or better, with five hole cards.",
        "source": _ROBERTS_RULES + "section 7, Omaha high-low",
        "variants": "With four cards it is omaha8.",
        "aliases": ("big o", "plo5-8", "5-card omaha hi-lo", "five-card omaha hi-lo"),
    },
    "courchevel": {
        **_OMAHA,
        "title": "Courchevel",
        "hole": 5,
        "summary": "Five-card Omaha in which the first card of the board is dealt before the bets.",
        "source": "Courchevel, https://en.wikipedia.org/wiki/Omaha_hold_%27em#Courchevel",
        "variants": "Give the first card as the board. Hands have the same values as in omaha5.",
    },
    "shortdeck": {
        "title": "Short deck, six plus",
        "hole": 2,
        "board": 5,
        "deck": 36,
        "ranking": "short",
        "summary": "Hold'em without the cards from Two to Five.",
        "source": "Short deck hand rankings, "
        "https://poker.ladbrokes.com/en/how-to-play/short-deck-hand-rankings",
        "variants": "At some tables three of a kind beats a straight; there is no ranking "
        "for that.",
        "aliases": ("6+", "6+ hold'em", "six plus", "6 plus", "short deck", "short-deck hold'em"),
    },
    "stud": {
        "title": "Seven-card stud",
        "hole": 7,
        "board": 0,
        "summary": "The best five of a player's seven cards.",
        "source": _ROBERTS_RULES + "section 8, seven-card stud",
        "variants": "razz is played for low, and stud8 is hi-lo.",
        "aliases": ("7-card stud", "stud high", "stud7"),
    },
    "stud8": {
        "title": "Seven-card stud hi-lo, eight or better",
        "hole": 7,
        "board": 0,
        "low": "low-8",
        "summary": "Stud, in which the best low hand, if there is one, wins half the pot.",
        "source": _ROBERTS_RULES + "section 10, seven-card stud high-low",
        "variants": "stud is played for high only, and razz for low.",
        "aliases": ("7-card stud hi-lo", "seven-card stud hi-lo", "stud hi-lo", "7-card stud 8"),
    },
    "razz": {
        "title": "Razz",
        "hole": 7,
        "board": 0,
        "ranking": "low-a5",
        "summary": "Stud for the lowest hand, ace to five.",
        "source": _ROBERTS_RULES + "section 9, razz",
        "variants": "stud is played for high.",
    },
    "deuce7": {
        "title": "Deuce to seven",
        "hole": 5,
        "board": 0,
        "ranking": "low-27",
        "summary": "Five cards drawn for the lowest of the usual hands.",
        "source": _ROBERTS_RULES + "section 11, Kansas City lowball",
        "variants": "One draw or three are played. Ace-to-five lowball is a Game with "
        "ranking=low-a5.",
        "aliases": (
            "2-7",
            "2 to 7",
            "27",
            "kansas city",
            "2-7 single draw",
            "2-7 triple draw",
            "2-7 lowball",
        ),
    },
    "badugi": {
        "title": "Badugi",
        "hole": 4,
        "board": 0,
        "ranking": "badugi",
        "summary": "Four cards drawn for low cards of different ranks and suits.",
        "source": "Badugi, https://en.wikipedia.org/wiki/Badugi",
        "variants": "badeucey and badacey split the pot with a five-card hand.",
    },
    "badeucey": {
        "title": "Badeucey",
        "hole": 5,
        "board": 0,
        "ranking": "low-27",
        "low": "badugi-27",
        "summary": "Five cards drawn: the best deuce to seven hand and the best badugi, in which "
        "aces are high, win half the pot each.",
        "source": "Badeucy, https://en.wikipedia.org/wiki/Badugi#Badeucy",
        "variants": "badacey is played with ace-to-five hands and low aces.",
        "aliases": ("badeucy",),
    },
    "badacey": {
        "title": "Badacey",
        "hole": 5,
        "board": 0,
        "ranking": "low-a5",
        "low": "badugi",
        "summary": "Five cards drawn: the best ace-to-five hand and the best badugi win half the "
        "pot each.",
        "source": "Badacy, https://en.wikipedia.org/wiki/Badugi#Badacy",
        "variants": "badeucey is played with deuce to seven hands and high aces.",
        "aliases": ("badacy",),
    },
    "five-card": {
        "title": "Five-card draw and stud",
        "hole": 5,
        "board": 0,
        "summary": "A player's five cards as they are.",
        "source": _ROBERTS_RULES + "section 12, draw high",
        "variants": "Five-card stud ranks the same hands. With a joker, it is five-card,jokers=1.",
        "aliases": ("five-card draw", "5-card draw", "five-card stud", "5-card stud"),
    },
    "three-card": {
        "title": "Three-card poker",
        "hole": 3,
        "board": 0,
        "ranking": "three-card",
        "summary": "A player's three cards as they are; a straight beats a flush.",
        "source": "Three card poker, https://en.wikipedia.org/wiki/Three_card_poker",
        "variants": "Brag, in which a straight flush is below three of a kind, is another game.",
        "aliases": ("3-card", "3-card poker", "tri card poker"),
    },
    "four-card": {
        "title": "Four-card poker",
        "hole": 5,
        "board": 0,
        "ranking": "four-card",
        "summary": "The best four of a player's five cards.",
        "source": "Four Card Poker, https://wizardofodds.com/games/four-card-poker/",
        "variants": "The dealer's six cards are four-card,hole=6.",
        "aliases": ("4-card", "4-card poker", "crazy 4 poker"),
    },
}
