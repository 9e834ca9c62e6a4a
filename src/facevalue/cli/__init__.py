"""The command line: one verb, one public call. `main` is the door, `app` holds the verbs."""
