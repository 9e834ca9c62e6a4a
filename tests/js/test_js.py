"""The JavaScript package: its files, types and README, its loading, ranges and iterators."""

import gzip
import re
import subprocess
from pathlib import Path
from random import Random

import pytest

from facevalue import poker
from facevalue.poker import parse_range
from js import rows
from js.build import linker
from tests.js.wasm import ROOT, call_all, needs_wasm

RUN = "../../tests/js/js_run.mjs"
README = rows.PLACE.parents[1] / "README.md"


@needs_wasm
def test_percentages_of_omaha_hands_follow_their_order():
    (found,) = call_all([["poker", "parseRange", {"hands": "15%", "game": "omaha"}]])
    assert found["combo_count"] == len(parse_range("15%", "omaha"))


@needs_wasm
def test_the_order_of_five_omaha_cards_is_only_in_the_python_package():
    calls = [
        ["parseRange", {"hands": "15%", "game": "omaha5"}],
        ["equity", [["1%", "AsAhKdQd9c"], {"game": "omaha5", "board": "2h7d9hJsQh"}]],
        ["percentile", ["AsAhKdQd9c", "omaha5"]],
    ]
    refused = call_all([["poker", *call] for call in calls])
    for (name, _), answer in zip(calls, refused, strict=True):
        what = "percentiles" if name == "percentile" else "percentages"
        assert f"{what} of hands of 5 cards are only in the Python package" in answer[1]


@needs_wasm
def test_ids_in_arrays_are_the_same_cards_as_strings():
    random, calls, expected = Random(24), [], []
    for _ in range(200):
        ids = random.sample(range(52), 11)
        names = [str(card) for card in poker.parse_cards(ids)]
        hands, board = [ids[:2], ids[2:4], ids[4:6]], ids[6:]
        calls += [["poker", "value", [ids[4:]]], ["poker", "winners", [hands, {"board": board}]]]
        calls.append(["poker", "equity", [hands[:2], {"board": board[:4]}]])
        texts = ["".join(names[at : at + 2]) for at in (0, 2, 4)]
        shared = " ".join(names[6:])
        expected += [poker.value(names[4:]), list(poker.winners(*texts, board=shared))]
        expected.append(poker.equity(*texts[:2], board=shared[:-3]).as_dict())
    found = call_all(calls)
    assert found[::3] == expected[::3]
    assert found[1::3] == expected[1::3]
    shares = [[each["equity"]["fraction"] for each in row["players"]] for row in found[2::3]]
    assert shares == [[each["equity"]["fraction"] for each in r["players"]] for r in expected[2::3]]


@needs_wasm
def test_hands_may_be_given_one_by_one():
    board = {"board": "2c3c4c"}
    listed = ["poker", "equity", [["QhQs", "TT+"], board]]
    first, second, *others = call_all(
        [
            listed,
            ["poker", "equity", ["QhQs", "TT+", board]],
            ["poker", "equity", [["AhKh", "QQ"]]],
            ["poker", "equity", ["AhKh vs QQ"]],
            ["poker", "winners", ["AhKh2c3c4c", "QsQdTc9c8c"]],
        ]
    )
    assert (first, others[0], others[2]) == (second, others[1], [1])


@needs_wasm
def test_a_signal_ends_the_calls_that_have_not_begun():
    code = """(async () => {
        const control = new AbortController(), { signal } = control;
        const ended = (call) => call.then(({ exact }) => exact, (error) => error.name);
        const first = await ended(equity("AhKh", "QQ", { signal }));
        setTimeout(() => control.abort());
        const calls = [equity("AhKh", "QQ", { signal }), equity(["AhKh", "QQ"], { signal })];
        const others = await Promise.all(calls.map(ended));
        return [first, ...others, await ended(icm("5 3", "2 1", { signal: 5 }))];
    })()"""
    assert call_all([[RUN, "run", [code]]]) == [[True, "AbortError", "AbortError", "RuleError"]]


@needs_wasm
def test_a_hand_compares_and_prints():
    code = """(() => {
        const refused = (call) => { try { return call(); } catch (error) { return `${error}`; } };
        const full = new Hand("7H 7S 7D AS AC");
        const pair = new Hand("AhKh", "holdem", { board: "Ad 7c 2s 9d Tc" });
        const same = new Hand("7H 7C 7D AS AC"), low = new Hand("As2d3h4c8d", "razz");
        return [
          `${full}`, full.cactus_kev, full.compare(pair), pair.compare(full), full.compare(same),
          Hand.winners([pair, full, same]).map(String), `${low}`,
          refused(() => full.compare(low)), refused(() => Hand.winners([full, 5])),
        ];
    })()"""
    name = "Full House, Sevens full of Aces"
    assert call_all([[RUN, "run", [code]]]) == [
        [
            *(name, poker.value("7H 7S 7D AS AC"), 1, -1, 0, [name, name], "Eight-four low"),
            "RuleError: a hand of holdem does not compare with one of razz",
            "RuleError: only a Hand compares with a Hand, not 5",
        ]
    ]


@needs_wasm
def test_a_range_has_the_properties_of_pythons():
    code = """(() => {
        const range = new Range("QQ+, AKs:0.5").without("Ah");
        const { startingHands: { AA, AKs, KK }, size, total, share, combos } = range;
        return [`${range}`, size, `${total}`, `${share}`, combos.length, `${AA} ${AKs} ${KK}`];
    })()"""
    hands = poker.Range.parse("QQ+, AKs:0.5").without("Ah")
    parts = " ".join(str(hands.starting_hands[name]) for name in ("AA", "AKs", "KK"))
    share = hands.total / 1326
    expected = [str(hands), len(hands), str(hands.total), str(share), len(hands), parts]
    omaha = """(() => {
        const range = new OmahaRange("AA***, KKQQJ:0.5", { cards: 5 });
        return [`${range}`, range.size, `${range.total}`, `${range.share}`, range.cards];
    })()"""
    wide = poker.OmahaRange.parse("AA***, KKQQJ:0.5", cards=5)
    share = wide.total / poker.GAMES["omaha5"].hand_count
    found = call_all([[RUN, "run", [code]], [RUN, "run", [omaha]]])
    assert found == [expected, [str(wide), len(wide), str(wide.total), str(share), 5]]


@needs_wasm
def test_shares_of_short_deck_are_of_its_630_hands():
    code = """(() => {
        const best = parseRange("15%", "shortdeck"), without = best.without("As");
        return [`${best}`, `${best.share}`, `${without.share}`, `${without.without("Ah").share}`];
    })()"""
    hands = parse_range("15%", "shortdeck")
    shares = [hands.share, hands.without("As").share, hands.without("As Ah").share]
    assert call_all([[RUN, "run", [code]]]) == [[str(hands), *map(str, shares)]]


@needs_wasm
def test_exact_values_are_fractions_and_large_counts_are_bigints():
    code = """(async () => {
        const solved = solve("8 8 3 3"), near = closest("1/2 3", 1000);
        const values = [...solved.numbers, solved.target, solved.solutions[0].value, near.distance];
        values.push(near.closest[0].value, hint("8 8 3 3").target, ...parseNumbers("1 2/3"));
        const hands = ["AsAhKcQc:0.999999999, As2hKcQd:0.3", "AcAdKhQh:0.999999998, Ac2dKhQs:0.7"];
        const { deals, players } = await equity(hands, { game: "omaha8", board: "2s7c8d" });
        const { win, tie, lose, low_win, low_tie } = players[0];
        const counts = [deals, win, tie, lose, low_win, low_tie].map((count) => typeof count);
        return [values.every((value) => value instanceof Fraction), counts];
    })()"""
    (found,) = call_all([[RUN, "run", [code]]])
    assert found == [True, ["bigint"] * 6]


@needs_wasm
def test_the_seed_of_an_iterator_repeats_its_puzzles():
    code = """(() => {
        const found = generate("classic", { count: 3 }), { seed } = found;
        return [[...found], [...generate("classic", { count: 3, seed })]];
    })()"""
    ((first, second),) = call_all([[RUN, "run", [code]]])
    assert (len(first), first) == (3, second)


@pytest.mark.optimized_away  # the schema is in docstrings
def test_the_tables_equal_the_tables_of_python():
    for place, text in rows.texts().items():
        assert place.read_text(encoding="utf-8") == text


@needs_wasm
def test_the_types_name_every_export_of_the_modules():
    for module in ("puzzle", "poker"):
        shown = "console.log(Object.keys(made).join(' '))"
        listed = f"import * as made from './src/{module}.js'; {shown}"
        done = subprocess.run(
            ["node", "--input-type=module", "--eval", listed],
            capture_output=True,
            text=True,
            check=True,
            cwd=README.parent,
        )
        files = (README.parent / "types" / f"{name}.d.ts" for name in (module, f"{module}_values"))
        types = "".join(file.read_text(encoding="utf-8") for file in files)
        names = done.stdout.split()
        assert {name for name in names if not re.search(rf"\b{name}\b", types)} == set()


@pytest.mark.slow
@needs_wasm
def test_bad_input_never_traps_and_memory_is_returned():
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("js_bad_calls.mjs"))],
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert (done.stdout.split(), done.stderr) == (["true", "true"], "")


@needs_wasm
@pytest.mark.parametrize(
    ("name", "most"),
    [("values", 31_000), ("poker", 106_000), ("numbers", 305_000), ("deals", 327_000)],
)
def test_a_compressed_core_stays_small(name, most):
    assert len(gzip.compress((ROOT / "js" / f"{name}.wasm").read_bytes(), 9)) <= most


def test_the_command_of_the_linker_keeps_spaces_in_the_names_of_folders():
    printed = "warning\nwasm-ld -s -o /a b/c.wasm /a b/zig d/libc.a\n"
    words = ["wasm-ld", "-s", "-o", "/a b/c.wasm", "/a b/zig d/libc.a"]
    assert linker(printed, ["/a b", "/a b/zig d"]) == words
    with pytest.raises(SystemExit, match="this version of Zig does not print"):
        linker("nothing", ["/a b"])
