"""How fast facevalue is, beside its goals and other packages: `python -m benchmarks`."""
