// What a worker answers to each verb about poker: the JSON that the server would send.

import { combined, decimalOf, Fraction } from "../../facevalue/src/fraction.js";
import { breakdown } from "../../facevalue/src/poker/breakdown.js";
import { explain } from "../../facevalue/src/poker/cactus.js";
import { odds } from "../../facevalue/src/poker/draws.js";
import { equity } from "../../facevalue/src/poker/equity.js";
import { GAMES, gameNamed, handCount, hasStartingHands } from "../../facevalue/src/poker/games.js";
import { byNextCard } from "../../facevalue/src/poker/next_card.js";
import { loadOrderFor } from "../../facevalue/src/poker/ranges/omaha_order.js";
import { parseRange } from "../../facevalue/src/poker/ranges/range.js";
import { rangeEquities } from "../../facevalue/src/poker/range_equities.js";
import { evaluate } from "../../facevalue/src/poker.js";

export const ANSWERS = {
  games: () => ({ games: Object.values(GAMES) }),
  hand: ({ cards, game, board, explain: isExplained }) => {
    const strength = evaluate(cards, game || "holdem", { board: board || "" });
    return isExplained ? { ...strength, explanation: explain(strength.best) } : strength;
  },
  range: rangeOf,
  equity: ({ players, board, dead, game, samples = null }) =>
    equity(players, { board: board || "", dead: dead || "", game: game || "holdem", samples: samples === null ? null : Number(samples) }),
  odds: ({ hand, board, dead, game }) => odds(hand, board || "", { dead: dead || "", game: game || "holdem" }),
  breakdown: ({ hands, board, dead }) => breakdown(hands, board, { dead: dead || "" }),
  "by-next-card": async ({ players, board, dead, game }) => ({ by_card: await byNextCard(players, { board, dead: dead || "", game: game || "holdem" }) }),
  "range-equities": ({ hero, villain, board, dead }) => rangeEquities(hero, villain, { board: board || "", dead: dead || "" }),
};

async function rangeOf({ hands, game, dead }) {
  const rules = gameNamed(game || "holdem");
  await loadOrderFor(rules, hands);
  const found = parseRange(hands, rules, { dead: dead || "" });
  const part = combined(found.total, "/", new Fraction(BigInt(handCount(rules))));
  const share = { fraction: `${part}`, decimal: decimalOf(part) };
  if (!hasStartingHands(rules)) return { game: rules.name, ...found.toJSON(), share };
  const shares = Object.entries(found.startingHands).filter(([, weight]) => weight.numerator);
  const grid = Object.fromEntries(shares.map(([name, weight]) => [name, decimalOf(weight)]));
  return { game: rules.name, ...found.toJSON(), share, grid };
}
