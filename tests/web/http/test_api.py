"""The web server's API, called in this process: results, limits, errors, headers."""

import asyncio
import gzip
import json
import re
from urllib.parse import urlencode

import jsonschema
import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

import facevalue as fv
from facevalue.queries import parameters
from facevalue.web.exporting import site_files
from facevalue.web.openapi import document
from facevalue.web.routes import LIMITS, ROUTES
from facevalue.web.server import Application
from tests.oracles.rows import vectors

APPLICATION = Application()
PATIENT = Application(deadline=30)


class Reply:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = {name.decode(): value.decode() for name, value in headers}
        self.body = body

    @property
    def json(self):
        return json.loads(self.body)


async def call(path, query="", *, method="GET", body=b"", headers=(), application=APPLICATION):
    sent = []
    received = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive():
        message = next(received, None)
        if message is None:
            await asyncio.Event().wait()  # the client stays
        return message

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query if isinstance(query, bytes) else query.encode(),
        "headers": [(b"host", b"127.0.0.1:8024"), *headers],
    }
    await application(scope, receive, send)
    start, rest = sent
    return Reply(start["status"], start["headers"], rest["body"])


def ask(verb, /, *, many=(), **question):
    """The response of GET /api/VERB."""
    return asyncio.run(call(f"/api/{verb}", urlencode([*question.items(), *many])))


def post(verb, **question):
    body = json.dumps(question).encode()
    return asyncio.run(call(f"/api/{verb}", method="POST", body=body))


def test_solve_lists_the_solutions():
    answer = ask("solve", numbers="8,8,3,3").json
    assert [each["expression"] for each in answer["solutions"]] == ["8/(3-8/3)"]
    assert answer["solution_count"] == 1
    assert answer["truncated"] is False


def test_a_puzzle_without_solution_has_the_closest_values():
    answer = ask("solve", numbers="1 1 1 1").json
    assert answer["solution_count"] == 0
    assert [each["value"] for each in answer["closest"]] == [4]


def test_at_most_200_solutions_are_listed():
    answer = ask("solve", numbers="1,2,3,4", distinct="raw").json
    assert len(answer["solutions"]) == 200
    assert answer["solution_count"] == fv.count("1 2 3 4", distinct="raw")
    assert answer["truncated"] is True


@pytest.mark.parametrize(("answer", "is_right"), [("8/(3-8/3)", True), ("8+8+3+3", False)])
def test_check_judges_an_answer_sent_either_way(answer, is_right):
    by_query = ask("check", answer=answer, numbers="8,8,3,3").json
    by_body = post("check", answer=answer, numbers=[8, 8, 3, 3]).json
    assert by_query == by_body
    assert by_query["correct"] is is_right


@pytest.mark.parametrize(
    ("verb", "lists", "others"),
    [
        ("solve", {"numbers": [8, 8, 3, 3]}, {}),
        ("check", {"numbers": ["8", "K", "1/2", "-3"]}, {"answer": "8"}),
        ("odds", {"board": ["2h", "7h", "Jc"]}, {"hand": "AhKh"}),
        ("equity", {"players": ["AhKh", "QQ"], "board": ["2h", "7h", "Jc"]}, {}),
        ("icm", {"stacks": [5000, 3000, 2000], "payouts": [50, 30, 20]}, {}),
    ],
)
def test_a_list_may_be_repeated_with_one_item_each(verb, lists, others):
    repeated = asyncio.run(call(f"/api/{verb}", urlencode(lists | others, doseq=True)))
    many = [("players", player) for player in lists.get("players", ())]
    joined = {name: ",".join(map(str, items)) for name, items in lists.items() if name != "players"}
    assert (repeated.status, repeated.json) == (200, ask(verb, many=many, **joined, **others).json)


# What a request in the query of the address is in the body: values of each kind.
BODIES = vectors("http", "bodies")


@pytest.mark.parametrize(("verb", "question"), BODIES)
def test_a_body_gives_the_same_answer_as_the_address(verb, question):
    words = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in question.items()
    }
    by_query = asyncio.run(call(f"/api/{verb}", urlencode(words, doseq=True), application=PATIENT))
    body = json.dumps(question).encode()
    by_body = asyncio.run(call(f"/api/{verb}", method="POST", body=body, application=PATIENT))
    assert (by_body.status, by_body.json) == (200, by_query.json)
    schema = document()["paths"][f"/api/{verb}"]["post"]["requestBody"]["content"]
    jsonschema.validate(question, schema["application/json"]["schema"])


@pytest.mark.parametrize("path", ROUTES)
def test_every_query_takes_its_example_in_a_body(path):
    patient = Application(deadline=60)
    rows = {row.name: row for row in ROUTES[path].parameters_of("http")}
    many = {name for name, row in rows.items() if row.repeats}
    question = {name: value for name, value in EXAMPLES[path] if name not in many}
    question |= {name: [v for n, v in EXAMPLES[path] if n == name] for name in many}
    body = json.dumps(question).encode()
    assert asyncio.run(call(path, method="POST", body=body, application=patient)).status == 200


@pytest.mark.parametrize(
    ("verb", "question", "message"),
    [
        ("equity", {"players": ["AhKh", 5]}, "players must be a string, not 5"),
        ("generate", {"size": ["3"]}, "size must be a whole number, not '3'"),
        ("check", {"allow": ["decimal"]}, "unknown allow 'decimal'; did you mean 'decimals'?"),
        ("odds", {"hand": 5}, "hand must be a string of cards, not 5"),
        ("odds", {"hand": [5]}, "hand must be a string of cards, not [5]"),
        ("generate", {"difficulty": [90, 100]}, "difficulty must be a name or a range"),
    ],
)
def test_a_value_of_the_wrong_kind_in_a_body_is_refused(verb, question, message):
    reply = post(verb, **question)
    assert (reply.status, reply.json["message"][: len(message)]) == (422, message)


@pytest.mark.parametrize("second", ["3,3", "3 3"])
def test_repeated_lists_add_up(second):
    reply = ask("solve", many=[("numbers", "8,8"), ("numbers", second)])
    assert (reply.status, reply.json) == (200, ask("solve", numbers="8,8,3,3").json)


@pytest.mark.parametrize("second", ["x", "3 -> 24"])
def test_a_list_repeated_with_anything_else_is_refused(second):
    reply = ask("solve", many=[("numbers", "8,8"), ("numbers", second)])
    message = "numbers is given twice; keep one of them"
    assert (reply.status, reply.json["message"]) == (422, message)


def test_check_returns_the_distance_and_the_points():
    question = {"numbers": "75,50,2,3,8,7", "target": 812, "rules": "countdown"}
    near = ask("check", answer="(75+7)*(8+2)", **question).json
    assert (near["distance"], near["points"]) == (8, 5)
    illegal = ask("check", answer="75*75", **question).json
    assert (illegal["distance"], illegal["points"]) == (None, None)


def test_a_deal_has_the_seed_that_repeats_it():
    first = ask("deal", solvable="true").json
    assert first == ask("deal", solvable="true", seed=first["seed"]).json


@pytest.mark.parametrize("drawn", [0, 20260131, 99991231, 10**15, 2**64 - 1])
def test_a_random_seed_is_never_the_seed_of_a_day(monkeypatch, drawn):
    monkeypatch.setattr(parameters, "random_seed", lambda: drawn)
    seed = ask("deal", rules="countdown").json["seed"]
    assert 99991231 < seed < 2**32


def test_the_puzzles_of_a_day_come_from_its_seed():
    day = ask("daily", date="2026-01-31").json
    dealt = ask("deal", rules="countdown", seed=20260131, solvable="true").json
    assert day["countdown"]["numbers"] == dealt["numbers"]
    assert day["countdown"]["target"] == dealt["target"]


def test_a_game_of_digits_has_five_rising_targets():
    game = ask("deal", rules="digits", seed=5, solvable="true").json
    assert len(game["targets"]) == 5
    assert game["targets"] == sorted(game["targets"])
    assert game["target"] == game["targets"][0]
    assert ask("daily", date="2026-01-31").json["digits"]["targets"] == [111, 185, 282, 379, 468]


def test_hints_come_as_lines():
    assert ask("hint", numbers="8,8,3,3", level=2).json["lines"] == [
        "1 solution",
        "needed: a fraction, a division; not needed: a negative number",
        "the last operation is / (divided by)",
    ]


def test_generate_filters_by_difficulty():
    puzzles = ask("generate", difficulty="95-100", count=5, seed=7).json["puzzles"]
    found = fv.generate(difficulty=(95, 100), count=5, seed=7)
    keys = ("numbers", "target", "rules", "cards")
    assert [puzzle.as_dict() for puzzle in found] == [{k: p[k] for k in keys} for p in puzzles]
    assert [fv.count(p["numbers"]) for p in puzzles] == [p["solution_count"] for p in puzzles]
    exactly = ask("generate", difficulty="50", count=1).json["puzzles"][0]
    assert fv.difficulty(exactly["numbers"]).percentile == 50


@pytest.mark.parametrize("text", ["hardest", "90-", "-5-10", "nan", "90-inf", "100-90", "0-101"])
def test_difficulties_that_are_not_percentiles_are_refused(text):
    assert ask("generate", difficulty=text).status == 422


EXAMPLES = {
    name: [
        (row.name, value)
        for row in query.parameters_of("http")
        if row.name in query.required or row.repeats
        for value in row.examples
    ]
    for name, query in ROUTES.items()
}


@pytest.mark.few_quick(10)
@pytest.mark.parametrize("path", ROUTES)
def test_the_example_of_each_route_is_answered(path):
    patient = Application(deadline=60)  # the first one computes the table of match-ups
    reply = asyncio.run(call(path, urlencode(EXAMPLES[path]), application=patient))
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("status", "question"),
    [
        (422, {"numbers": "8,8,3,x"}),
        (422, {"numbers": ""}),
        (422, {}),
        (422, {"numbers": "8,8,3,3", "rules": "contdown"}),
        (422, {"numbers": "8,8,3,3", "colour": "red"}),
        (422, {"numbers": "8,8,3,3", "level": "x"}),
        (422, {"numbers": "8,8,3,3", "level": 0}),
        (413, {"numbers": "1,2,3,4,5,6,7,8"}),
        (413, {"numbers": f"{10**12 + 1},1"}),
        (413, {"numbers": "1,2", "target": 10**12 + 1}),
    ],
)
def test_a_bad_question_is_refused_in_the_form_of_all_errors(status, question):
    reply = ask("hint", **question)
    assert reply.status == status
    assert list(reply.json) == ["error", "message", "position", "limit"]


@pytest.mark.parametrize("body", [b"[1, 2]", b"8/(3-8/3)", b"", b"[" * 10_000])
def test_a_body_must_be_an_object(body):
    reply = asyncio.run(call("/api/check", method="POST", body=body))
    assert (reply.status, reply.json["error"]) == (422, "RuleError")
    assert reply.json["message"].startswith("the body must be a JSON object such as")


def test_an_error_has_the_librarys_sentence_and_the_place():
    assert ask("solve", numbers="8,8,3,x").json == {
        "error": "NotationError",
        "message": "expected a number: 'x'",
        "position": 6,
        "limit": None,
    }


HAND = "7H7S7DASAC"
BIG = 10**12


@pytest.mark.parametrize(
    ("limit", "verb", "just_under", "just_over"),
    [
        ("numbers", "count", {"numbers": "1 " * 7}, {"numbers": "1 " * 8}),
        ("size", "count", {"numbers": 10**12}, {"numbers": 10**12 + 1}),
        ("size", "count", {"numbers": f"1/{10**12}"}, {"numbers": f"1/{10**12 + 1}"}),
        ("targets", "reach", {"numbers": 1, "high": 10_099}, {"numbers": 1, "high": 10_100}),
        ("size", "reach", {"numbers": 1, "low": BIG, "high": BIG}, {"numbers": 1, "high": BIG + 1}),
        ("size", "reach", {"numbers": 1, "low": -BIG, "high": -BIG}, {"numbers": 1, "low": -BIG-1}),
        ("numbers", "generate", {"size": 7, "rules": "countdown"}, {"size": 8}),
        ("generated", "generate", {"count": 20}, {"count": 21}),
        ("players", "equity", {"players": 10, "samples": 1}, {"players": 11, "samples": 1}),
        ("samples", "equity", {"samples": 2_000_000}, {"samples": 2_000_001}),
        ("range", "range", {"hands": "AA" + " " * 1998}, {"hands": "AA" + " " * 1999}),
        ("query", "hand", {"cards": HAND + " " * 8176}, {"cards": HAND + " " * 8177}),
    ],
)  # fmt: skip
def test_just_under_a_limit_passes_and_just_over_is_413(limit, verb, just_under, just_over):
    assert asking(verb, just_under).status == 200
    refused = asking(verb, just_over)
    assert refused.status == 413
    assert refused.json["limit"] == LIMITS[limit]
    assert f"{LIMITS[limit]:,}" in refused.json["message"]


def asking(verb, question):
    parts = dict(question)
    many = [("players", "random")] * parts.pop("players", 2 * (verb == "equity"))
    query = urlencode([*parts.items(), *many]).replace("%2B", "+").replace("%2C", ",")
    return asyncio.run(call(f"/api/{verb}", query, application=PATIENT))


def test_a_body_of_64_kb_is_read_and_a_longer_one_refused():
    def body(size):
        start = b'{"numbers": "1 2", "answer": "'
        return start + b"1" * (size - len(start) - 2) + b'"}'

    assert asyncio.run(call("/api/check", method="POST", body=body(LIMITS["body"]))).status == 200
    over = asyncio.run(call("/api/check", method="POST", body=body(LIMITS["body"] + 1)))
    assert (over.status, over.json["limit"]) == (413, LIMITS["body"])
    headers = [(b"content-length", b"65537")]
    early = asyncio.run(call("/api/check", method="POST", headers=headers))
    assert early.status == 413


def test_parameters_in_the_address_of_a_body_are_refused():
    body = b'{"numbers": "1 2", "answer": "1+2"}'
    reply = asyncio.run(call("/api/check", "bogus=1", method="POST", body=body))
    assert reply.status == 422
    assert "in its body" in reply.json["message"]


def test_a_question_that_takes_too_long_is_late():
    question = "&".join(["players=random"] * 6) + "&samples=2000000"
    late = asyncio.run(call("/api/equity", question, application=Application(0.01)))
    assert late.status == 503
    assert late.json["error"] == "DeadlineError"
    assert late.headers["retry-after"] == "1"


@pytest.mark.parametrize(("status", "method", "path"), vectors("http", "addresses"))
def test_addresses_and_methods(status, method, path):
    assert asyncio.run(call(path, method=method)).status == status


@pytest.mark.parametrize(
    ("path", "methods"), [("/api/check", "GET, HEAD, POST"), ("/docs", "GET, HEAD")]
)
def test_an_address_that_takes_another_method_lists_its_methods(path, methods):
    reply = asyncio.run(call(path, method="DELETE"))
    assert reply.headers["allow"] == methods
    assert reply.json["message"] == f"{path} takes {methods}, not 'DELETE'"


@pytest.mark.parametrize(
    "path", ["/docs/", "/docs.html", "/index", "/css", "/\0", "/" + "a" * 5000]
)
def test_a_page_has_one_address(path):
    reply = asyncio.run(call(path))
    assert (reply.status, reply.json["error"]) == (404, "NotFound")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/js/docs.js", "text/javascript; charset=utf-8"),
        ("/art/icon.svg", "image/svg+xml"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_a_file_has_its_type_and_is_checked_before_a_copy_is_used(path, kind):
    headers = asyncio.run(call(path)).headers
    assert (headers["content-type"], headers["cache-control"]) == (kind, "no-cache")


def test_a_page_links_to_files_that_browsers_keep_until_the_version_changes():
    page = asyncio.run(call("/daily")).body.decode()
    links = re.findall(r'(?:src|href)="((?:v/|js|css|art)[^"]+)"', page)
    version = re.search(r'VERSION = "(\w+)"', asyncio.run(call("/files.js")).body.decode())[1]
    assert {f"v/{version}/{path}" for path in ("css/base.css", "js/daily.js")} < {*links}
    assert all(link.startswith(f"v/{version}/") for link in links)
    for link in links:
        kept, plain = (asyncio.run(call(f"/{path}")) for path in (link, link.split("/", 2)[2]))
        assert (kept.status, kept.body) == (200, plain.body)
        assert kept.headers["cache-control"] == "max-age=31536000, immutable"


PAGES = [
    "",
    "daily",
    "sprint",
    "challenge",
    "countdown",
    "digits",
    "solve",
    "judge",
    "poker",
    "you",
]


@pytest.mark.parametrize("page", PAGES)
def test_the_head_of_each_page_is_completed(page):
    head = asyncio.run(call(f"/{page}")).body.decode().partition("</head>")[0]
    assert head.index("charset") < head.index("js/opening.js") < head.index("css/base.css")
    assert re.search(r"<title[^>]*>[^<]+ · facevalue</title>", head)
    assert "head.inc" not in head


def test_the_health_of_the_server_has_its_version():
    assert asyncio.run(call("/health")).json == {"status": "ok", "version": fv.__version__}


def test_files_are_compressed_for_browsers_that_accept_it():
    plain = asyncio.run(call("/js/docs.js"))
    packed = asyncio.run(call("/js/docs.js", headers=[(b"accept-encoding", b"gzip, br")]))
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["content-type"] == plain.headers["content-type"]
    assert int(packed.headers["content-length"]) == len(packed.body) < len(plain.body)
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"


def test_the_server_has_every_file_of_an_export_and_the_api():
    site, export = site_files(has_api=True), site_files()
    assert site.keys() == export.keys()
    for path, content in site.items():
        reply = asyncio.run(call(f"/{path}"))
        unversioned = re.sub(rb"v/[0-9a-f]{16}/", b"", reply.body)
        assert (reply.status, unversioned) == (200, content)
    assert b"HAS_API = true" in site["js/play.js"]
    assert b"HAS_API = false" in export["js/play.js"]


def test_the_page_of_the_api_has_the_api():
    script = asyncio.run(call("/js/docs.js")).body
    assert b"HAS_API = true" in script
    assert b"HAS_API = false" not in script


@pytest.mark.parametrize("path", ["/docs", "/api/rules", "/api/nothing", "/js/docs.js"])
def test_every_reply_has_the_headers_of_security(path):
    headers = asyncio.run(call(path)).headers
    policy = headers["content-security-policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "'unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(("host", "is_known"), vectors("http", "hosts"))
def test_a_host_that_is_another_servers_is_refused(host, is_known):
    application = Application(hosts=("play.example",))
    scope_host = [(b"host", host.encode())]

    async def get():
        sent = []

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/health", "headers": scope_host}
        await application(scope, None, send)
        return sent[0]["status"]

    assert asyncio.run(get()) == (200 if is_known else 421)


def test_an_unchanged_file_is_not_sent_again():
    first = asyncio.run(call("/css/docs.css"))
    known = [(b"if-none-match", first.headers["etag"].encode())]
    again = asyncio.run(call("/css/docs.css", headers=known))
    assert (again.status, again.body) == (304, b"")
    assert "content-length" not in again.headers


@pytest.mark.parametrize("seed", ["9" * 5000, "--5", "1.5", "²", "9" * 22])
def test_a_whole_number_of_any_length_is_read_or_refused(seed):
    assert ask("deal", seed=seed).status == 422


def test_an_explained_hand_is_not_a_quick_request():
    route = ROUTES["/api/hand"]  # the first one makes the tables of Kev's evaluator
    quick = [route.is_quick({"cards": "7H7S7DASAC"} | more) for more in ({}, {"explain": True})]
    assert quick == [True, False]


def test_names_are_read_in_any_case():
    assert ask("range", hands="QQ+", game="HOLDEM").json == ask("range", hands="QQ+").json
    assert ask("hand", cards="7H7S7DASAC", game="Razz").json["game"] == "razz"
    assert ask("solve", numbers="8,8,3,3", rules="CLASSIC", notation="INFIX").status == 200


def test_the_largest_seed_is_read():
    assert ask("deal", seed=2**64 - 1).json["seed"] == 2**64 - 1


@pytest.mark.parametrize("numbers", ["8,8,3,3", [8, 8, 3, 3], ["8", 8, "9/3", 3], 8])
@pytest.mark.parametrize("target", [24, "24", "48/2", None])
def test_a_body_that_is_read_is_as_the_document_says(numbers, target):
    body = {"answer": "8/(3-8/3)", "numbers": numbers} | ({"target": target} if target else {})
    sent = json.dumps(body).encode()
    assert asyncio.run(call("/api/check", method="POST", body=sent)).status == 200
    content = document()["paths"]["/api/check"]["post"]["requestBody"]["content"]
    jsonschema.validate(body, content["application/json"]["schema"])


def keywords(schema):
    """The keywords of a JSON schema and its subschemas, without names of properties."""
    if isinstance(schema, list):
        return set().union(*map(keywords, schema))
    if not isinstance(schema, dict):
        return set()
    named = [*schema.get("properties", {}).values()]
    inner = [schema[part] for part in ("items", "anyOf") if part in schema]
    return set(schema) | keywords(named) | keywords(inner)


def test_the_schemas_of_the_document_have_no_custom_keywords():
    known = {"$ref", "anyOf", "description", "enum", "pattern", "type", "minimum", "maximum"}
    known |= {"items", "minItems", "maxItems", "properties", "required", "additionalProperties"}
    schemas = document()["components"]["schemas"].values()
    assert keywords(list(schemas)) <= known


@pytest.mark.parametrize("game", fv.poker.GAMES)
def test_the_document_lists_the_games_that_have_ranges(game):
    parameters = document()["paths"]["/api/range"]["get"]["parameters"]
    listed = next(row["schema"]["examples"] for row in parameters if row["name"] == "game")
    query = {"game": game, "hands": "*" * fv.poker.GAMES[game].hole}
    if game in ("holdem", "shortdeck"):
        query["hands"] = "AA"
    reply = asyncio.run(call("/api/range", urlencode(query), application=Application()))
    assert (game in listed) == (reply.status == 200)


@pytest.mark.parametrize("row", ask("games").json["games"], ids=lambda row: row["name"])
def test_the_row_of_a_poker_game_says_what_its_requests_take(row):
    game = {"game": row["name"]}
    deck = [rank + suit for rank in reversed(row["ranks"]) for suit in "shdc"]
    assert len(deck) == row["deck"]
    for size in range(1, row["hole"] + 1):
        hands = [("players", "".join(deck[at : at + size])) for at in (0, size)]
        is_enough = size in range(row["hole_sizes"][0], row["hole_sizes"][1] + 1)
        status = ask("equity", many=hands, samples=100, **game).status
        assert (status == 200) == is_enough, size
    hand = {**game} | ({"board": "".join(deck[-3:])} if row["board_sizes"] else {})
    for size in row["hand_sizes"]:
        cards = "".join(deck[:size])
        assert ask("hand", cards=cards, **hand).status == 200
        assert ask("hand", cards="", **hand).status == 422
        explained = ask("hand", cards=cards, explain="true", **hand)
        assert (explained.status == 200) == row["has_explanation"]
    ranged = ask("range", hands="random", **game)
    assert (ranged.status == 200) == row["has_ranges"]
    assert ("grid" in ranged.json) == row["has_starting_hands"]


def test_the_server_has_the_same_games_as_python():
    assert list(fv.poker.GAMES) == [row["name"] for row in ask("games").json["games"]]
