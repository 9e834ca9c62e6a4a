"""A multi-turn environment for OpenEnv (openenv-core): uvicorn facevalue.adapters.openenv:app."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app

import facevalue as fv
from facevalue.adapters.shared.puzzle_source import puzzle_or_deal, puzzle_row, turn_facts
from facevalue.datasets import TEMPLATES
from facevalue.errors import FaceValueError, RuleError
from facevalue.puzzle import Episode


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
        options: dict[str, Any] | None = None,
        **row: Any,
    ) -> PuzzleObservation:
        """Start an episode.

        Args:
            seed: which solvable puzzle is dealt without numbers; None for a random one.
            episode_id: the id of the episode; None for a new one.
            options: the options of `Episode`.
            **row: the `numbers` of the puzzle, its `target` and its `rules`; or only the rules.

        Raises:
            FaceValueError: invalid numbers, unknown rules, or an option out of bounds.
        """
        puzzle = puzzle_or_deal(row, seed)
        self._episode, self._id = Episode(puzzle, **options or {}), episode_id or str(uuid4())
        return PuzzleObservation(message=TEMPLATES["turns"].text(puzzle))

    def step(self, action: PuzzleAction, timeout_s: float | None = None) -> PuzzleObservation:
        """Take a turn; with `timeout_s`, within so many seconds.

        Raises:
            DeadlineError: the time is up.
            RuleError: the episode is over, or `reset` has not been called.
        """
        with fv.deadline(timeout_s):
            turn = self.episode.take(action.reply)
        return PuzzleObservation(
            message=turn.message, reward=turn.reward, done=turn.is_over, metadata=turn_facts(turn)
        )

    @property
    def episode(self) -> Episode:
        """The episode that is played.

        Raises:
            RuleError: `reset` has not been called.
        """
        if self._episode is None:
            raise RuleError("there is no episode yet; call reset first, in the same session (/ws)")
        return self._episode

    @property
    def state(self) -> State:
        """The puzzle, the rewards so far and the number of turns."""
        state = puzzle_row(self.episode.puzzle) | {"rewards": self.episode.rewards}
        return State(episode_id=self._id, step_count=len(self.episode.turns), **state)


app = create_fastapi_app(PuzzleEnvironment, PuzzleAction, PuzzleObservation)


# Each request outside of a session has a new environment, so that POST /step has no episode.
@app.exception_handler(FaceValueError)  # type: ignore[untyped-decorator] # the same
def refuse(request: object, error: FaceValueError) -> Any:  # noqa: ARG001 - as FastAPI calls it
    """Reply with the message of an error, as FastAPI does for a bad request."""
    from starlette.responses import JSONResponse  # noqa: PLC0415 - comes with the framework

    return JSONResponse({"detail": str(error)}, 400)
