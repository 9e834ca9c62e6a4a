// The rating of a player: the percentile of the hands at which they are as fast as people.

import { played } from "./history.js";
import { isSolvedAlone } from "./store.js";

const FEWEST = 5; // hands, before there is a rating
const START = 25;
const SCALE = 30; // percentiles: at hands that are this much easier, ten to one to be as fast as people
const [FIRST_HANDS, FIRST_STEP, STEP] = [10, 8, 4]; // the first hands move the rating further

/**
 * The rating after hands of 24, the oldest first: `{percentile, isFast}`, where a hand is more difficult
 * for people than `percentile` % of all, and `isFast` if it was solved alone in the time that people take
 * on average. Each hand is a game against an opponent rated at its percentile, as in Elo. Null after
 * too few hands.
 */
export function ratingAfter(hands) {
  let rating = START;
  hands.forEach(({ percentile, isFast }, at) => {
    const expected = 1 / (1 + 10 ** ((percentile - rating) / SCALE));
    const moved = rating + (at < FIRST_HANDS ? FIRST_STEP : STEP) * (Number(isFast) - expected);
    rating = Math.min(100, Math.max(0, moved));
  });
  return hands.length < FEWEST ? null : Math.round(rating);
}

/** The rating of this player, from all hands that people were timed at. */
export function playerRating() {
  const isRated = ({ is24, puzzle: { outcome } }) => is24 && Number.isFinite(outcome.percentile) && Number.isFinite(outcome.people);
  const hands = played().filter(isRated).map(({ puzzle }) => ({ percentile: puzzle.outcome.percentile, isFast: isSolvedAlone(puzzle) && puzzle.seconds <= puzzle.outcome.people }));
  return ratingAfter(hands.reverse());
}
