"""The number games, one row each: the options of `Rules` that differ from the defaults.

A new game is a row here, its title in the languages of the pages, and its summary in those other
than English.
"""

from typing import Any, Final

ROWS: Final[dict[str, dict[str, Any]]] = {
    "classic": {
        "summary": "Use every number exactly once. Steps may give fractions. "
        "Usually played with four numbers.",
        "source": "24 the math game, https://www.4nums.com/24_game/",
        "variants": "whole allows no fractions and no negative numbers.",
    },
    "whole": {
        "values": "natural",
        "summary": "The 24 game as schools play it: no step gives a fraction or a negative number.",
        "source": "The 24 Game, 1988, https://h2g2.com/edited_entry/A933121",
        "variants": "The source does not mention fractions or negative numbers; classic allows "
        "them.",
    },
    "countdown": {
        "use": "any",
        "values": "positive",
        "deck": "countdown-tiles",
        "scoring": "countdown",
        "summary": "Use each number at most once. Every step gives a whole number of at least 1. "
        "The target is dealt with the numbers.",
        "source": "The numbers round of Countdown, Channel 4, "
        "https://en.wikipedia.org/wiki/Countdown_(game_show)#Numbers_round",
        "variants": "Some special episodes had the large tiles 12, 37, 62 and 87. The French show "
        "Des chiffres et des lettres came first and also allows whole numbers only.",
    },
    "forth": {
        "grouping": "forth",
        "size": 4,
        "summary": "Use all four numbers, grouped as a.(b.(c.d)) or (a.b).(c.d).",
        "source": '"solving the 24 game in Forth", 2016, '
        "https://github.com/rjbs/misc/blob/main/games/solve24.forth",
        "variants": "classic allows every grouping.",
    },
    "raku-left": {
        "grouping": "left",
        "summary": "Use every number once. Operations are applied from left to right, "
        "without precedence.",
        "source": '"The 24 Puzzle, in Perl 6, using Channels and Promises", first program',
        "variants": "raku is the final program of the article.",
    },
    "raku": {
        "grouping": "orders",
        "summary": "Use every number once, with any parentheses. The walk method tries every order "
        "of the operations, so it tries some expressions more than once.",
        "source": '"The 24 Puzzle, in Perl 6, using Channels and Promises", final program',
        "variants": "raku-left is the first program of the article. "
        "classic allows the same answers and tries each once.",
    },
    "apl": {
        "summary": "Use every number once, however many there are, with any parentheses.",
        "source": '"Solving the game of 24 recursively in APL", 2021',
        "variants": "classic allows the same answers.",
    },
    "oberon": {
        "order": "given",
        "grouping": "flat",
        "values": "natural",
        "deck": "oberon-digits",
        "summary": "Use the numbers in the order given, without parentheses. "
        "No step gives a fraction or a negative number.",
        "source": '"The 24 game" in Oberon, 2020, from cards in bags of Smiths crisps',
        "variants": "whole allows any order and parentheses.",
    },
    "make10": {
        "target": 10,
        "deck": "ticket-digits",
        "summary": "Make 10 from the digits of a ticket or a car's number plate, each used once.",
        "source": "10 puzzle (make 10, the train game), "
        "https://dic.nicovideo.jp/a/10%E3%83%91%E3%82%BA%E3%83%AB",
        "variants": "train keeps the digits in order, and join=yes joins digits into longer "
        "numbers. make10-plus also allows powers, roots and factorials.",
    },
    "make10-plus": {
        "target": 10,
        "largest": 10**6,
        "functions": "power factorial root",
        "deck": "ticket-digits",
        "summary": "Make 10 from the digits of a ticket, each used once, also with powers, "
        "factorials and square roots.",
        "source": "10 puzzle (make 10, the train game), with the operations that some people add, "
        "https://dic.nicovideo.jp/a/10%E3%83%91%E3%82%BA%E3%83%AB",
        "variants": "make10 allows + - * / only.",
    },
    "train": {
        "order": "given",
        "target": 10,
        "deck": "ticket-digits",
        "summary": "Make 10 from the digits of a train ticket in order, with any parentheses.",
        "source": "Train game; https://github.com/norvig/pytudes/blob/main/ipynb/Countdown.ipynb "
        "applies the same rules to 10 9 8 ... 1 = 2016",
        "variants": "make10 allows any order of the digits.",
    },
    "four-fours": {
        "join": True,
        "largest": 10**6,
        "functions": "power factorial root",
        "size": 4,
        "deck": "four-fours",
        "summary": "Make each whole number from four 4s, also with powers, factorials, square "
        "roots and 44.",
        "source": "W. W. Rouse Ball, Mathematical Recreations and Essays, "
        "https://en.wikipedia.org/wiki/Four_fours",
        "variants": "Some people also allow .4 and 4 with a bar over it; no rules here do.",
    },
    "year": {
        "join": True,
        "largest": 10**6,
        "functions": "power factorial root",
        "target": 100,
        "deck": "year-digits",
        "summary": "Make the numbers from 1 to 100 with the digits of a year, each used once, also "
        "with powers, factorials, square roots and joined digits.",
        "source": '"Year Game", the Math Forum',
        "variants": "order=given keeps the digits in the order of the year, which the Math Forum "
        "preferred.",
    },
    "digits-in-order": {
        "order": "given",
        "join": True,
        "largest": 10**9,
        "functions": "power",
        "unary": 0,
        "target": 100,
        "deck": "nine-digits",
        "summary": "Make a number from the digits 1 to 9 in order, with powers and joined digits.",
        "source": "I. J. Taneja, Crazy Sequential Representation, https://arxiv.org/abs/1302.1479",
        "variants": "train allows no powers, and joins digits only with join=yes.",
    },
    "krypto": {
        "size": 5,
        "values": "natural",
        "deck": "krypto-cards",
        "summary": "Use all five cards. No step gives a fraction or a negative number. "
        "The sixth card is the target.",
        "source": "Krypto international tournament rules, "
        "https://en.wikipedia.org/wiki/Krypto_(game)#International_tournament_rules",
        "variants": "krypto-any allows fractions and negative numbers, as the house rules do.",
    },
    "krypto-any": {
        "size": 5,
        "deck": "krypto-cards",
        "summary": "Use all five cards. Steps may give fractions and negative numbers. "
        "The sixth card is the target.",
        "source": "Krypto house rules, https://en.wikipedia.org/wiki/Krypto_(game)#Rules",
        "variants": "krypto follows the international tournament rules.",
    },
    "digits": {
        "use": "any",
        "values": "natural",
        "deck": "digits-tiles",
        "scoring": "stars",
        "summary": "Use each number at most once. No step gives a fraction or a negative number. "
        "A game has five targets, each larger than the one before, for the same six numbers.",
        "source": "Digits, The New York Times, 2023, https://engaging-data.com/tag/calculations/",
        "variants": "countdown also forbids steps that give 0.",
    },
}
