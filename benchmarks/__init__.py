"""The speed of facevalue compared with its goals and other packages: `python -m benchmarks`."""
