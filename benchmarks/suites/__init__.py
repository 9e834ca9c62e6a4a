"""The suites of `python -m benchmarks`: times of calls, whose results are checked."""
