"""Changes that do not change what the code does, each with the reason.

A row contains the file, the line before and after the change, and the reason. Keep the list short:
write a test instead, or simplify the code so that the change is not possible.
"""

EQUIVALENT: list[tuple[str, str, str, str]] = [
    (
        "src/facevalue/sheets/pdf_pages.py",
        "largest = max(counts, default=1)",
        "largest = max(counts, default=2)",
        "a sheet without puzzles prints no cards, so their width does not matter.",
    ),
    (
        "src/facevalue/web/serving.py",
        "access_log=False,",
        "access_log=True,",
        "the lines would be made and dropped, because the log level is higher.",
    ),
    (
        "src/facevalue/puzzle/notation/expression.py",
        '(token, 0, 1) if isinstance(token, str) else ("", *token.as_integer_ratio())',
        '(token, 1, 1) if isinstance(token, str) else ("", *token.as_integer_ratio())',
        "the core does not read the number of an operator.",
    ),
    (
        "src/facevalue/sheets/pdf_pages.py",
        "self._column = (self.document.epw - GUTTER * (COLUMNS - 1)) / COLUMNS",
        "self._column = (self.document.epw - GUTTER // (COLUMNS - 1)) / COLUMNS",
        "there are two columns, so one gutter.",
    ),
    (
        "src/facevalue/datasets/labelling/label.py",
        "_PIECE_ROWS = 2048",
        "_PIECE_ROWS = 2049",
        "the number of rows that are labelled at a time has no visible effect.",
    ),
    (
        "src/facevalue/puzzle/search/solve.py",
        "_BATCH = 256",
        "_BATCH = 257",
        "the number of solutions per call of the core has no visible effect.",
    ),
    (
        "src/facevalue/adapters/reasoning_gym.py",
        "self.items(seed=0, count=1)[0]",
        "self.items(seed=0, count=2)[0]",
        "a dataset with one puzzle repeats it, and only the first item is used.",
    ),
    (
        "src/facevalue/datasets/auditing/overlaps.py",
        "for count in range(1, max_size + 1):",
        "for count in range(1, max_size + 2):",
        "no row has more numbers than that, so nothing is compared.",
    ),
    (
        "src/facevalue/datasets/grading/grades.py",
        "found = row_labels(*samples.puzzles.take(unknown.values())[:3], simplest=False)",
        "found = row_labels(*samples.puzzles.take(unknown.values())[:3], simplest=True)",
        "only the percentiles of the labels are used.",
    ),
    (
        "core/poker/deal/deal_rows.cpp",
        "for (int bit = 0; bit < DECK; ++bit) ids[bit] = static_cast<std::uint8_t>(bit % RANKS * SUITS + bit / RANKS);",  # noqa: E501
        "for (int bit = 1; bit < DECK; ++bit) ids[bit] = static_cast<std::uint8_t>(bit % RANKS * SUITS + bit / RANKS);",  # noqa: E501
        "the id of the first bit is 0, which the array already contains.",
    ),
    (
        "core/numbers/backward/value_tables.hpp",
        "most += 5 * sets_[split.small].entries.size() * sets_[split.large].entries.size();",
        "most += 6 * sets_[split.small].entries.size() * sets_[split.large].entries.size();",
        "the sum only decides how much memory is reserved at first.",
    ),
    (
        "core/poker/deal/disjoint_showdown.cpp",
        "if (std::uint64_t{ones.size()} * others.size() <= PAIRS_OF_A_STEP * (steps + other_steps))",  # noqa: E501
        "if (std::uint64_t{ones.size()} * others.size() <= PAIRS_OF_A_STEP * (steps - other_steps))",  # noqa: E501
        "both branches return the same counts; one of them takes longer.",
    ),
    (
        "bind/numbers/numbers.cpp",
        "if (++made % MADE_AT_ONCE == 0 && must_stop()) throw nb::python_error();",
        "if (++made % MADE_AT_ONCE != 0 && must_stop()) throw nb::python_error();",
        "it looks for Ctrl-C more often, which only takes time.",
    ),
    (
        "src/facevalue/datasets/building/splitting.py",
        "taken = is_free & (column == value) & (bits & (1 << bit) == 0)",
        "taken = is_free & (column == value) | (bits & (1 << bit) == 0)",
        "the smallest sub-puzzle is solved once more, which only takes time.",
    ),
    (
        "src/facevalue/datasets/files/json_files.py",
        "start += stream.read(_MAX_ARRAY + 1 - len(start))",
        "start += stream.read(_MAX_ARRAY + 2 - len(start))",
        "one byte more of an array that is too long is read before it is refused.",
    ),
    (
        "src/facevalue/datasets/tables/puzzle_reader.py",
        "is_name = not problems and others is None and type(cells[0]) is str",
        "is_name = problems and others is None and type(cells[0]) is str",
        "a column of equal names is read cell by cell, which only takes time.",
    ),
    (
        "src/facevalue/poker/hands/batch.py",
        "to_check += np.flatnonzero(hands & np.uint64(board | game.missing_cards))[:1].tolist()",
        "to_check += np.flatnonzero(hands & np.uint64(board | game.missing_cards))[:2].tolist()",
        "the first of these hands is refused, so the second is not looked at.",
    ),
    (
        "core/numbers/labels/effort.hpp",
        "static_cast<std::int32_t>(std::clamp<std::int64_t>(seen[i], -MOST_POINTS - 1, MOST_POINTS + 1));",  # noqa: E501
        "static_cast<std::int32_t>(std::clamp<std::int64_t>(seen[i], -MOST_POINTS - 2, MOST_POINTS + 1));",  # noqa: E501
        "both values are below all bounds, with which they are compared.",
    ),
    (
        "core/numbers/plan/solutions.cpp",
        (
            "if (status != SearchStatus::Ready) "
            "return {status, 0, count_too_large_.value_or(TooMuch())};"
        ),
        (
            "if (status != SearchStatus::Ready) "
            "return {status, 1, count_too_large_.value_or(TooMuch())};"
        ),
        "the count is not read if the search did not end.",
    ),
    (
        "core/numbers/forms/canonical_forms.hpp",
        "for (Child child : children) hash = (hash ^ child.code) * 0x9E3779B97F4A7C15ULL;",
        "for (Child child : children) hash = (hash | child.code) * 0x9E3779B97F4A7C15ULL;",
        "forms with equal hashes are compared, which only takes time.",
    ),
    (
        "core/numbers/values/stable_vector.hpp",
        "static constexpr std::size_t SHIFT = 5;",
        "static constexpr std::size_t SHIFT = 6;",
        "the size of a block has no visible effect.",
    ),
    (
        "core/numbers/answers/read/reader.hpp",
        "bool stopped_ = false;   // by a full stop",
        "bool stopped_ = true;   // by a full stop",
        "each reading sets it before it is read.",
    ),
    (
        "core/numbers/reach/reach_table.hpp",
        "if (window.least == 0 && ys.values().back() > 0) take(std::uint64_t{0});",
        "if (window.least == 0 || ys.values().back() > 0) take(std::uint64_t{0});",
        "the bit of a 0 below the window is not read.",
    ),
    (
        "core/numbers/exact/functions.hpp",
        "constexpr std::int64_t size_of(std::int64_t value) { return value < 0 ? -value : value; }",
        "constexpr std::int64_t size_of(std::int64_t value) { return value < 1 ? -value : value; }",
        "0 has no sign.",
    ),
    (
        "core/numbers/parts/part_tables.hpp",
        "if (parts_[part].size <= tabled_) return leads_to_target(part, key);",
        "if (parts_[part].size < tabled_) return leads_to_target(part, key);",
        "what a part makes is also found by splitting it, which takes longer.",
    ),
    (
        "core/numbers/reach/reach_table.hpp",
        "const int shift = 64 - std::countr_zero(size);",
        "const int shift = 65 - std::countr_zero(size);",
        "more values begin at the same place of the hash table, which only takes time.",
    ),
    (
        "core/numbers/backward/value_tables.hpp",
        "std::size_t least = MOST_SEARCHED + 1;",
        "std::size_t least = MOST_SEARCHED - 1;",
        "a run of 15 or 16 equal numbers is the first of all, or a shorter one is found.",
    ),
]
