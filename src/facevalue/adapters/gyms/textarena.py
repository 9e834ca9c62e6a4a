"""A single-player environment for TextArena; importing this module registers it.

env = textarena.make("facevalue/Countdown-v0")
"""

from __future__ import annotations

from typing import Any

import textarena as ta
from textarena.envs.registration import ENV_REGISTRY, register

import facevalue as fv
from facevalue.adapters.shared.puzzle_source import (
    DEFAULT_GAME,
    ENVIRONMENTS,
    deal_at,
    turn_facts,
)
from facevalue.datasets import TEMPLATES, Curriculum
from facevalue.puzzle import Episode, rules_named


class PuzzleTextEnv(ta.Env):  # type: ignore[misc] # the framework has no types
    """A puzzle that a model plays turn by turn, as in `facevalue.puzzle.Episode`.

    `close` returns the sum of the rewards. An invalid reply changes nothing and costs a turn.

    Args:
        rules: the rules to deal for.
        curriculum: chooses the puzzles instead of `rules` and the seed; None to deal them.
        **options: the options of `Episode`.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
    """

    def __init__(
        self,
        rules: str | fv.Rules = DEFAULT_GAME,
        *,
        curriculum: Curriculum | None = None,
        **options: Any,
    ) -> None:
        self._rules, self._curriculum, self._options = rules_named(rules), curriculum, options
        self._band = 0
        self.episode = Episode(deal_at(self._rules, 0), **options)  # reports bad options now

    def reset(self, num_players: int = 1, seed: int | None = None) -> None:
        """Start an episode with the puzzle that is dealt for the seed; None for a random one."""
        if self._curriculum is None:
            puzzle = deal_at(self._rules, seed)
        else:
            self._band, puzzle = self._curriculum.draw()
        self.episode = Episode(puzzle, **self._options)
        prompt = TEMPLATES["turns"].text(puzzle)
        self.state = ta.SinglePlayerState(
            num_players=num_players, seed=seed, max_turns=self.episode.max_turns
        )
        self.state.reset(game_state={}, player_prompt_function=lambda **_: prompt)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take a turn with the reply of the model."""
        kinds, state = ta.ObservationType, self.state
        state.add_observation(action, kinds.PLAYER_ACTION, from_id=state.current_player_id)
        turn = self.episode.take(action)
        kind = kinds.GAME_ADMIN if turn.kind == "invalid" else kinds.GAME_MESSAGE
        state.add_observation(turn.message, kind)
        state.step_info = turn_facts(turn)
        if turn.is_over:
            state.set_outcome(self.episode.reward, turn.message)
            if self._curriculum is not None:
                self._curriculum.record(self._band, is_solved=self.episode.is_solved)
        return tuple(state.step())


for name, game in ENVIRONMENTS.items():
    if name not in ENV_REGISTRY:
        register(name, PuzzleTextEnv, [ta.wrappers.LLMObservationWrapper], rules=game)
