"""ASGI middleware that refuses requests to other hosts and adds the security headers."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from facevalue.web.replies import error_reply

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_OWN = ("style", "img", "font", "connect", "manifest", "worker")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # this allows WebAssembly, but no eval
        *(f"{kind}-src 'self'" for kind in _OWN),
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_SECURITY = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Guard:
    """Refuses a Host header that is not an IP address, localhost or an allowed name.

    Starlette's TrustedHostMiddleware does not know IP addresses.

    Args:
        app: the application.
        hosts: the allowed names.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = {"localhost", *(host.lower() for host in hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request and add headers to its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_SECURITY]
            await send(message)

        app = self._app
        if not self.is_known(Headers(scope=scope).get("host", "")):
            app = error_reply(421, "UnknownHost", "the Host header names another server")
        await app(scope, receive, send_secured)

    def is_known(self, host: str) -> bool:
        """Return whether a Host header names this server."""
        name, colon, port = host.lower().rpartition(":")
        name = (name if colon and port.isdigit() else host.lower()).rstrip(".")
        if name in self._hosts:
            return True
        try:
            ip_address(name[1:-1] if name.startswith("[") else name)
        except ValueError:
            return False
        return True
