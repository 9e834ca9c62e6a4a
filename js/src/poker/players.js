// The hands and ranges of players, as people write them.

import { CardError, quoted, RangeError, RuleError } from "../errors.js";
import { handText, isCard, isOneHand, maskOf, sizeOf } from "./cards.js";
import { wrongCount } from "./checks.js";
import { hasStartingHands, holeSizes, isOmahaGame, OMAHA_HOLES, omahaName } from "./games.js";
import { OmahaRange } from "./ranges/omaha_range.js";
import { Range } from "./ranges/range.js";

/** The players of a string such as "AhKh vs QQ+". */
export function splitPlayers(player) {
  if (typeof player !== "string") return [player];
  const parts = player.split(/\s*\|\s*|(?:^|\s+)(?:vs?\.?|versus)(?=\s|$)/i);
  return parts.length === 1 ? parts : parts.map((part) => part.trim()).filter(Boolean);
}

/** The hands and ranges of other players, unread: one, or several in a list or a string. A list of single cards is one hand. */
export function splitRivals(given) {
  const isSeveral = Array.isArray(given) && given.some(isHand);
  const players = (isSeveral ? given : [given]).flatMap(splitPlayers);
  if (!players.length) throw new CardError(`expected a hand or a range: ${quoted(given)}`);
  return players;
}

/** True if an item of a list is a hand or a range, not a card. */
function isHand(item) {
  if (typeof item === "string") return !isCard(item);
  return isRange(item) || typeof item?.[Symbol.iterator] === "function";
}

/** The range of a player of a game with two hole cards, who may have one hand. */
export function rangeOf(player, game) {
  const hands = handsOf(player, game);
  return isRange(hands) ? hands : new Range(handText(hands));
}

/** What a player has: a range, or one hand as a mask. */
export function handsOf(player, game) {
  const isText = typeof player === "string", isOmaha = isOmahaGame(game);
  if (player instanceof Range && !hasStartingHands(game)) throw new RuleError(`${game.name} has no ranges of two cards: ${quoted(String(player))}`);
  if (player instanceof OmahaRange && !isOmaha) throw new RuleError(`${game.name} has no Omaha ranges: ${quoted(String(player))}`);
  if (player instanceof OmahaRange && player.cards !== game.hole) {
    throw new RangeError(`the range must have hands of ${game.hole} cards, not ${player.cards}`, String(player), 0);
  }
  if (isRange(player)) return player;
  if (isText && hasStartingHands(game)) return rangeOrHint(player);
  if (isText && isOmaha && !isOneHand(player, game.hole)) return new OmahaRange(player, { cards: game.hole });
  return handOf(player, game);
}

export const isRange = (hands) => hands instanceof Range || hands instanceof OmahaRange;

/** The range of a string; four to six cards are a hand of Omaha. */
function rangeOrHint(text) {
  try {
    return new Range(text);
  } catch (error) {
    const size = error instanceof RangeError && !text.includes(" ") ? cardCount(text) : 0;
    if (!OMAHA_HOLES.includes(size)) throw error;
    throw new CardError(`${quoted(text)} has ${size} cards; did you mean \`game: "${omahaName(size)}"\`?`);
  }
}

function cardCount(text) {
  try {
    return sizeOf(maskOf(text));
  } catch (error) {
    if (error instanceof CardError) return 0;
    throw error;
  }
}

function handOf(player, game) {
  const isOpen = typeof player === "string" && !game.board;
  const unknown = isOpen ? (player.match(/[Xx?-]/g) ?? []).length : 0;
  const hand = maskOf(isOpen ? player.replace(/[Xx?-]/g, " ") : player);
  const count = sizeOf(hand), [least, most] = holeSizes(game);
  if (count < least || count + unknown > most) {
    throw new CardError(`${wrongCount(game, least, most, count + unknown)}: ${quoted(player)}`);
  }
  return hand;
}

export const nameOf = (hands) => (isRange(hands) ? String(hands) : handText(hands));
export const shown = (player, hands) => quoted(typeof player === "string" ? player : nameOf(hands));
