// Draws: how likely a hand is to become each category, and the next cards that help it.

import { cardsOf, cardText, highestFirst, maskOf, sizeOf } from "./cards.js";
import { block } from "./deal.js";
import { deals } from "./core.js";
import { equityIn, MAX_PLAYERS } from "./equity.js";
import { handsOf, shown, splitRivals } from "./players.js";
import { decimalOf, Fraction } from "../fraction.js";
import { cardsOfGame, gameNamed } from "./games.js";
import { loadOrderFor } from "./ranges/omaha_order.js";
import { allWeightsOf } from "./ranges/omaha_range.js";
import { wholeNumber } from "../options.js";
import rows from "../rows.js";

const words = (mask) => highestFirst(mask).map(cardText);

/** How likely a hand is to become each category: the same fields as Python's `odds(...).as_dict()`. */
export async function odds(hand, board = "", { opponents = 0, dead = "", game = "holdem", seed = null } = {}) {
  const rules = gameNamed(game), players = readOpponents(opponents);
  const [held, shared, gone] = [hand, board, dead].map(maskOf);
  const core = await deals();
  const [category, ...counts] = core.call("odds", ...cardsOfGame(rules), held, shared, gone, players.length ? "1" : "0");
  return {
    game: rules.name,
    cards: words(held),
    board: words(shared),
    category,
    next: chancesOf(counts.slice(rows.categories.length)),
    final: chancesOf(counts.slice(0, rows.categories.length)),
    ahead: players.length ? await ahead(rules, held, shared, gone, players, seed) : null,
  };
}

/** The hands or ranges of the opponents, unread, from these or from a number. */
function readOpponents(given) {
  const count = typeof given === "string" && /^[0-9]$/.test(given) ? Number(given) : given;
  if (!["number", "bigint", "boolean"].includes(typeof count)) return splitRivals(given);
  return Array(wholeNumber("opponents", count, 0, MAX_PLAYERS - 1)).fill("random");
}

/** The chances of categories, from lines of counts and names. */
function chancesOf(lines) {
  const counts = lines.map((line) => BigInt(line.split(" ", 1)[0])), total = counts.reduce((sum, count) => sum + count, 0n);
  return Object.fromEntries(
    lines.map((line, at) => {
      const chance = new Fraction(counts[at], total);
      return [line.slice(line.indexOf(" ") + 1), { fraction: `${chance}`, decimal: decimalOf(chance) }];
    }),
  );
}

/** The equity if no more cards were dealt. */
const ahead = (game, hand, board, dead, opponents, seed) =>
  equityIn({ ...game, board: sizeOf(board) }, [cardsOf(hand), ...opponents], { board: cardsOf(board), dead: cardsOf(dead), seed });

/** The next board cards that improve a hand, or with which it wins alone against other hands; the highest first. */
export async function outs(hand, board, against = null, { dead = "", game = "holdem" } = {}) {
  const rules = gameNamed(game);
  const [mine, shared, dropped] = [hand, board, dead].map(maskOf);
  const rivals = against === null ? [] : splitRivals(against);
  await loadOrderFor(rules, rivals);
  const core = await deals();
  const lines = rivals.flatMap((rival) => linesOfRival(core, rival, handsOf(rival, rules)));
  return words(BigInt(core.call("outs", ...cardsOfGame(rules), mine, shared, dropped, ...lines)[0]));
}

/** How messages show a rival, and the hands that it may have, as masks. */
function linesOfRival(core, rival, hands) {
  const name = shown(rival, hands), listed = typeof hands === "bigint" ? [hands] : null;
  if (!listed) core.call("check_rival", hands.size, name);
  return [...block(name), (listed ?? [...(hands.weights ?? allWeightsOf(hands)).keys()]).join(" ")];
}
