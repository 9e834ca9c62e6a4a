"""The logs of other programs: rows in the form that they write, with long or unused fields cut."""

import json
import pickle
import struct
import zipfile
import zlib
from contextlib import suppress
from io import BytesIO

import pytest

import facevalue as fv
from facevalue.cli.main import main
from facevalue.datasets import TEMPLATES, Columns, NoRowsError, grade
from facevalue.datasets.building.templates import task_text
from facevalue.datasets.files import inspect_logs
from facevalue.datasets.grading.prompts import PromptReader
from facevalue.datasets.tables.log_formats import LOG_FORMATS, find_log_format
from tests.datasets.streams import file_of

pa = pytest.importorskip("pyarrow")

EASY, HARD = fv.Puzzle("3 8"), fv.Puzzle("75 50 2 3 8 7 -> 812 (countdown)")
RIGHT, WRONG = "<answer>3*8</answer>", "<answer>3+8</answer>"
RECORD = {"numbers": [3, 8], "target": 24, "rules": "classic"}
CHAT = TEMPLATES["chat"].chat(EASY)


def said(content):
    return {"role": "assistant", "content": content}


def trace(content):
    nodes = [{"message": CHAT[0], "sampled": False}, {"parent": 0, "message": said(content)}]
    agent = {"config": {"harness": {"id": "mine"}, "model": f"{content}-model"}, "name": "agent"}
    return {"version": 1, "agent": agent, "nodes": nodes, "rewards": {}}


def batch_row(body):
    response = {"status_code": 200, "request_id": "r", "body": {"model": "gpt", **body}}
    return {"id": "b", "custom_id": "1", "response": response, "error": None}


def inspect_row(content):
    output = {"model": "fake", "choices": [{"message": said(content)}], "completion": content}
    return {
        "id": 1,
        "epoch": 1,
        "input": CHAT,
        "target": "3*8",
        "messages": [*CHAT, said(content)],
        "output": output,
        "scores": {},
        "metadata": RECORD,
        "events": [{"event": "span_begin"}],
    }


# For each format of `LOG_FORMATS`, a row with a completion.
ROWS = {
    "TRL: `log_completions`": lambda content: {
        "step": 1,
        "prompt": CHAT,
        "completion": [said(content)],
        "reward": 0.5,
        "advantage": 0.1,
    },
    "verl: rollout dumps": lambda content: {
        "input": f"user\n{CHAT[0]['content']}\nassistant\n",
        "output": content,
        "gts": json.dumps(RECORD),
        "score": 0.0,
        "step": 3,
        "reason": "unknown",
    },
    "lm-eval: `--log_samples`": lambda content: {
        "doc_id": 0,
        "doc": RECORD,
        "target": "",
        "resps": [[content]],
        "filtered_resps": ["something else"],
        "filter": "none",
    },
    "lm-eval: `--log_samples` without `resps`": lambda content: {
        "doc_id": 0,
        "doc": RECORD,
        "target": "",
        "filtered_resps": [content],
    },
    "Inspect AI: `.eval`": inspect_row,
    "verifiers: `traces.jsonl`": lambda content: {
        "id": "1",
        "env": {"id": "mine"},
        "task": {"type": "PuzzleTask", "data": {"prompt": CHAT, "info": json.dumps(RECORD)}},
        "ok": True,
        "traces": [trace(content)],
    },
    "verifiers: `results.jsonl`": lambda content: {
        "example_id": 0,
        "prompt": CHAT,
        "completion": [said(content)],
        "answer": "8*3",
        "info": RECORD,
        "reward": 0.0,
        "metrics": {"num_turns": 1.0},
    },
    "reasoning-gym: rows with an added column of completions": lambda content: {
        "question": "Calculate 24 using all of these numbers: 3, 8.",
        "answer": "8*3",
        "metadata": {
            "source_dataset": "countdown",
            "numbers": [3, 8],
            "target": 24,
            "difficulty": {"target": [10, 100]},
        },
        "response": content,
    },
    "OpenAI: the output of a batch": lambda content: {
        **batch_row({"choices": [{"index": 0, "message": said(content)}]}),
        "prompt": CHAT,
    },
}


@pytest.mark.parametrize("name", ROWS)
def test_completions_are_judged_as_in_a_plain_file(name):
    rows = [ROWS[name](content) for content in (RIGHT, WRONG, "?")]
    log = find_log_format(rows[0])
    assert log is not None
    assert log.name == name
    output = BytesIO()
    grades = grade(file_of(rows), output=output)
    assert grades.counts == {"correct": 1, "no_answer": 1, "wrong_value": 1}
    written = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [row["reason"] for row in written] == ["correct", "wrong_value", "no_answer"]


def test_a_table_is_a_log_of_one_program_only():
    for name, row in ROWS.items():
        found = [log.name for log in LOG_FORMATS if set(log.columns) <= row(RIGHT).keys()]
        assert found[0] == name
        assert {name.partition(":")[0] for name in found} == {name.partition(":")[0]}
    assert find_log_format({"completion": "", "prompt": "", "numbers": ""}) is None
    inputs = {log.name for log in LOG_FORMATS} - set(ROWS)
    assert inputs == {"OpenAI: the input of a batch"}


def test_all_choices_and_the_responses_api_are_read_from_a_batch():
    choices = {"choices": [{"message": said(RIGHT)}, {"message": said(None)}]}
    parts = [
        {"type": "output_text", "text": "<answer>3"},
        {"type": "output_text", "text": "*8</answer>"},
    ]
    output = [{"type": "reasoning", "summary": []}, {"type": "message", **said(parts)}]
    rows = [batch_row(choices) | RECORD, batch_row({"output": output}) | RECORD]
    failed = {"custom_id": "2", "response": None, "error": {"message": "no"}, **RECORD}
    assert grade(file_of(rows[:1])).counts == {"correct": 1, "no_answer": 1}
    assert grade(file_of(rows[1:])).counts == {"correct": 1}
    assert grade(file_of([*rows, failed])).counts == {"correct": 2, "no_answer": 2}


def test_a_path_chosen_by_the_caller_may_lead_through_lists(tmp_path, capsys):
    row = {"meta": {"task": {"n": [3, 8]}}, "out": {"choices": [{"text": RIGHT}, {"text": WRONG}]}}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    columns = ["--numbers", "meta.task.n", "--completions", "out.choices.*.text"]
    assert main(["grade", str(path), *columns, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reasons"] == {"correct": 1, "wrong_value": 1}


# A prompt as TRL logged it before version 0.25, and as people paste it.
@pytest.mark.parametrize("wrap", ["{}", "<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n"])
@pytest.mark.parametrize("rules", fv.RULES)
@pytest.mark.parametrize("name", TEMPLATES)
def test_the_puzzle_is_found_in_every_prompt(name, rules, wrap):
    puzzle = fv.deal(rules, seed=24) if fv.RULES[rules].dealt else fv.Puzzle("1 2 3 4", 24, rules)
    template = TEMPLATES[name]
    read = PromptReader().read
    found = read(wrap.format(template.text(puzzle)))
    assert found == read(template.chat(puzzle))
    assert fv.Puzzle(found.numbers, found.target).numbers == puzzle.numbers
    assert (found.target, found.extract) == (str(puzzle.target), template.extract)
    if template.source:
        assert found.rules is None  # published prompts do not depend on the rules
    else:
        assert task_text(found.rules) == task_text(puzzle.rules)


@pytest.mark.parametrize("rules", [rules for rules in fv.RULES.values() if rules.size != 4])
def test_rules_with_the_same_wording_accept_the_same_answers(rules):
    found = PromptReader().read(task_text(rules).format(numbers="1, 2, 3, 5", target="24"))
    games = rules.replace(size=None), found.rules.replace(size=None)
    for answer in ("(1+2)*(3+5)", "5*(1+(2+3))", "((5-1)*2)*3", "5*3*2-1", "(5+1)*(2+2)"):
        assert games[0].join == games[1].join
        verdicts = [fv.check(answer, (1, 2, 3, 5), 24, game) for game in games]
        assert verdicts[0] == verdicts[1]


def test_fractions_and_rules_of_the_caller_are_found_in_prompts():
    rules = fv.RULES["classic"].replace(name="mine", operators="+*", values="natural")
    puzzle = fv.Puzzle("1/2 48", 24, rules)
    found = PromptReader(rules).read(TEMPLATES["chat"].chat(puzzle))
    assert (found.numbers, found.target, found.rules) == ("1/2, 48", "24", rules)
    rows = [{"prompt": TEMPLATES["chat"].chat(puzzle), "completion": "<answer>1/2*48</answer>"}]
    assert grade(file_of(rows), fv.Grader(rules)).total == 1


def test_the_reader_of_prompts_can_be_sent_to_other_machines():
    read = pickle.loads(pickle.dumps(PromptReader(fv.RULES["train"]).read))
    prompt = TEMPLATES["r1"].chat(HARD)
    assert read(prompt) == PromptReader().read(prompt)


def test_a_prompt_with_no_puzzle_or_two_is_skipped():
    rows = [
        {
            "prompt": "\n".join(TEMPLATES["chat"].text(puzzle) for puzzle in puzzles),
            "completion": RIGHT,
        }
        for puzzles in ([EASY], [EASY, EASY], [], [EASY, HARD])
    ]
    grades = grade(file_of(rows))
    assert (grades.correct, grades.skipped_count) == (2, 2)
    assert "the prompt has no puzzle of a known template" in grades.skipped[0].message
    assert "the prompt has no single puzzle" in grades.skipped[1].message


def test_a_prompt_that_matches_half_a_template_is_not_judged_with_another_extract(tmp_path, capsys):
    prompt = TEMPLATES["boxed"].text(EASY).replace("{}", "")
    row = {"prompt": prompt, "completion": r"\boxed{3*8}"}
    found = PromptReader().read(prompt)
    assert (found.numbers, found.extract) == ("3, 8", None)
    with pytest.raises(NoRowsError, match=r"does not say where the answer is .* named extract, or"):
        grade(file_of([row]))
    named = row | {"extract": "boxed"}
    assert grade(file_of([named])).counts == {"correct": 1}
    grader = fv.Grader(extract="boxed")
    assert grade(file_of([row]), grader, columns=Columns(extract=None)).counts == {"correct": 1}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n" + json.dumps(named), encoding="utf-8")
    assert main(["grade", str(path)]) == 0
    assert "or choose --extract for all rows; skipped" in capsys.readouterr().err
    assert main(["grade", str(path), "--extract", "boxed", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reasons"] == {"correct": 2}


def test_a_row_with_an_empty_cell_uses_its_prompt():
    row = {"prompt": TEMPLATES["boxed"].chat(EASY), "completion": r"\boxed{3*8}"}
    others = {"extract": "whole", "rules": "countdown", "target": 25}
    rows = [row | others, row | dict.fromkeys(others), row | dict.fromkeys(others, "")]
    assert grade(file_of(rows)).counts == {"correct": 2, "wrong_value": 1}


def test_columns_have_priority_over_the_prompt():
    row = {"prompt": TEMPLATES["boxed"].chat(HARD), "completion": RIGHT}
    assert grade(file_of([row])).counts == {"no_answer": 1}  # no \boxed{}
    named = row | {"extract": "last_answer_tag"}
    assert grade(file_of([named])).counts == {"wrong_value": 1}
    assert grade(file_of([named | {"rules": "classic"}])).counts == {"wrong_numbers": 1}
    assert grade(file_of([named | {"target": 24}])).counts == {"correct": 1}
    assert grade(file_of([named | {"numbers": [3, 8], "target": 24}])).counts == {"correct": 1}
    grader = fv.Grader("classic", extract="last_answer_tag")
    counts = grade(file_of([row]), grader, columns=Columns(rules=None, extract=None)).counts
    assert counts == {"wrong_numbers": 1}


def test_completions_that_trl_writes_as_parquet_are_read(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    rows = [
        ROWS["TRL: `log_completions`"](RIGHT),
        ROWS["TRL: `log_completions`"](WRONG) | {"prompt": TEMPLATES["plain"].chat(HARD)},
    ]
    path = tmp_path / "completions_00001.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path)
    assert grade(path).counts == {"correct": 1, "unknown_symbol": 1}


def zip_of(files, *, zstandard):
    """A ZIP file; with Zstandard, which Python can only write from 3.14 on."""
    stream = BytesIO()
    if not zstandard:
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return stream
    directory = b""
    for name, content in files.items():
        packed = pa.compress(content, "zstd", asbytes=True)
        sizes = struct.pack("<III", zlib.crc32(content), len(packed), len(content))
        start = struct.pack("<HHHHH", 63, 0, 93, 0, 33) + sizes
        local, start_of_entry = name.encode(), stream.tell()
        stream.write(b"PK\x03\x04" + start + struct.pack("<HH", len(local), 0) + local + packed)
        entry = struct.pack("<HHHHHII", len(local), 0, 0, 0, 0, 0, start_of_entry)
        directory += b"PK\x01\x02" + struct.pack("<H", 63) + start + entry + local
    counts = struct.pack("<HHHH", 0, 0, len(files), len(files))
    end = struct.pack("<II", len(directory), stream.tell())
    stream.write(directory + b"PK\x05\x06" + counts + end + b"\0\0")
    return stream


def inspect_log(contents, **options):
    files = {"header.json": json.dumps({"eval": {"model": "openai/gpt"}}).encode()}
    for number, content in enumerate(contents):
        row = inspect_row(content) | {"id": number} if isinstance(content, str) else None
        sample = content if row is None else json.dumps(row).encode()
        files[f"samples/{number}_epoch_1.json"] = sample
    stream = zip_of(files, **options)
    stream.seek(0)
    stream.name = "log.eval"
    return stream


@pytest.mark.parametrize("zstandard", [False, True])
def test_samples_of_inspect_are_read(zstandard):
    output = BytesIO()
    log = inspect_log([RIGHT, WRONG, b"[1]", b"{", RIGHT], zstandard=zstandard)
    grades = grade(log, output=output)
    assert grades.counts == {"correct": 2, "wrong_value": 1}
    assert [row.row for row in grades.skipped] == [3, 4]
    written = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [row["id"] for row in written] == [0, 1, 4]
    assert {row["model"] for row in written} == {"openai/gpt"}
    assert "events" not in written[0]


def test_a_log_of_inspect_in_json_is_read(tmp_path):
    samples = [inspect_row(RIGHT), inspect_row(WRONG)]
    log = {"version": 2, "eval": {"model": "openai/gpt"}, "samples": samples}
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log, indent=2), encoding="utf-8")
    grades = grade(path, by=["model"])
    assert grades.counts == {"correct": 1, "wrong_value": 1}
    assert [part.name for part in grades.parts] == ["openai/gpt"]
    path.write_text(json.dumps(log | {"samples": [1]}, indent=2), encoding="utf-8")
    with pytest.raises(fv.FaceValueError):
        grade(path)


@pytest.mark.parametrize("step", [40, pytest.param(3, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("zstandard", [False, True])
def test_a_damaged_log_of_inspect_is_an_error(zstandard, step):
    content = inspect_log([RIGHT] * 2, zstandard=zstandard).getvalue()
    for place in range(0, len(content), step):
        broken = bytearray(content)
        broken[place] ^= 0xFF
        for damaged in (content[:place], bytes(broken)):
            stream = BytesIO(damaged)
            stream.name = "log.eval"
            with suppress(fv.FaceValueError):
                assert grade(stream).total <= 3


@pytest.mark.slow
@pytest.mark.parametrize("zstandard", [False, True])
def test_a_sample_of_inspect_may_have_50_mb(zstandard):
    row = inspect_row(RIGHT)
    row["output"]["padding"] = ""
    padding = 50_000_000 - len(json.dumps(row))
    samples = []
    for more in (0, 1):
        row["output"]["padding"] = " " * (padding + more)
        samples.append(json.dumps(row).encode())
    grades = grade(inspect_log(samples, zstandard=zstandard))
    assert (grades.correct, grades.skipped_count) == (1, 1)
    assert "a sample may have up to 50 MB" in grades.skipped[0].message


def test_a_log_of_inspect_may_be_in_a_folder_but_not_in_a_pipe(tmp_path, capsys):
    (tmp_path / "log.eval").write_bytes(inspect_log([RIGHT], zstandard=True).getvalue())
    assert grade(tmp_path).correct == 1
    stream = inspect_log([RIGHT], zstandard=True)
    stream.seekable = lambda: False
    with pytest.raises(fv.FaceValueError, match="cannot be read from a pipe"):
        grade(stream)
    output = str(tmp_path / "rows.eval")
    assert main(["grade", str(tmp_path / "log.eval"), "-o", output]) == 2
    assert "must end with one of jsonl, csv, parquet, not" in capsys.readouterr().err


def test_the_prompts_of_a_batch_are_in_its_input(tmp_path, capsys):
    bodies = [
        {"messages": TEMPLATES["chat"].chat(EASY)},
        {"input": TEMPLATES["chat"].text(HARD)},
        {"prompt": TEMPLATES["boxed"].text(EASY)},
    ]
    requests = tmp_path / "input.jsonl"
    rows = [
        {"custom_id": f"r{number}", "method": "POST", "url": "/v1/", "body": body}
        for number, body in enumerate(bodies)
    ]
    requests.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    answers = [str(HARD.solve()[0]), "3*8", r"\boxed{3*8}", "3*8"]  # in any order
    outputs = [
        batch_row({"choices": [{"message": said(f"<answer>{answer}</answer>")}]})
        | {"custom_id": f"r{number}"}
        for number, answer in zip([1, 0, 2, 9], answers, strict=True)
    ]
    path = tmp_path / "output.jsonl"
    path.write_text("\n".join(map(json.dumps, outputs)), encoding="utf-8")
    grades = grade(path, prompts=requests)
    assert (grades.correct, grades.total, grades.skipped_count) == (3, 3, 1)
    assert "neither numbers nor a prompt" in grades.skipped[0].message
    assert main(["grade", str(path), "--prompts", str(requests), "--by", "model", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["by"]["model"]["gpt"]["correct_count"] == 3
    with pytest.raises(fv.FaceValueError, match="no column of numbers"):
        grade(path)
    with pytest.raises(fv.FaceValueError, match="no column custom_id to find the prompts by"):
        grade(file_of([{"completion": RIGHT}]), prompts=requests)
    with pytest.raises(fv.FaceValueError, match=r"row 1 of 'output.jsonl' has no custom_id or"):
        grade(path, prompts=path)
    with pytest.raises(fv.FaceValueError, match="two requests have the custom_id 'r0'"):
        grade(path, prompts=[requests, requests])


def test_samples_of_a_log_are_worked_on_in_parts_of_a_few_bytes(monkeypatch):
    monkeypatch.setattr(inspect_logs, "MAX_AT_ONCE", 2000)
    contents = [RIGHT] * 9
    parts = list(inspect_logs.read_eval(inspect_log(contents, zstandard=False), 100))
    assert 9 == sum(part.size for part in parts)
    assert 1 < max(part.size for part in parts) < 9
