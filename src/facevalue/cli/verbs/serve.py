"""The command `serve`."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import PurePath

import click

from facevalue.cli import shared
from facevalue.cli.terminal.lines import FOUND, say
from facevalue.cli.verbs import command, flag
from facevalue.web import exporting, serving

_STARTUP_SECONDS = 0.5  # after which the server answers


@command("serve --open", "serve --port 8100 --deadline 5", "serve --export site")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@shared.number(
    "--port", help="The port; 0 for a free one.", within=(0, 65535), default=serving.PORT
)
@shared.number(
    "--deadline",
    help="How long a request may take, including the time in the queue.",
    within=(0.1, 60),
    kind=float,
    default=2.0,
    metavar="SECONDS",
)
@shared.number("--workers", help="The number of processes.", within=(1, 64), default=1)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="Another name of this server, such as the name of a reverse proxy; may be repeated.",
)
@flag("--open", "opens", help="Open the pages in a browser.")
@click.option(
    "--export",
    "folder",
    type=click.Path(file_okay=False, path_type=PurePath),
    metavar="DIR",
    help="Write the pages as files for any static host, and exit.",
)
def serve(
    host: str,
    port: int,
    *,
    deadline: float,
    workers: int,
    hosts: tuple[str, ...],
    folder: PurePath | None,
    opens: bool,
) -> int:
    """Run a web server for the browser app and a JSON API.

    Ctrl-C stops the server. The JSON API is under /api/; /docs describes it.
    """
    if folder is not None:
        files = exporting.export(folder)
        say(f"wrote {len(files)} files to {folder}, for any static host")
        return FOUND

    def announce(address: str) -> None:
        say(f"facevalue is running at {address} (Ctrl-C stops it)")
        if opens:
            threading.Timer(_STARTUP_SECONDS, webbrowser.open, [address]).start()

    serving.serve(host, port, deadline=deadline, workers=workers, hosts=hosts, on_start=announce)
    return FOUND


VERBS = (serve,)
