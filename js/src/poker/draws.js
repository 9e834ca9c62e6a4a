// Draws: how likely a hand is to become each category, and the next cards that help it.

import { cardsOf, cardText, DECK_SIZE, maskOf, refuseClashes, sizeOf } from "./cards.js";
import { checkDeck, countError } from "./checks.js";
import { deals } from "./core.js";
import { equityIn, handsOf, MAX_PLAYERS, shown, splitRivals } from "./equity.js";
import { CardError, LimitError, RuleError } from "../errors.js";
import { decimalOf, Fraction } from "../fraction.js";
import { boardSizes, gameNamed, hasStartingHands, holeSizes, isOmahaGame, missingCards, RANKINGS } from "./games.js";
import { loadOrderFor } from "./ranges/omaha_order.js";
import { MAX_HANDS } from "./ranges/omaha_hands.js";
import { wholeNumber } from "../options.js";
import { highestFirst } from "./ranges/range_text.js";
import rows from "../rows.js";

const FLOP = 3, MOST_STEPS_TO_FIT = 1_000_000_000;
const ALL_CARDS = (1n << BigInt(DECK_SIZE)) - 1n;
const SWAPPED = { "Full House": "Flush", Flush: "Full House" };
// The categories of each ranking, the best first.
const ORDERS = { high: rows.categories, short: rows.categories.map((name) => SWAPPED[name] ?? name) };

const hasRanges = (game) => hasStartingHands(game) || isOmahaGame(game);
const words = (mask) => highestFirst(mask).map(cardText);

/** How likely a hand is to become each category: the same fields as Python's `odds(...).as_dict()`. */
export async function odds(hand, board = "", { opponents = 0, dead = "", game = "holdem", seed = null } = {}) {
  const rules = gameNamed(game);
  const players = readOpponents(opponents);
  if (!ORDERS[rules.ranking]) throw new RuleError(`the hands of ${rules.name} have no categories such as Flush`);
  const [held, shared, gone] = [hand, board, dead].map(maskOf);
  refuseClashes(["in the hand", held], ["on the board", shared], ["among the dead cards", gone]);
  checkCounts(rules, held, shared);
  const left = ALL_CARDS & ~(held | shared | gone | missingCards(rules));
  const missing = rules.board ? rules.board - sizeOf(shared) : rules.hole - sizeOf(held);
  if (missing > sizeOf(left)) throw new CardError(`${missing} more cards are needed, but ${sizeOf(left)} are left`);
  const core = await deals();
  const draw = [rules.ranking, held, shared, rules.from_hole];
  const chances = (more) => chancesOf(core.call("count_categories_after", ...draw, left, more, rules.board ? "0" : "1"), rules);
  const street = rules.board ? Math.max(FLOP - sizeOf(shared), 1) : 1;
  return {
    game: rules.name,
    cards: words(held),
    board: words(shared),
    category: categoryNow(core, rules, held, shared),
    next: missing ? chances(Math.min(street, missing)) : {},
    final: chances(missing),
    ahead: players.length ? await ahead(rules, held, shared, gone, players, seed) : null,
  };
}

/** The hands or ranges of the opponents, unread, from these or from a number. */
function readOpponents(given) {
  const count = typeof given === "string" && /^[0-9]$/.test(given) ? Number(given) : given;
  if (!["number", "bigint", "boolean"].includes(typeof count)) return splitRivals(given);
  return Array(wholeNumber("opponents", count, 0, MAX_PLAYERS - 1)).fill("random");
}

function checkCounts(game, hand, board) {
  checkDeck(game, hand | board);
  const [least, most] = holeSizes(game);
  if (sizeOf(hand) < least || sizeOf(hand) > most) throw countError(game, holeSizes(game), sizeOf(hand));
  if (sizeOf(board) > game.board) throw new CardError(`the board of ${game.name} has up to ${game.board} cards, not ${sizeOf(board)}`);
}

function chancesOf(lines, { ranking }) {
  const counts = Object.fromEntries(rows.categories.map((name, at) => [name, BigInt(lines[at])]));
  const total = Object.values(counts).reduce((sum, count) => sum + count);
  return Object.fromEntries(
    ORDERS[ranking].map((name) => {
      const chance = new Fraction(counts[name], total);
      return [name, { fraction: `${chance}`, decimal: decimalOf(chance) }];
    }),
  );
}

function categoryNow(core, game, hand, board) {
  if (game.from_hole && (sizeOf(board) < boardSizes(game)[0] || sizeOf(board) > boardSizes(game)[1])) {
    const ranks = cardsOf(hand).map((id) => id >> 2);
    return new Set(ranks).size < ranks.length ? "One Pair" : "High Card";
  }
  return rows.categories[Number(core.call("category_so_far", game.ranking, hand, board, game.from_hole)[0])];
}

/** The equity if no more cards were dealt. */
async function ahead(game, hand, board, dead, opponents, seed) {
  const needed = RANKINGS[game.ranking].cards - (game.from_hole || game.hole);
  if (!hasRanges(game) || sizeOf(board) < needed) {
    const wanted = hasRanges(game) ? `a board of ${needed} cards or more` : "a game with ranges";
    throw new RuleError(`odds against opponents need ${wanted}`);
  }
  return equityIn({ ...game, board: sizeOf(board) }, [cardsOf(hand), ...opponents], { board: cardsOf(board), dead: cardsOf(dead), seed });
}

/** The next board cards that improve a hand, or with which it wins alone against other hands; the highest first. */
export async function outs(hand, board, against = null, { dead = "", game = "holdem" } = {}) {
  const rules = gameNamed(game);
  const [mine, shared, dropped] = [hand, board, dead].map(maskOf);
  const rivals = against === null ? [] : splitRivals(against);
  await loadOrderFor(rules, rivals);
  const read = rivals.map((rival) => handsOf(rival, rules)), hands = read.map((each, at) => masksOf(each, rivals[at]));
  // A rival with only one hand has it, so its cards cannot come.
  const known = [mine, ...hands.filter(({ length }) => length === 1).flat()];
  const held = known.map((mask, at) => [at ? "in another hand" : "in the hand", mask]);
  refuseClashes(...held, ["on the board", shared], ["among the dead cards", dropped]);
  checkOuts(rules, known, shared);
  const gone = mine | shared | dropped | missingCards(rules);
  const possible = hands.map((masks) => masks.filter((hand) => !(hand & gone)));
  const nobody = possible.findIndex(({ length }) => !length);
  if (nobody >= 0) throw new CardError(`no hand of ${shown(rivals[nobody], read[nobody])} is possible with these cards`);
  if (!rivals.length && !ORDERS[rules.ranking]) throw new RuleError(`${rules.name} has no categories to improve; name the hands to win against`);
  const core = await deals(), left = ALL_CARDS & ~known.reduce((all, mask) => all | mask, gone);
  const [line] = core.call("outs", rules.ranking, mine, shared, rules.from_hole, left, ...possible.map((masks) => masks.join(" ")));
  if (!line) throw new LimitError("so few of these hands fit together that finding them takes too long; use larger ranges", MOST_STEPS_TO_FIT);
  const [found, mayCome] = line.split(" ");
  if (mayCome === "0") throw new CardError(`these hands cannot be dealt together: ${rivals.map((rival, at) => shown(rival, read[at])).join(", ")}`);
  return words(BigInt(found));
}

/** The hands that a rival may have, as masks. */
function masksOf(hands, rival) {
  if (typeof hands === "bigint") return [hands];
  if (hands.weights) return [...hands.weights.keys()];
  if (hands.size <= MAX_HANDS) return [...hands.items.at(-1)[0].masks()];
  const [most, count] = [MAX_HANDS, hands.size].map((number) => number.toLocaleString("en-US"));
  throw new LimitError(`a rival may have up to ${most} hands, not ${count}: ${shown(rival, hands)}; use a smaller range`, MAX_HANDS);
}

/** Checks that another board card can come, and that the hands have the right cards. */
function checkOuts(game, hands, board) {
  if (!game.board) throw new RuleError(`${game.name} has no board, and so no outs`);
  const fewest = RANKINGS[game.ranking].cards - (game.from_hole || game.hole), count = sizeOf(board);
  if (count < fewest || count >= game.board) {
    const sizes = Array.from({ length: game.board - fewest }, (_, at) => fewest + at).join(" or ");
    throw new CardError(`outs needs a board of ${sizes} cards in ${game.name}, not ${count}`);
  }
  checkDeck(game, board);
  for (const hand of hands) {
    if (sizeOf(hand) !== game.hole) throw countError(game, [game.hole, game.hole], sizeOf(hand));
    checkDeck(game, hand);
  }
}
