"""The command line: each command calls one public function. `main` starts it, `app` lists them."""
