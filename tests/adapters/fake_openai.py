"""A model behind an OpenAI-compatible server on this machine: it solves every other puzzle."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

import facevalue as fv


class Model:
    """Answers chats; `requests` are the bodies that it was sent."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.requests: list[dict[str, Any]] = []
        self._prompts: list[str] = []
        self._lock = Lock()

    def reply(self, body: dict[str, Any]) -> str:
        """A correct answer to the first, third, ... prompt, and a wrong one to the others."""
        with self._lock:
            self.requests.append(body)
            prompt = json.dumps(body["messages"])
            if prompt not in self._prompts:
                self._prompts.append(prompt)
            knows = self._prompts.index(prompt) % 2 == 0
        target, numbers = re.search(r"Make (\S+) from the numbers ([0-9, ]+)\.", prompt).groups()
        answer = str(fv.solve(numbers, int(target), self.rules)[0]) if knows else "1 + 1"
        return rf"\boxed{{{answer}}}" if "boxed" in prompt else f"<answer>{answer}</answer>"


@contextmanager
def serve(rules="classic"):
    """A `Model` and the address of its API."""
    model = Model(rules)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            streams = body.get("stream", False)
            common = {"id": "1", "created": 1, "model": "fake"}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            said = {"role": "assistant", "content": model.reply(body)}
            choice = {"index": 0, "finish_reason": "stop", "delta" if streams else "message": said}
            kind = "chat.completion.chunk" if streams else "chat.completion"
            sent = json.dumps(common | {"object": kind, "choices": [choice], "usage": usage})
            content = f"data: {sent}\n\ndata: [DONE]\n\n" if streams else sent
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream" if streams else "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content.encode("ascii"))

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield model, f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
