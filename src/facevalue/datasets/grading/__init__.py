"""Grades files of completions."""
