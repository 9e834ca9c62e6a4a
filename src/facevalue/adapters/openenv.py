"""A multi-turn environment for OpenEnv, with its server; this module needs openenv-core.

uvicorn --factory facevalue.adapters.openenv:create_app
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from openenv.core.env_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

import facevalue as fv
from facevalue.adapters.shared.episodes import episode_of
from facevalue.adapters.shared.puzzle_source import DEFAULT_GAME, deal_at, puzzle_row
from facevalue.datasets import TEMPLATES
from facevalue.errors import RuleError
from facevalue.puzzle import Episode, rules_named
from facevalue.randomness import random_seed

if TYPE_CHECKING:
    from fastapi import FastAPI


class PuzzleAction(Action):  # type: ignore[misc] # the framework has no types
    """A reply of the model."""

    reply: str


class PuzzleObservation(Observation):  # type: ignore[misc] # the same
    """What the model reads; `reward` is the reward of the turn."""

    message: str


class PuzzleEnvironment(Environment):  # type: ignore[misc] # the same
    """A puzzle that a model plays turn by turn, as in `facevalue.puzzle.Episode`."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    _episode: Episode | None = None
    _id: str | None = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        rules: str = DEFAULT_GAME,
        numbers: list[Any] | str | None = None,
        target: Any = None,  # noqa: ANN401 - a number in any form
        options: dict[str, Any] | None = None,
    ) -> PuzzleObservation:
        """Start an episode with these numbers, or with a puzzle that is dealt.

        Args:
            seed: which solvable puzzle is dealt if there are no numbers; None for a random one.
            episode_id: the id of the episode; None for a new one.
            rules: the rules of the puzzle.
            numbers: the numbers; None to deal them.
            target: the target; None for the default target of the rules.
            options: the options of `Episode`.

        Raises:
            FaceValueError: invalid numbers, unknown rules, or an option out of bounds.
        """
        if numbers is None:
            number = random_seed() if seed is None else seed
            self._episode = Episode(deal_at(rules_named(rules), number, 0), **options or {})
        else:
            label = {"numbers": numbers, "target": target, "rules": rules}
            self._episode = episode_of(label, options or {})
        self._id = episode_id or str(uuid4())
        return PuzzleObservation(message=TEMPLATES["turns"].text(self.episode.puzzle))

    def step(self, action: PuzzleAction, timeout_s: float | None = None) -> PuzzleObservation:
        """Take a turn; with `timeout_s`, within so many seconds.

        Raises:
            DeadlineError: the time is up.
            RuleError: the episode is over, or `reset` has not been called.
        """
        with fv.deadline(timeout_s):
            turn = self.episode.take(action.reply)
        details = {"kind": turn.kind, "solvable": turn.solvable, "rewards": turn.rewards}
        return PuzzleObservation(
            message=turn.message, reward=turn.reward, done=turn.is_over, metadata=details
        )

    @property
    def episode(self) -> Episode:
        """The episode that is played.

        Raises:
            RuleError: `reset` has not been called.
        """
        if self._episode is None:
            raise RuleError("there is no episode yet; call reset first")
        return self._episode

    @property
    def state(self) -> State:
        """The puzzle, the rewards so far and the number of turns."""
        episode = self.episode
        return State(
            episode_id=self._id,
            step_count=len(episode.turns),
            rewards=episode.rewards,
            **puzzle_row(episode.puzzle),
        )


def create_app() -> FastAPI:
    """Return the server, a FastAPI application."""
    return create_fastapi_app(PuzzleEnvironment, PuzzleAction, PuzzleObservation)
