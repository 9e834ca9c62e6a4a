"""The web server keeps the promises of its OpenAPI document for any request."""

import asyncio
import json
from urllib.parse import urlencode

import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")


from facevalue.web.openapi import document
from tests.test_web_api import EXAMPLES, PATIENT, call

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
    ("/api/range", "hands=AA**&game=omaha"),
    ("/api/equity", "players=AsAhKd2c&players=random&game=omaha8&samples=1000"),
    ("/api/rules", "rules=countdown"),
]


@pytest.mark.parametrize(("path", "query"), QUESTIONS)
def test_a_real_answer_is_as_the_document_says(path, query):
    jsonschema = pytest.importorskip("jsonschema")
    reply = asyncio.run(call(path, query, application=PATIENT))
    assert reply.status == 200
    found = document()
    answer = found["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
    schema = {**answer["schema"], "components": found["components"]}
    jsonschema.validate(json.loads(reply.body), schema)
