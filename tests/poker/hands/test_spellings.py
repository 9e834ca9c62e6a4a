"""What people paste for cards, hands, ranges and games: one meaning wherever it is read."""

import json
import re
from contextlib import suppress

import pytest

from facevalue import FaceValueError, _core, poker
from facevalue.cards import parse_cards
from facevalue.cli.main import main
from tests.js.wasm import call_all, needs_wasm
from tests.js.wasm import in_javascript as shown_there
from tests.paths import VECTORS
from tests.web.http.test_api import ask

ROWS = [json.loads(line) for line in (VECTORS / "poker-spellings.jsonl").read_text().splitlines()]
GOOD = [row for row in ROWS if "same_as" in row]
BAD = [row for row in ROWS if "message" in row]


def in_python(row, text):
    game = row.get("game", "holdem")
    match row["kind"]:
        case "cards":
            return parse_cards(text)
        case "equity":
            return poker.equity(text, game=game, board=row["board"]).players
        case "range":
            found = poker.parse_range(text, game)
            return dict(
                zip(
                    found.masks if game == "holdem" else found.masks.tolist(),
                    found.weights,
                    strict=True,
                )
            )
        case "showdown":
            return poker.showdown([text])
        case "game":
            return poker.game_named(text).name


def request(row, text):
    """The query, and the parameters that spell the same in the shell, in HTTP and in JavaScript."""
    game = {"game": row["game"]} if "game" in row else {}
    match row["kind"]:
        case "cards":
            board = "2c2d3d4h7h"
            return "equity", {"players": ["2h2s", "3h3s"], "board": board, "dead": text}
        case "equity":
            return "equity", {"players": [text], "board": row["board"], **game}
        case "range":
            return "range", {"hands": [text], **game}
    *players, _, board = (*PLAYERS[row.get("same_as", "omaha")], "", "")[:4]
    return "equity", {"players": players, "board": board, "game": text}


def in_http(row, text):
    query, options = request(row, text)
    first = "players" if query == "equity" else "hands"
    many = [(first, player) for player in options.pop(first)]
    reply = ask(query, many=many, **options)
    return reply.status, without_names(reply.json)


def in_javascript(row, text):
    """What the package for JavaScript is called with."""
    match row["kind"]:
        case "cards":
            return ["poker", "parseCards", [text]]
        case "game":
            sampled = {"samples": 10}
        case _:
            sampled = {}
    _, options = request(row, text)
    return ["poker", "equity", [options.pop("players"), options | sampled | {"seed": 1}]]


def without_names(found):
    for changing in ("seconds", "range", "game", "limit", "names"):
        found.pop(changing, None)
    for player in found.get("players", []):
        player.pop("hand")
    return found


def in_shell(row, text, capfd, path):
    """The exit code, and the JSON without the words of the input and the seconds."""
    game = ["--game", row["game"]] if "game" in row else []
    match row["kind"]:
        case "cards":
            command = ["equity", "2h2s", "3h3s", "--board", "2c2d3d4h7h", "--dead", text]
        case "equity":
            command = ["equity", text, "--board", row["board"], *game]
        case "range":
            command = ["range", text, *game]
        case "showdown":
            path.write_text(text + "\n", encoding="utf-8")
            command = ["showdown", str(path)]
        case "game":
            command = ["equity", *PLAYERS[row.get("same_as", "omaha")], "--game", text]
    code = main([*command, "--json"])
    found = json.loads(capfd.readouterr().out)
    return code, without_names(found)


PLAYERS = {
    "holdem": ("AhKh", "QsQd", "--board", "2c3c4d"),
    "shortdeck": ("AhKh", "QsQd", "--board", "6c7c8d"),
    **dict.fromkeys(("omaha", "omaha8"), ("AhKh2c3d", "QsQd4h5h", "--board", "6c7c8dTs")),
    **dict.fromkeys(("omaha5", "omaha5-8"), ("AhKh2c3d4s", "QsQd4h5h6h", "--board", "6c7c8dTs")),
    "omaha6": ("AhKh2c3d4s5s", "QsQd4h5h6h7h", "--board", "6c7c8dTs"),
    **dict.fromkeys(("stud", "stud8"), ("AhKh2c3d4s5s", "QsQd4h5h6h7h")),
    **dict.fromkeys(("deuce7", "five-card"), ("AhKh2c3d4s", "QsQd4h5h6h")),
}


def name(row):
    return f"{row['kind']}-{row['input']}"


@pytest.mark.parametrize("row", GOOD, ids=name)
def test_a_spelling_means_the_same_everywhere(row, capfd, tmp_path):
    plain = {**row, "game": "holdem"} if row["kind"] == "game" else row
    assert in_python(plain, row["same_as"]) == in_python(row, row["input"])
    path = tmp_path / "deals.txt"
    found = in_shell(row, row["input"], capfd, path)
    assert found == in_shell(row, row["same_as"], capfd, path)
    assert 0 == found[0]
    if row["kind"] != "showdown":  # only in Python and in the shell
        status, reply = in_http(row, row["input"])
        assert (200, reply) == (status, in_http(row, row["same_as"])[1])


@pytest.mark.parametrize("row", BAD, ids=name)
def test_what_may_mean_two_things_is_refused_everywhere(row, capfd, tmp_path):
    with pytest.raises(FaceValueError) as caught:
        in_python(row, row["input"])
    assert row["message"] in str(caught.value)
    code, error = in_shell(row, row["input"], capfd, tmp_path / "deals.txt")
    assert 2 == code
    assert row["message"] in error["message"]
    if row["kind"] != "showdown":
        status, error = in_http(row, row["input"])
        assert 422 == status
        assert row["message"] in error["message"]


@needs_wasm
def test_javascript_reads_the_same():
    rows = [row for row in GOOD if row["kind"] in ("cards", "equity", "game")]
    rows = [row for row in rows if not is_range(row)]
    found = call_all([in_javascript(row, row["input"]) for row in rows])
    same = call_all([in_javascript(row, row["same_as"]) for row in rows])
    for row, there, here in zip(rows, found, same, strict=True):
        if isinstance(there, dict):
            there.pop("names", None)  # of a hand history
        assert (name(row), here) == (name(row), there)
        assert isinstance(here, dict) or isinstance(here[0], int), name(row)
    bad = [row for row in BAD if row["kind"] in ("cards", "game")]
    found = call_all([in_javascript(row, row["input"]) for row in bad])
    for row, there in zip(bad, found, strict=True):
        with pytest.raises(FaceValueError) as caught:
            in_python(row, row["input"])
        assert [type(caught.value).__name__, shown_there(str(caught.value))] == there


def is_range(row):
    """Whether a player is a range, which JavaScript does not read."""
    with suppress(FaceValueError):
        for player in _core.split_players([row["same_as"]]):
            parse_cards(re.sub("[Xx?-]", " ", player))
        return False
    return True
