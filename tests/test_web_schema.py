"""The web server answers what its OpenAPI document promises, whatever it is asked."""

import asyncio
import json
import warnings
from urllib.parse import urlencode

import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

from hypothesis import HealthCheck, Phase, settings

from facevalue.web.openapi import document
from facevalue.web.server import Application
from tests.test_web_api import EXAMPLES, PATIENT, asked

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # those of its imports
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
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", APPLICATION)


def options(examples):
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=PHASES,
        suppress_health_check=list(HealthCheck),
    )


@pytest.mark.filterwarnings("ignore")
@SCHEMA.parametrize()
@options(8)
def test_every_answer_is_as_the_document_says(case):
    case.call_and_validate(checks=CHECKS)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@SCHEMA.parametrize()
@options(300)
def test_many_more_answers_are_as_the_document_says(case):
    case.call_and_validate(checks=CHECKS)


QUESTIONS = [
    *((path, urlencode(query)) for path, query in EXAMPLES.items()),
    ("/api/solve", "numbers=1,1,1,1"),
    ("/api/solve", "numbers=3/4,-1,2&target=1/2&rules=classic"),
    ("/api/hint", "numbers=8,8,3,3&level=5"),
    ("/api/hint", "numbers=1,1,1,1"),
    ("/api/check", "numbers=8,8,3,3&answer=8%2B"),
    ("/api/check", "numbers=8,8,3,3&answer=8-3=5&steps=true"),
    ("/api/difficulty", "numbers=1,1,1,1"),
    ("/api/deal", "rules=digits"),
    ("/api/deal", "rules=krypto&seed=1"),
    ("/api/hand", "cards=As2dKcKd&board=3h4c8sQdQh&game=omaha8"),
    ("/api/hand", "cards=7C5D4H3S2C&explain=true"),
    ("/api/equity", "players=AhKh&players=QQ&samples=1000"),
    ("/api/range", "range=AA**&game=omaha"),
    ("/api/rules", "name=countdown"),
]


@pytest.mark.parametrize(("path", "query"), QUESTIONS)
def test_a_real_answer_is_as_the_document_says(path, query):
    jsonschema = pytest.importorskip("jsonschema")
    reply = asyncio.run(asked(path, query, application=PATIENT))
    assert reply.status == 200
    found = document()
    answer = found["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
    schema = {**answer["schema"], "components": found["components"]}
    jsonschema.validate(json.loads(reply.body), schema)
