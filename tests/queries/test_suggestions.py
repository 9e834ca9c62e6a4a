"""The error of an unknown word suggests the word that the slow version finds."""

from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue.options import nearest_word
from tests.oracles import words

NAMES = [*fv.RULES, *fv.NOTATIONS, *fv.poker.GAMES, "values", "functions"]
edited = st.builds(
    lambda name, place, text, cut: name[:place] + text + name[place + cut :],
    st.sampled_from(NAMES),
    st.integers(0, 8),
    st.text("aeistrn-+é", max_size=2),
    st.integers(0, 2),
)


@given(edited)
def test_a_misspelt_name_has_the_same_nearest_word(text):
    assert words.nearest_word(text, NAMES) == nearest_word(text, NAMES)


@given(st.text("abc", max_size=6), st.lists(st.text("abc", max_size=6), max_size=6))
def test_short_words_have_the_same_nearest_word(text, names):
    filled = list(filter(None, names))
    assert words.nearest_word(text, filled) == nearest_word(text, filled)
