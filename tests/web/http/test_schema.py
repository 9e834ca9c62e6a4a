"""The web server keeps the promises of its OpenAPI document for any request."""

import asyncio
import json
from urllib.parse import urlencode

import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")


from facevalue.web.openapi import document
from tests.web.http.test_api import EXAMPLES, PATIENT, call

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


def test_only_requests_with_a_body_may_come_too_slowly():
    methods = [(name, one) for path in document()["paths"].values() for name, one in path.items()]
    late = {name for name, one in methods if "408" in one["responses"]}
    on_time = [name for name, one in methods if "408" not in one["responses"]]
    assert ("post" in late, set(on_time)) == (True, {"get"})


KEYWORDS = {"type", "description", "properties", "required", "additionalProperties", "items"}
KEYWORDS |= {"anyOf", "enum", "const", "$ref", "minimum", "maximum", "minItems", "maxItems"}
KEYWORDS |= {"pattern", "examples", "default", "format", "title", "prefixItems", "propertyNames"}


def check_words(schema):
    """Check that a schema and the schemas in it have only words that JSON Schema knows."""
    assert schema.keys() <= KEYWORDS, schema.keys() - KEYWORDS
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    inner += [schema[key] for key in ("items", "additionalProperties") if key in schema]
    for part in inner:
        if not isinstance(part, bool):
            check_words(part)


def test_the_document_has_only_words_that_openapi_and_json_schema_know():
    found = document()
    schemas = list(found["components"]["schemas"].values())
    for methods in found["paths"].values():
        assert methods.keys() <= {"get", "post"}
        for method in methods.values():
            words = {"operationId", "summary", "parameters", "requestBody", "responses"}
            assert method.keys() <= words
            for parameter in method.get("parameters", ()):
                known = {"name", "in", "description", "required", "schema"}
                assert known <= parameter.keys() <= known | {"example"}
                schemas.append(parameter["schema"])
            bodies = [method["requestBody"]] if "requestBody" in method else []
            assert all(body.keys() == {"required", "content"} for body in bodies)
            replies = method["responses"].values()
            assert all(reply.keys() == {"description", "content"} for reply in replies)
            contents = [part["content"] for part in (*bodies, *replies)]
            schemas += [content["application/json"]["schema"] for content in contents]
    for schema in schemas:
        check_words(schema)
