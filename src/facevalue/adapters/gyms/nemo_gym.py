"""A resources server for NeMo Gym, which scores answers; this module needs nemo-gym.

python -m facevalue.adapters.gyms.nemo_gym
"""

from __future__ import annotations

from typing import Any

from nemo_gym import base_resources_server as base
from pydantic import ConfigDict, Field

from facevalue.adapters.shared.labels import as_mappings, parse_label
from facevalue.adapters.shared.scoring import Scorer


class PuzzleServerConfig(base.BaseResourcesServerConfig):  # type: ignore[misc] # not installed
    """The configuration; `options` are the options of `Scorer`."""

    options: dict[str, Any] = Field(default_factory=dict)


class PuzzleVerifyRequest(base.BaseVerifyRequest):  # type: ignore[misc] # the same
    """A response, with the fields of its row.

    These are `numbers` (or `nums`), `target` and optionally `rules`, `extract` and `solvable`, in
    the row or in its `metadata`.
    """

    model_config = ConfigDict(extra="allow")


class PuzzleVerifyResponse(base.BaseVerifyResponse):  # type: ignore[misc] # the same
    """The reward, why the answer is right or wrong, and the measures that were requested."""

    model_config = ConfigDict(extra="allow")
    reason: str
    measures: dict[str, float]


class PuzzleResourcesServer(base.SimpleResourcesServer):  # type: ignore[misc] # the same
    """Scores the last message of each response."""

    config: PuzzleServerConfig

    def model_post_init(self, context: Any, /) -> None:
        """Check the options."""
        super().model_post_init(context)
        self._scorer = Scorer(**self.config.options)

    async def verify(self, body: PuzzleVerifyRequest) -> PuzzleVerifyResponse:
        """Score the response of a row.

        Raises:
            FaceValueError: the row has no numbers, or unknown rules.
        """
        messages = as_mappings(body.response.output)
        score = self._scorer.score(messages, parse_label(body.model_extra))
        return PuzzleVerifyResponse(
            **body.model_dump(),
            reward=score.reward,
            reason=score.reason.value,
            measures=score.measures,
        )


if __name__ == "__main__":
    PuzzleResourcesServer.run_webserver()
