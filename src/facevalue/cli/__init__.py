"""The command line: `main` starts it, and `app` lists the commands."""
