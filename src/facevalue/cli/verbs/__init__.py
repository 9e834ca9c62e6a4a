"""The verbs that are written by hand; all others are rows of `facevalue.queries`."""
