"""The fuzzer of the parsers in Python accepts its seeds and finds faults; words of the others."""

import pytest

from facevalue import _core
from tests.paths import ROOT
from tools import fuzz_parsers

SEEDS = list(fuzz_parsers.seeds())


def use_parser(monkeypatch, parse, write):
    monkeypatch.setattr(fuzz_parsers, "parsers", lambda: {"text": (parse, write)})


@pytest.mark.slow
def test_every_seed_passes():
    assert len(SEEDS) > 400
    for data in SEEDS:
        fuzz_parsers.check_packed(data)


def test_every_parser_is_fuzzed():
    names = list(fuzz_parsers.parsers())
    assert {bytes([number]) for number in range(len(names))} <= {data[:1] for data in SEEDS}


@pytest.mark.optimized_away
def test_a_value_that_does_not_round_trip_is_found(monkeypatch):
    use_parser(monkeypatch, str, str.upper)
    fuzz_parsers.check("text", "AKS")
    with pytest.raises(AssertionError, match="'aks' is parsed as 'AKS', and 'AKS' as 'AKS'"):
        fuzz_parsers.check("text", "aks")


def test_an_error_that_is_not_ours_is_found(monkeypatch):
    use_parser(monkeypatch, int, str)
    fuzz_parsers.check("text", "24")
    with pytest.raises(ValueError, match="invalid literal"):
        fuzz_parsers.check("text", "AA")


@pytest.mark.optimized_away
def test_a_slow_parser_is_found(monkeypatch):
    monkeypatch.setattr(fuzz_parsers, "MAX_SECONDS", 0.001)
    use_parser(monkeypatch, lambda text: sum(range(10**6)) * text, str)
    with pytest.raises(AssertionError, match="s for 'AA'"):
        fuzz_parsers.check("text", "AA")


def test_the_functions_of_the_package_are_instrumented():
    names = {function.__qualname__ for function in fuzz_parsers.our_functions()}
    assert {"parse_cards", "Range.parse", "items_of", "Expression.parse"} <= names


def test_the_dictionary_of_queries_about_poker_has_their_names_and_parameters():
    queries = _core.poker_query_parameters()
    words = (
        (ROOT / "core" / "fuzz" / "words" / "queries.dict").read_text(encoding="utf-8").splitlines()
    )
    assert {f'"{name}"' for name in queries} <= set(words)
    assert {f'"\\"{name}\\": "' for names in queries.values() for name in names} <= set(words)
