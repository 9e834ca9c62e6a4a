"""The output of every command with --json follows the JSON Schema of the package."""

import json
import re
import shlex
from fractions import Fraction

import click
import jsonschema
import pytest

import facevalue as fv
from facevalue.cli.app import commands
from facevalue.cli.main import main
from facevalue.queries import QUERIES
from facevalue.queries import json as queries_json
from facevalue.queries.json import error_as_json

SCHEMA = queries_json.schema()


def lines_of(table):
    return table.strip().splitlines()


# The verb, its arguments, and what it reads from stdin.
ANSWERS = lines_of("""
solve | 2 4 8 10
solve | 2 4 8 10 --first --stats
solve | 1 1 1 1
solve | 3/4 2 --target 2.5
solve | 3 5 7 11 13 17 19 23 --target 1/1000000007
solve | KS QD 3C 3H --notation steps
solve | - | 8 8 3 3\\n1 1 1 1\\n
count | 2 4 8 10
count | 1 1 1 1
count | 3/4 2 --target 3/2
closest | 1 3 4 6 --rules whole
closest | 8 8 3 3
closest | 1 2 --target 9/2
hint | 8 8 3 3
hint | 8 8 3 3 --level 9
hint | 1 1 1 1
hint | 3 5 7 11 13 17 19 23 --target 1/1000000007
difficulty | 8 8 3 3
difficulty | 1 1 1 1
difficulty | 75 50 2 3 8 7 --target 812 --rules countdown
candidates | 1 2
candidates | 1 2 3 --count
candidates | 0 0
table | --digits 1-3
rules |
rules | countdown
notations |
vectors |
games |
games | omaha8
daily | 2026-01-31
still-solvable | '8 / 3 = 8/3' --numbers 3,3,8,8
outs | AhKh --board Qh7h2c
odds | AhKh --board Qh7h2c --opponents QQ
hand | AhKh
breakdown | 'QQ+, 98s' --board Qh7h6c
by-next-card | AhKh QsQd --board Qh7h2c5d
canonical | AhKh --board Qh7h2c
odds | AsKsQhJh --board Qs7h2c5d --game omaha
video-poker | Ah Kh Qh Jh Jc
video-poker | joker 2d 2s Ks Qd --pay-table joker-poker
video-poker | 2c 2d 7h 8s Ts --pays quads=22.5,flush=6
video-session | - | Ah Kh Qh Jh Jc
push-fold | 10
range-equities | "QQ+, AK" --villain JJ --board Qh7h6c
push-fold | 7.5 --ante 1/10
push-fold-three | 10 --game shortdeck --seed 24
icm | 5000 3000 2000 --payouts 50,30,20
reach | 1 2 --low 1 --high 9
reach | 1 2 --low 1 --high 9 --missing
values | 1 2
values | 1/2 3 --low 0 --high 1
whole-game | --tiles 1,2,3 --size 2 --low 1 --high 9
generate | --count 2 --seed 1
generate | --count 2 --unsolvable
generate | --count 1 --rules countdown
check | 8/(3-8/3) --numbers 8,8,3,3
check | 8/(3-8/3 --numbers 8,8,3,3
check | 2*{3/4} --numbers 2,3/4 --target 3/2
check | 1/0 --numbers 1,0
check | - --numbers 1,2,3,4 | 1*2*3*4\\nnonsense\\n
check | - --steps --numbers 1,2,3,4 | 1*2=2\\n2*3=6\\n6*4=24\\n
grade | - --format jsonl | {"completion": "<answer>24</answer>", "numbers": [24], "target": 24}\\n
dataset audit | - | {"numbers": [3, 8], "target": 24}\\n{"numbers": [3, 8], "target": 24}\\n
dataset label | - -o {folder}.csv --format jsonl | {"numbers": [3, 8], "target": 24}\\nbroken\\n
dataset build | -o {folder} --count 20
deal | --seed 1
deal | --rules countdown --seed 1
play | --rounds 2 --seed 3 | n\\n1+2\\nh\\nn\\n
hand | 7H 7S 7D AS AC
hand | 7C 5D 4H 3S 2C --explain
hand | As2dKcKd --board 3h4c8sQdQh --game omaha8
hand | As2dKcKd --board ThJc8sQdQh --game omaha8
hand | As2s3s4s5d --game razz
showdown | - | 8C TS KC 9H 4S 7D 2S 5D 3S AC\\n
range | QQ+ AKs:0.5
range | AA** --game omaha
equity | AhKh QsQd --board 2h7d9c
equity | AhKh random random --samples 1000 --seed 1
equity | AsKsQhJh 9c9d8c7d --board Ts9h2c --game omaha8
sheet | --count 1 --seed 1
stack | '1 2 + 1/2 .'
stack | '1 2 + "a" ]' | [exit 2]
""")
ERRORS = lines_of("""
video-poker | AhKh
video-session | - | AhKh
range-equities | QQ --villain zz
push-fold | 0
push-fold-three | 10 8
icm | 1 2 --payouts x
solve | x
solve | 1 2 3 4 --rules nope
solve | 1 2 3 4 --colour
count |
closest | 8 8 3 (
hint | 8 8 3 3 --level 0
difficulty | 1/0
candidates | x
table | --target x
rules | nope
notations | x
vectors | x
games | chess
daily | 2020-01-01
still-solvable | 1+2 --numbers x
outs | AhKh --board Qh
odds | AhKhQh
breakdown | QQ --board Qh
by-next-card | AhKh QsQd --board Qh7h2c5d6d
canonical | AhKh --board Ah
values | x
reach | x
whole-game | 1 2
generate | --rules krypto --size 4
check | 1+2 --numbers x
grade | - --format jsonl | {"completion": "3*8"}\\n
dataset audit | nowhere.jsonl
dataset label | nowhere.jsonl -o {folder}.csv
dataset build | -o {folder} --count 0
deal | --seed -1
play | --rounds 0
hand | 7H
showdown | - | 8C\\n
range | Q
equity | AhKh
equity | AhAh QQ
sheet | --low 9 --high 2
stack | --file nowhere.txt 1
""")
for name, query in QUERIES.items():
    if query.in_shell and not any(line.startswith(f"{name} |") for line in ANSWERS):
        ANSWERS.append(f"{name} | {query.examples[0].partition(' ')[2]}")
        ERRORS.append(f"{name} | --nonsense")


def cases(rows):
    return [pytest.param(*(*map(str.strip, row.split("|")), "")[:3], id=row) for row in rows]


@pytest.fixture
def answered(monkeypatch, capfd, tmp_path):
    """Runs a command with --json and returns its exit code, its answers and its stderr."""

    def run(verb, arguments, stdin=""):
        file = tmp_path / "stdin.jsonl"
        file.write_text(stdin.replace("\\n", "\n"))
        words = shlex.split(arguments.replace("{folder}", str(tmp_path / "built")))
        with file.open() as stream:
            monkeypatch.setattr("sys.stdin", stream)
            code = main([*verb.split(), *words, "--json"])
        out, err = capfd.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err

    return run


# Keys that only some answers of a command have.
OPTIONAL = {"stats", "explanation", "low_hand", "hand_size", "combos", "message", "position"}
OPTIONAL |= {"skipped", "grid", "source", "starting_hand"}


def with_other_keys(answer):
    """The answer with one key more, and with one less that it must have."""
    if isinstance(answer, list):
        answer = answer[0]
    yield {**answer, "more": 1}
    for key in answer.keys() - OPTIONAL:
        yield {name: value for name, value in answer.items() if name != key}


def follows(answer, name):
    """Whether an answer follows the schema of a name."""
    whole = {**SCHEMA, "$ref": f"#/$defs/{name}"}
    del whole["anyOf"]
    return jsonschema.Draft202012Validator(whole).is_valid(answer)


def verbs_of(group, lead=""):
    """All commands with their full names."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from verbs_of(command, f"{lead}{name} ")
        else:
            yield lead + name, command


def has_json(verb):
    return any("--json" in option.opts for option in verb.params)


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_command_has_a_schema_and_cases():
    verbs = {full for full, verb in verbs_of(commands) if has_json(verb)}
    assert verbs <= {name.replace("%20", " ") for name in SCHEMA["$defs"]}
    assert verbs == {case.values[0] for case in cases(ANSWERS)}
    assert verbs == {case.values[0] for case in cases(ERRORS)}


@pytest.mark.optimized_away  # the schema is in docstrings
@pytest.mark.parametrize(("verb", "arguments", "stdin"), cases(ANSWERS))
def test_every_answer_has_the_keys_of_its_schema_and_no_others(verb, arguments, stdin, answered):
    code, answers, _ = answered(verb, arguments, stdin)
    assert answers
    assert all(follows(answer, verb) for answer in answers)
    assert jsonschema.Draft202012Validator(SCHEMA).is_valid(answers[0])
    assert code in (0, 1) or stdin.startswith("[exit 2]")
    assert not any(follows(changed, verb) for changed in with_other_keys(answers[0]))


@pytest.mark.parametrize(("verb", "arguments", "stdin"), cases(ERRORS))
def test_every_error_is_one_object_on_stdout(verb, arguments, stdin, answered):
    code, answers, err = answered(verb, arguments, stdin)
    assert (2, 1, "") == (code, len(answers), err)
    assert follows(answers[0], "error")


def properties(schema):
    """All keys that a schema describes, with what it says of each."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}).items()
        for part in schema.values():
            yield from properties(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from properties(part)


def without_null(schema):
    """A nullable schema without its null."""
    if isinstance(schema.get("type"), list):
        kinds = [kind for kind in schema["type"] if kind != "null"]
        return {**schema, "type": kinds[0] if len(kinds) == 1 else kinds}
    others = [part for part in schema.get("anyOf", []) if part != {"type": "null"}]
    return others[0] if len(others) == 1 else schema


@pytest.mark.optimized_away  # the schema is in docstrings
def test_a_key_means_the_same_in_every_command():
    meanings = {}
    for key, schema in properties(SCHEMA):
        if schema != {"type": "null"}:
            meanings.setdefault(key, []).append(without_null(schema))
    del meanings["low"], meanings["deck"], meanings["board"]  # rows of games count cards
    for key, found in meanings.items():
        assert all(each == found[0] for each in found), (key, found)


@pytest.mark.optimized_away  # the schema is in docstrings
def test_the_low_of_a_game_is_the_name_of_a_hand_and_not_a_number():
    meanings = [schema for key, schema in properties(SCHEMA["$defs"]["game_row"]) if key == "low"]
    assert [{"type": "string"}] == [without_null(schema) for schema in meanings]


def test_every_reference_of_the_schema_has_its_definition():
    names = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(SCHEMA)))
    assert names
    assert names <= SCHEMA["$defs"].keys()


def test_shares_are_exact_and_their_decimals_are_the_nearest(answered):
    _, (answer,), _ = answered("equity", "AhKh QsQd --board 2h7d9c")
    for player in answer["players"]:
        assert player["equity"]["decimal"] == float(Fraction(player["equity"]["fraction"]))


@pytest.mark.parametrize(
    "error",
    [
        fv.NotationError("expected a number", "x", 0),
        fv.RuleError("unknown rules"),
        fv.LimitError("too large", 5),
        fv.DeadlineError(2.0),
    ],
)
def test_an_error_has_its_class_its_message_and_its_position(error):
    answer = error_as_json(error)
    position = getattr(error, "position", None)
    assert (type(error).__name__, str(error), position) == tuple(answer.values())
    assert follows(answer, "error")


def test_own_rules_are_written_as_their_fields():
    rules = fv.RULES["classic"].replace(name="plus", operators="+")
    answer = json.loads(
        QUERIES["solve"].answer({"numbers": "1 2", "target": 3, "rules": rules}).text
    )
    assert "+" == answer["rules"]["operators"]
    assert follows(answer, "solve")


def test_at_most_as_many_solutions_as_requested_are_listed():
    answer = json.loads(QUERIES["solve"].answer({"numbers": "2 4 8 10", "most": 3}).text)
    assert (11, 3, True) == (
        answer["solution_count"],
        len(answer["solutions"]),
        answer["truncated"],
    )
    answer = json.loads(QUERIES["solve"].answer({"numbers": "8 8 3 3", "most": 1}).text)
    assert answer["truncated"] is False
