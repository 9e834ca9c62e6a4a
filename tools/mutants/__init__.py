"""Mutation testing: which small changes of the code does no test notice? See `__main__.py`."""
