"""What people paste: each spelling has one meaning, in Python and in the shell."""

import json
from pathlib import Path

import pytest

from facevalue import FaceValueError, poker
from facevalue.cards import parse_cards
from facevalue.cli.main import main

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors/poker-spellings.jsonl").read_text().splitlines()
]
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
    for changing in ("seconds", "range", "game"):
        found.pop(changing, None)
    for player in found.get("players", []):
        player.pop("hand")
    return code, found


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
    expected = in_python(plain, row["same_as"])
    assert expected == in_python(row, row["input"])
    path = tmp_path / "deals.txt"
    found = in_shell(row, row["input"], capfd, path)
    assert found == in_shell(row, row["same_as"], capfd, path)
    assert 0 == found[0]


@pytest.mark.parametrize("row", BAD, ids=name)
def test_what_may_mean_two_things_is_refused_everywhere(row, capfd, tmp_path):
    with pytest.raises(FaceValueError) as caught:
        in_python(row, row["input"])
    assert row["message"] in str(caught.value)
    code, error = in_shell(row, row["input"], capfd, tmp_path / "deals.txt")
    assert 2 == code
    assert row["message"] in error["message"]
