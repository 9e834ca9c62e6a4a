"""Every public object that changes, with calls that threads make at the same time.

Each `Case` has a state that `change` changes step by step, and `read`, which other threads call
meanwhile: it returns what must be true of each state, so a mix of two states is found.
"""

from __future__ import annotations

import copy
import inspect
import pickle
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import facevalue as fv
from facevalue import datasets, stack
from facevalue.adapters.shared.puzzle_source import GeneratedPuzzles
from facevalue.puzzle import Episode, PuzzleQuery, Round

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Case(NamedTuple):
    """An object that `make` makes; `changes` change it, and `reads` return whether it is whole."""

    file: str  # of its class
    make: Callable[[], Any]
    changes: Callable[[Any], Iterable[object]]
    reads: dict[str, Callable[[Any], bool]]


def copied(call: Callable[[Any], bool]) -> dict[str, Callable[[Any], bool]]:
    """The same call of a pickle and of two kinds of copies."""
    return {
        "pickle": lambda shared: call(pickle.loads(pickle.dumps(shared))),
        "copy": lambda shared: call(copy.copy(shared)),
        "deep copy": lambda shared: call(copy.deepcopy(shared)),
    }


# An episode in which a step is taken and taken back: `8 3 5` is a table without a solution.

WEIGHTS = {"progress": 1, "format": 1}
TURNS = 400
TABLES = {"open": "8 8 3 3", "after": "8 3 5"}


def table_of(numbers: str) -> Episode:
    return Episode(fv.Puzzle(numbers))


STEPS = [table_of(numbers).next_steps() for numbers in TABLES.values()]
OUTLOOKS = [table_of(numbers).outlook() for numbers in TABLES.values()]
NUMBERS = [tuple(sorted(table_of(numbers).numbers)) for numbers in TABLES.values()]


def new_episode() -> Episode:
    return Episode(fv.Puzzle("8 8 3 3"), rewards=WEIGHTS, max_turns=TURNS)


def take_turns(episode: Episode) -> Iterable[object]:
    for turn in range(TURNS):
        yield episode.take("undo" if turn % 2 else "8 - 3 = 5")


def are_whole_rewards(turns: int, rewards: dict[str, float]) -> bool:
    """After an odd number of turns, a step is on the table that lost the only solution."""
    return rewards == {"progress": -(turns % 2), "format": turns}


def is_whole_dict(episode: Episode) -> bool:
    content = episode.as_dict()
    turns = len(content["turns"])
    is_whole = are_whole_rewards(turns, content["rewards"])
    return is_whole and content["is_over"] == (turns == TURNS)


def is_whole_episode(episode: Episode) -> bool:
    """For a copy, which no thread changes."""
    turns = len(episode.turns)
    return (
        are_whole_rewards(turns, episode.rewards)
        and tuple(sorted(episode.numbers)) == NUMBERS[turns % 2]
        and episode.steps == ["8 - 3 = 5"] * (turns % 2)
        and sorted(episode.next_steps(), key=str) == sorted(STEPS[turns % 2], key=str)
    )


def has_whole_steps(episode: Episode) -> bool:
    rows = sorted(episode.next_steps(), key=str)
    return any(rows == sorted(steps, key=str) for steps in STEPS)


EPISODE = Case(
    inspect.getfile(Episode),
    new_episode,
    take_turns,
    {
        "next_steps": has_whole_steps,
        "outlook": lambda episode: episode.outlook() in OUTLOOKS,
        "numbers": lambda episode: tuple(sorted(episode.numbers)) in NUMBERS,
        "rewards": lambda episode: are_whole_rewards(
            int((found := episode.rewards)["format"]), found
        ),
        "reward": lambda episode: episode.reward >= 0,
        "as_dict": is_whole_dict,
        "repr": lambda episode: repr(episode).endswith((": open>", ": over>")),
        "turns": lambda episode: all(
            turn.kind == ("undo" if place % 2 else "step")
            for place, turn in enumerate(episode.turns)
        ),
        **copied(is_whole_episode),
    },
)


# Rounds with better and better answers, and hints between them.

TARGET, ROUNDS = 20, 8
VALUES = {
    **{str(number): number for number in range(1, 7)},
    **{f"6+{number}": 6 + number for number in range(1, 6)},
    **{f"6+5+{number}": 11 + number for number in range(1, 5)},
}


class Table:
    """The round that is played now."""

    def __init__(self) -> None:
        rules = fv.Rules("sums", use="any", scoring=fv.RULES["countdown"].scoring)
        self.play = Round(fv.Puzzle("1 2 3 4 5 6", TARGET, rules))


def play_rounds(table: Table) -> Iterable[object]:
    for _ in range(ROUNDS):
        table.play = play = Round(table.play.puzzle)
        for answer in VALUES:
            play.answer(answer)
            yield play.hint()
        yield play.give_up()


def is_whole_round(play: Round) -> bool:
    content = play.as_dict()
    earned = 0 if content["value"] is None else play.scoring.points_for(TARGET - content["value"])
    is_pair = VALUES.get(content["answer"]) == content["value"]
    return is_pair and content["points"] == max(0, earned - 2 * content["hints"])


ROUND = Case(
    inspect.getfile(Round),
    Table,
    play_rounds,
    {
        "as_dict": lambda table: is_whole_round(table.play),
        **{
            name: lambda table, read=read: read(table.play)
            for name, read in copied(is_whole_round).items()
        },
    },
)


# A curriculum in which bands take turns.


def record(curriculum: datasets.Curriculum) -> Iterable[object]:
    for place in range(400):
        yield curriculum.record(place % 4, is_solved=True)


def tried(rates: Iterable[Any]) -> list[int]:
    """How many results each band has, if all were solved: (n + 1) / (n + 2)."""
    return [int(1 / (1 - rate)) - 2 for rate in rates]


def is_whole_curriculum(curriculum: datasets.Curriculum) -> bool:
    found = tried(curriculum.rates)
    return found == sorted(found, reverse=True) and found[0] - found[-1] in (0, 1)


def is_whole_text(curriculum: datasets.Curriculum) -> bool:
    return repr(curriculum).startswith("<Curriculum of classic: (0, 25): ")


CURRICULUM = Case(
    inspect.getfile(datasets.Curriculum),
    lambda: datasets.Curriculum(seed=1, window=1000),
    record,
    {"rates": is_whole_curriculum, "repr": is_whole_text, **copied(is_whole_curriculum)},
)


# A deck that is dealt from and shuffled; the states that it has, one after the other.


def deal_and_shuffle(deck: fv.Deck) -> Iterable[object]:
    for _ in range(200):
        yield deck.deal(5)
        yield deck.deal(5)
        yield deck.shuffle()


def deck_states() -> set[tuple[fv.Card, ...]]:
    deck = fv.Deck(seed=1)
    return {tuple(deck), *(tuple(deck) for _ in deal_and_shuffle(deck))}


DECKS = deck_states()


def is_whole_deck(deck: fv.Deck) -> bool:
    return tuple(deck) in DECKS


DECK = Case(
    inspect.getfile(fv.Deck),
    lambda: fv.Deck(seed=1),
    deal_and_shuffle,
    {
        "iteration": is_whole_deck,
        "length": lambda deck: len(deck) % 5 == 2,
        "repr": lambda deck: int(repr(deck).split()[1]) % 5 == 2,
        "equality": lambda deck: deck != fv.Deck(seed=2),
        **copied(is_whole_deck),
    },
)


# A listener that reads a definition of three lines and calls it.


def feed(listener: stack.Listener) -> Iterable[object]:
    for _ in range(60):
        for line in (": two ( -- n )", "1 1", "+ ;", "two"):
            yield listener.feed(line)


LISTENER = Case(
    inspect.getfile(stack.Listener),
    stack.Listener,
    feed,
    {
        "stack": lambda listener: set(listener.stack) <= {2},
        "is_open": lambda listener: listener.is_open in (True, False),
    },
)

CASES = {
    "Episode": EPISODE,
    "Round": ROUND,
    "Curriculum": CURRICULUM,
    "Deck": DECK,
    "Listener": LISTENER,
}


# Iterators, which give each item to one thread: how they are made, and how many items are compared.


class Draws:
    """The puzzles of a curriculum."""

    def __init__(self, curriculum: datasets.Curriculum) -> None:
        self.curriculum = curriculum

    def __next__(self) -> object:
        return self.curriculum.draw()


class Dealt:
    """The cards of a deck."""

    def __init__(self, deck: fv.Deck) -> None:
        self.deck = deck

    def __next__(self) -> object:
        return self.deck.deal()


class Indexed:
    """The items of a sequence that makes them on demand."""

    def __init__(self, items: Any) -> None:
        self.items, self.places = items, count()

    def __next__(self) -> object:
        place = next(self.places)
        try:
            return self.items[place]
        except fv.DeadlineError:
            self.places = count(place)
            raise


ITERATORS: dict[str, tuple[Callable[[], Any], int]] = {
    "generate": (lambda: fv.generate(seed=1), 500),
    "generate, counted": (lambda: fv.generate("countdown", seed=1, count=300), 300),
    "PuzzleQuery.batches": (lambda: PuzzleQuery("countdown", size=3).batches(seed=1), 4),
    "deals": (lambda: fv.puzzle.deals("countdown", seed=1), 300),
    "deals, solvable": (lambda: fv.puzzle.deals(seed=1, solvable=True), 50),
    "traces": (lambda: datasets.traces("1 2 3", seed=1), 20),
    "Curriculum.draw": (lambda: Draws(datasets.Curriculum(seed=1)), 300),
    "Deck.deal": (lambda: Dealt(fv.Deck(seed=1)), 52),
    "GeneratedPuzzles": (lambda: Indexed(GeneratedPuzzles("classic", seed=1, count=300)), 300),
}


# Public classes of which no call changes an object, except for what is computed once and kept.
UNCHANGING = {
    "Labels": "arrays, which only the user changes",
    "PuzzleBatch": "arrays, which only the user changes; keeps its digests",
    "PuzzleQuery": "keeps the scores of its first puzzles",
    "PuzzleReader": "keeps the tables of the last batch, with the batch",
    "Reason": "an enumeration",
    "Solutions": "changes in the core, which lets one thread at a time in: tools/threads.py",
    "Splitter": "keeps nothing",
    "WholeGame": "arrays, which only the user changes; keeps its statistics",
    "deadline": "atomic variables of the core: tests/promises/test_deadline.py",
}
