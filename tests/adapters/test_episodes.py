"""The same episodes in the multi-turn environments of several frameworks."""

import asyncio
import inspect
import json

import pytest

import facevalue as fv
from facevalue._core import A_STEP
from facevalue.adapters import trl, verifiers
from facevalue.adapters.shared.puzzle_source import episode_of, puzzle_of, puzzle_or_deal
from facevalue.datasets import TEMPLATES, Curriculum
from facevalue.errors import FaceValueError, RuleError
from tests.adapters import stand_ins

ROW = {"numbers": [8, 8, 3, 3], "target": 24, "rules": "classic"}
REWARDS = {"solved": 1.0, "progress": 0.5, "format": 0.1}
REPLIES = ("8 + 3 = 11", "what?", "undo", "8 / 3 = 8/3", "<answer>8/(3-8/3)</answer>")
MESSAGES = [
    "numbers left: 8 3 11",
    f"expected {A_STEP}, or <answer>an expression</answer>: 'what?'",
    "numbers left: 8 8 3 3",
    "numbers left: 8 3 8/3",
    "solved: 8/(3-8/3) = 24",
]
KINDS = ["step", "invalid", "undo", "step", "answer"]
TURN_REWARDS = pytest.approx([-0.4, 0, 0.6, 0.1, 1.1])


def test_an_episode_has_these_messages_and_rewards():
    episode = episode_of(ROW, {"rewards": REWARDS})
    turns = [episode.take(reply) for reply in REPLIES]
    assert MESSAGES == [turn.message for turn in turns]
    assert TURN_REWARDS == [turn.reward for turn in turns]


@pytest.mark.parametrize("label", [ROW, json.dumps(ROW), {"nums": [8, 8, 3, 3], "target": 24}])
def test_the_puzzle_of_a_row_is_read_as_for_rewards(label):
    assert fv.Puzzle("8 8 3 3") == puzzle_of(label)


@pytest.mark.parametrize("label", [None, {}, "[1]", {"numbers": "x"}, {**ROW, "rules": "chess"}])
def test_a_row_without_a_puzzle_is_refused(label):
    with pytest.raises(FaceValueError):
        episode_of(label, {})


def test_a_row_with_rules_only_gets_a_solvable_puzzle_for_the_seed():
    one, same, other = (puzzle_or_deal({"rules": "countdown"}, seed) for seed in (1, 1, 2))
    assert one == same != other
    assert ("countdown", True) == (one.rules.name, bool(one.solve()))
    assert fv.Puzzle("8 8 3 3") == puzzle_or_deal(ROW, 1)
    assert puzzle_or_deal({}, None) != puzzle_or_deal({}, None)
    no_values = dict.fromkeys(("rules", "numbers", "target"))
    assert puzzle_or_deal({}, 1) == puzzle_or_deal(no_values, 1)
    with pytest.raises(FaceValueError, match="must have numbers"):
        puzzle_or_deal({"target": 24}, 1)


def test_the_prompt_of_turns_states_the_rules_and_how_to_reply():
    prompt = TEMPLATES["turns"].text(fv.Puzzle("75 50 2 3 8 7", 812, "countdown"))
    for part in ("Make 812", "75, 50, 2, 3, 8, 7", "at most once", "undo", "<answer>no solution"):
        assert part in prompt


# TRL.


def test_the_tools_of_trl_play_an_episode():
    tools = trl.environment_for(rewards=REWARDS)()
    assert tools.reset(prompt="...", **ROW) is None
    said = [tools.take_step("8 + 3 = 11"), tools.take_step("what?"), tools.undo()]
    said += [tools.take_step("8 / 3 = 8/3"), tools.submit("8/(3-8/3)")]
    assert MESSAGES == said
    assert pytest.approx(1.4) == tools.get_reward()
    assert "The game is over." == tools.take_step("8 - 8 = 0")
    assert "1/3" == tools.calculate("3 - 8/3")
    tools.reset(**ROW)
    assert 0 == tools.get_reward()


@pytest.mark.optimized_away  # it reads docstrings
def test_trl_finds_a_described_tool_with_described_arguments_in_each_public_method():
    """TRL shows all public methods but `reset` and `get_reward`, with their docstrings."""
    methods = inspect.getmembers(trl.PuzzleTools, predicate=inspect.isfunction)
    tools = {name: method for name, method in methods if not name.startswith("_")}
    assert {"reset", "get_reward", "take_step", "undo", "calculate", "submit"} == tools.keys()
    for name in tools.keys() - {"reset", "get_reward"}:
        signature = inspect.signature(tools[name])
        for parameter in list(signature.parameters)[1:]:
            assert f"    {parameter}: " in inspect.getdoc(tools[name])
        assert "str" == signature.return_annotation


@pytest.mark.slow
def test_transformers_makes_the_schemas_of_the_tools():
    utils = pytest.importorskip("transformers.utils", reason="transformers is not installed")
    tools = trl.environment_for()()
    for tool in (tools.take_step, tools.undo, tools.calculate, tools.submit):
        assert tool.__name__ == utils.get_json_schema(tool)["function"]["name"]


def test_wrong_options_are_refused_before_the_training():
    with pytest.raises(RuleError, match="unknown reward"):
        trl.environment_for(rewards="speed")
    with pytest.raises(TypeError):
        trl.environment_for(speed=1)


# SkyRL-Gym.


@pytest.fixture
def skyrl(monkeypatch):
    return stand_ins.skyrl(monkeypatch)


EXTRAS = {"reward_spec": {"ground_truth": json.dumps(ROW)}}


def test_skyrl_plays_an_episode(skyrl):
    env = skyrl.PuzzleTextEnv({"rewards": REWARDS, "max_turns": 7}, EXTRAS)
    prompt = TEMPLATES["turns"].chat(env.episode.puzzle)
    assert (prompt, {}) == env.init(prompt)
    assert 7 == env.max_turns
    steps = [env.step(reply) for reply in REPLIES]
    shown = [message["content"] for step in steps for message in step["observations"]]
    assert (MESSAGES[:-1], TURN_REWARDS) == (shown, [step["reward"] for step in steps])
    assert [False] * 4 + [True] == [step["done"] for step in steps]
    facts = [step["metadata"] for step in steps]
    assert KINDS == [fact["kind"] for fact in facts]
    assert [False, False, True, True, True] == [fact["solvable"] for fact in facts]
    assert [0, 0, 0, 0, 1] == [fact["solved"] for fact in facts]
    assert (5, 1.0, 5) == (env.turns, env.get_metrics()["is_solved"], env.get_metrics()["turns"])
    for extras in ({}, None):
        with pytest.raises(FaceValueError, match="ground_truth"):
            skyrl.PuzzleTextEnv(extras=extras)


def test_skyrl_makes_the_environment_by_its_entry_point():
    gym = pytest.importorskip("skyrl_gym", reason="skyrl-gym is not installed")
    if "facevalue" not in gym.registry:
        entry_point = "facevalue.adapters.skyrl:PuzzleTextEnv"
        gym.register(id="facevalue", entry_point=entry_point)
    env = gym.make("facevalue", env_config={"rewards": REWARDS}, extras=EXTRAS)
    assert fv.Puzzle("8 8 3 3") == env.episode.puzzle


# OpenEnv.


@pytest.fixture
def openenv(monkeypatch):
    return stand_ins.openenv(monkeypatch)


def test_openenv_plays_an_episode(openenv):
    env = openenv.PuzzleEnvironment()
    with pytest.raises(RuleError, match="call reset first"):
        env.step(openenv.PuzzleAction(reply="8 / 3 = 8/3"))
    assert "Make 24" in env.reset(options={"rewards": REWARDS}, **ROW).message
    seen = [env.step(openenv.PuzzleAction(reply=reply)) for reply in REPLIES]
    assert (MESSAGES, TURN_REWARDS) == (
        [one.message for one in seen],
        [one.reward for one in seen],
    )
    assert [False] * 4 + [True] == [one.done for one in seen]
    assert KINDS == [one.metadata["kind"] for one in seen]
    assert [False, False, True, True, True] == [one.metadata["solvable"] for one in seen]
    assert TURN_REWARDS == [sum(one.metadata["rewards"].values()) for one in seen]
    state = env.state
    assert (5, [8, 8, 3, 3], 24) == (state.step_count, state.numbers, state.target)
    assert pytest.approx(1.4) == sum(state.rewards.values())
    assert "me" != state.episode_id
    env.reset(episode_id="me")
    assert ("me", 0) == (env.state.episode_id, env.state.step_count)
    dealt = [env.reset(seed=seed, rules="countdown").message for seed in (1, 1, 2)]
    assert dealt[0] == dealt[1] != dealt[2]


def test_openenv_serves_episodes():
    pytest.importorskip("openenv.core.env_server", reason="openenv-core is not installed")
    from fastapi.testclient import TestClient  # noqa: PLC0415 - comes with openenv-core

    from facevalue.adapters import openenv  # noqa: PLC0415 - needs openenv-core

    with TestClient(openenv.app) as client:
        assert "Make 24" in client.post("/reset", json=ROW).json()["observation"]["message"]
        assert "reply" in client.get("/schema").json()["action"]["properties"]
        action = {"action": {"reply": "8 + 3 = 11"}}
        # Each request has a new environment; only a session over a WebSocket keeps one.
        for reply in (client.post("/step", json=action), client.get("/state")):
            assert reply.status_code == 400
            assert "call reset first, in the same session (/ws)" in reply.json()["detail"]
        for row in (ROW | {"rules": "nosuch"}, ROW | {"numbers": ["x"]}):
            reply = client.post("/reset", json=row)
            assert reply.status_code == 400
            assert reply.json()["detail"]
        with client.websocket_connect("/ws") as session:
            session.send_json({"type": "reset", "data": ROW})
            assert "Make 24" in session.receive_json()["data"]["observation"]["message"]
            session.send_json({"type": "step", "data": action["action"]})
            assert session.receive_json()["data"]["observation"]["message"] == MESSAGES[0]


# verifiers.


def test_an_environment_of_verifiers_0_1_scores_one_answer(monkeypatch):
    made = stand_ins.verifiers_0_1(monkeypatch).load_environment([fv.Puzzle("3 8")], closeness=0.5)
    (row,) = made.dataset
    said = {"completion": "<answer>8-3</answer>", "info": row["info"], "state": {}}
    found = {function.__name__: function(**said) for function in made.rubric.funcs}
    assert found == {"correct_answer": 0.025, "closeness": 0.05}
    assert made.rubric.weights == [1.0, 0.0]


def test_an_environment_of_verifiers_0_1_plays_turn_by_turn(monkeypatch):
    adapter = stand_ins.verifiers_0_1(monkeypatch)
    made = adapter.load_turn_environment([fv.Puzzle("8 8 3 3")], rewards=REWARDS)
    state = {"info": made.dataset[0]["info"]}
    asyncio.run(made.setup_state(state))
    said = [
        message["content"]
        for reply in REPLIES
        for message in asyncio.run(made.env_response([{"content": reply}], state))
    ]
    assert said == MESSAGES
    found = {function.__name__: function(state=state) for function in made.rubric.funcs}
    assert found["total"] == pytest.approx(1.4)
    assert (found["is_solved"], found["turns"], made.max_turns) == (1.0, 5.0, 30)


def test_verifiers_plays_an_episode_in_version_0():
    vf = pytest.importorskip("verifiers", reason="verifiers is not installed")
    if not hasattr(vf, "MultiTurnEnv"):
        pytest.skip("this verifiers has task sets, no Rubric")
    pytest.importorskip("datasets", reason="datasets is not installed")
    env = verifiers.load_turn_environment([fv.Puzzle("8 8 3 3")], rewards=REWARDS)
    state = {**env.dataset[0], "trajectory": []}

    async def play():
        await env.setup_state(state)
        said = []
        for reply in REPLIES:
            messages = [{"role": "assistant", "content": reply}]
            said += await env.env_response(messages, state)
        return [message["content"] for message in said]

    assert MESSAGES == asyncio.run(play())
    assert "solved" in state["final_env_response"][0]["content"]
    assert state["episode"].is_solved
    (ours, *_) = env.rubric.rubrics  # the others are of verifiers
    state |= {"completion": [], "task": "default"}
    asyncio.run(ours.score_rollout(state))
    assert pytest.approx(1.4) == state["reward"]
    assert (1.0, 5.0) == (state["metrics"]["is_solved"], state["metrics"]["turns"])


# TextArena.


@pytest.fixture
def textarena(monkeypatch):
    return stand_ins.textarena(monkeypatch)


def adapter_of(name, program):
    """The adapter of a program; without the program the test is skipped."""
    reason = f"{program} is not installed: pip install {name}"
    return pytest.importorskip(f"facevalue.adapters.gyms.{name}", reason=reason)


def test_textarena_plays_an_episode(textarena):
    env = textarena.PuzzleTextEnv(rewards=REWARDS)
    env.reset(num_players=1, seed=5)
    env.episode = episode_of(ROW, {"rewards": REWARDS})
    env.get_observation()
    said, infos, shown = [], [], []
    for reply in REPLIES:
        done, info = env.step(reply)
        player, observation = env.get_observation()
        said.append(observation[-1][1])
        infos.append(info)
        shown.append(observation[-1][2])
        assert (player, observation[0][1]) == (0, reply)
    assert MESSAGES == said
    assert done
    assert KINDS == [info["kind"] for info in infos]
    kinds = textarena.ta.ObservationType
    assert [kinds.GAME_MESSAGE, kinds.GAME_ADMIN, *[kinds.GAME_MESSAGE] * 3] == shown
    assert TURN_REWARDS == [sum(info["rewards"].values()) for info in infos]
    rewards, info = env.close()
    assert {0: pytest.approx(1.4)} == rewards
    assert MESSAGES[-1] == info[0]["reason"]


def test_textarena_makes_the_environments_by_name():
    adapter = adapter_of("textarena", "TextArena")
    env = adapter.ta.make("facevalue/Countdown-v0")
    env.reset(num_players=1, seed=5)
    _, shown = env.get_observation()
    assert shown.strip() == f"[GAME] {TEMPLATES['turns'].text(env.episode.puzzle)}"
    first = env.episode.puzzle
    env.reset(num_players=1, seed=6)
    assert first != env.episode.puzzle
    env.reset(num_players=1, seed=5)
    assert first == env.episode.puzzle


def test_textarena_plays_a_curriculum(textarena):
    curriculum = Curriculum(size=3, seed=24)
    env = textarena.PuzzleTextEnv(curriculum=curriculum)
    for _ in range(10):
        env.reset(num_players=1)
        assert env.step(f"<answer>{env.episode.puzzle.solve()[0]}</answer>")[0]
    assert 10 == sum(rate.numerator - 1 for rate in curriculum.rates if rate.denominator > 2)


def test_textarena_refuses_bad_options(textarena):
    with pytest.raises(RuleError):
        textarena.PuzzleTextEnv(max_turns=0)
    with pytest.raises(RuleError):
        textarena.PuzzleTextEnv("chess")


# TorchRL.


def test_torchrl_accepts_the_environment():
    adapter = adapter_of("torchrl", "TorchRL")
    check_env_specs = pytest.importorskip("torchrl.envs.utils").check_env_specs
    whole = adapter.puzzle_env(rules="countdown")
    whole.set_seed(24)
    check_env_specs(whole)
    env = adapter.puzzle_env(puzzles=[fv.Puzzle("3 8 1", 24, "countdown")])
    env.set_seed(24)
    rewards = []
    for _ in range(40):
        steps = env.rollout(10)
        masks, actions = steps["action_mask"], steps["action"]
        assert masks.gather(1, actions[:, None]).all()  # random actions are allowed
        assert steps["next", "terminated"].squeeze(1).tolist() == [False] * (len(steps) - 1) + [
            True
        ]
        rewards.append(steps["next", "reward"].sum().item())
    assert {0.0, 1.0} == set(rewards)
    assert [24, 1] == steps["target"][0].tolist()


# NeMo Gym.


def test_nemo_gym_scores_responses():
    adapter = adapter_of("nemo_gym", "NeMo Gym")
    config = {"host": "", "port": 8080, "entrypoint": "", "name": ""}
    options = {"format_score": 0.1, "closeness": 0.2}
    server = adapter.PuzzleResourcesServer(
        config=adapter.PuzzleServerConfig(**config, options=options),
        server_client=pytest.importorskip("nemo_gym.server_utils").ServerClient.model_construct(),
    )

    def verify(answer, **row):
        text = {"type": "output_text", "text": f"<answer>{answer}</answer>", "annotations": []}
        message = {"type": "message", "role": "assistant", "id": "m", "content": [text]}
        response = {
            "id": "r",
            "created_at": 1.0,
            "model": "fake",
            "object": "response",
            "output": [{**message, "status": "completed"}],
            "parallel_tool_calls": False,
            "tool_choice": "none",
            "tools": [],
        }
        request = adapter.PuzzleVerifyRequest(
            responses_create_params={"input": "..."}, response=response, **row
        )
        return asyncio.run(server.verify(request))

    right = verify("8/(3-8/3)", **ROW)
    assert ("correct", pytest.approx(1.2)) == (right.reason, right.reward)
    assert {"closeness": 1.0} == right.measures
    assert [8, 8, 3, 3] == right.numbers  # the row stays
    wrong = verify("8+8+3+3", metadata=ROW)
    assert ("wrong_value", pytest.approx(0.1 + 0.2 / 3)) == (wrong.reason, wrong.reward)
    with pytest.raises(FaceValueError):
        verify("8")
    with pytest.raises(ValueError, match="nowhere"):  # pydantic repeats our message
        adapter.PuzzleResourcesServer(
            config=adapter.PuzzleServerConfig(**config, options={"extract": "nowhere"}),
            server_client=server.server_client,
        )
