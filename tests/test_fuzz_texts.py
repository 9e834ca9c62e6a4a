"""The fuzzer of texts in Python: its seeds are read as they should be, and it finds faults."""

import pytest

from tools import fuzz_texts

SEEDS = list(fuzz_texts.seeds())


def readers_of(monkeypatch, read, write):
    monkeypatch.setattr(fuzz_texts, "readers", lambda: {"text": (read, write)})


def test_every_seed_is_read_as_it_is_written():
    assert len(SEEDS) > 400
    for data in SEEDS:
        fuzz_texts.check_packed(data)


def test_the_fuzzer_sees_all_readers():
    names = list(fuzz_texts.readers())
    assert {bytes([number]) for number in range(len(names))} <= {data[:1] for data in SEEDS}


@pytest.mark.optimized_away
def test_a_value_that_is_read_otherwise_again_is_found(monkeypatch):
    readers_of(monkeypatch, str, str.upper)
    fuzz_texts.check("text", "AKS")
    with pytest.raises(AssertionError, match="'aks' is read as 'AKS', and that as 'AKS'"):
        fuzz_texts.check("text", "aks")


def test_an_error_that_is_not_ours_is_found(monkeypatch):
    readers_of(monkeypatch, int, str)
    fuzz_texts.check("text", "24")
    with pytest.raises(ValueError, match="invalid literal"):
        fuzz_texts.check("text", "AA")


@pytest.mark.optimized_away
def test_a_reader_that_takes_long_is_found(monkeypatch):
    monkeypatch.setattr(fuzz_texts, "MOST_SECONDS", 0.001)
    readers_of(monkeypatch, lambda text: sum(range(10**6)) * text, str)
    with pytest.raises(AssertionError, match="s for 'AA'"):
        fuzz_texts.check("text", "AA")


def test_the_functions_of_the_package_are_instrumented():
    names = {function.__qualname__ for function in fuzz_texts.our_functions()}
    assert {"parse_cards", "Range.parse", "items_of", "Expression.parse"} <= names
