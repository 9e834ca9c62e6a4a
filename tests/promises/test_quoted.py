"""Messages show strings as Python would, and never what a terminal obeys."""

import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from facevalue.errors import quoted


def test_every_assigned_character_is_shown_as_python_shows_it():
    signs = map(chr, range(sys.maxunicode + 1))
    assigned = [sign for sign in signs if unicodedata.category(sign) != "Cn"]
    assert [sign for sign in assigned if quoted(sign) != repr(sign)] == []


@given(st.text(st.characters(exclude_categories=["Cn"]), max_size=40))
def test_short_strings_are_shown_as_python_shows_them(text):
    assert quoted(text) == repr(text)


@given(st.text(st.characters(exclude_categories=["Cn"]), min_size=41))
def test_long_strings_are_cut_after_40_characters(text):
    assert quoted(text) == repr(text[:40] + "...")
