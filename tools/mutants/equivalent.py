"""Changes that were looked at and cannot change what the code does, each with the reason.

A row names the file, the line and the line after the change. Keep the list short: rather write a
test, or simplify the code so that the change is not possible.
"""

EQUIVALENT: list[tuple[str, str, str, str]] = [
    (
        "src/facevalue/sheets/pdf_pages.py",
        "most = max(counts, default=1)",
        "most = max(counts, default=2)",
        "a sheet without puzzles prints no card, however wide.",
    ),
    (
        "src/facevalue/poker/equities/exact_equity.py",
        "if len(holdings) == _DUEL and (deals > 1 or is_before_the_flop):",
        "if len(holdings) == _DUEL and (deals >= 1 or is_before_the_flop):",
        "one deal of two hands is counted as exactly, only by another way.",
    ),
    (
        "src/facevalue/datasets/labelling/row_labels.py",
        "size = len(row) if isinstance(row, (list, tuple)) else -1",
        "size = len(row) if isinstance(row, (list, tuple)) else 1",
        "rows that cannot be labelled together are told apart by halves.",
    ),
    (
        "src/facevalue/web/serving.py",
        "access_log=False,",
        "access_log=True,",
        "the lines would be made and dropped, as the level of the log is above theirs.",
    ),
    (
        "src/facevalue/puzzle/notation/expression.py",
        '(token, 0, 1) if isinstance(token, str) else ("", *token.as_integer_ratio())',
        '(token, 1, 1) if isinstance(token, str) else ("", *token.as_integer_ratio())',
        "the core reads no number where there is an operator.",
    ),
    (
        "src/facevalue/datasets/tables/row_reader.py",
        'return int(text) if is_plain and (text[0] != "0" or text == "0") else text',
        'return int(text) if is_plain and (text[0] != "0" and text == "0") else text',
        "texts of numbers that are not read here are read later, more slowly.",
    ),
    (
        "src/facevalue/sheets/pdf_pages.py",
        "self._column = (self.document.epw - GUTTER * (COLUMNS - 1)) / COLUMNS",
        "self._column = (self.document.epw - GUTTER // (COLUMNS - 1)) / COLUMNS",
        "there are two columns, and so one gutter.",
    ),
    (
        "src/facevalue/datasets/labelling/label.py",
        "_PIECE_ROWS = 2048",
        "_PIECE_ROWS = 2049",
        "how many rows are labelled at a time shows nowhere.",
    ),
    (
        "src/facevalue/puzzle/search/solve.py",
        "_BATCH = 256",
        "_BATCH = 257",
        "how many solutions are taken from the core at a time shows nowhere.",
    ),
    (
        "src/facevalue/adapters/reasoning_gym.py",
        "self.items(seed=0, count=1)[0]",
        "self.items(seed=0, count=2)[0]",
        "a data set with one puzzle repeats it, and only the first item is looked at.",
    ),
]
