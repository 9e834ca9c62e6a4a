"""The web server keeps the promises of its OpenAPI document for requests of schemathesis."""

import warnings

import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

from hypothesis import HealthCheck, Phase, settings

from facevalue.web.server import Application

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # warnings of its imports
    schemathesis = pytest.importorskip("schemathesis")
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )


def only_busy_servers_are_expected(ctx, response, case):
    """As `not_a_server_error`, but 503 is an answer: the question took too long."""
    return response.status_code == 503 or not_a_server_error(ctx, response, case)


CHECKS = [
    only_busy_servers_are_expected,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
PHASES = [Phase.explicit, Phase.generate]
APPLICATION = Application(deadline=0.5, hosts=("testserver",))


async def answering(scope, receive, send):
    """The application without its start and its end, which would take a second for each case."""
    if scope["type"] != "lifespan":
        return await APPLICATION(scope, receive, send)
    for what in ("startup", "shutdown"):
        assert (await receive())["type"] == f"lifespan.{what}"
        await send({"type": f"lifespan.{what}.complete"})
    return None


SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", answering)


def options(examples):
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=PHASES,
        suppress_health_check=list(HealthCheck),
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@SCHEMA.parametrize()
@options(3)
def test_every_answer_is_as_the_document_says(case):
    case.call_and_validate(checks=CHECKS)


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")
@SCHEMA.parametrize()
@options(500)
def test_many_more_answers_are_as_the_document_says(case):
    case.call_and_validate(checks=CHECKS)
