// Playing cards: strings to ids and masks. An id is rank * 4 + suit; the bit of a card in a mask is 13 * suit + rank.

import { CardError, quoted, represented } from "../errors.js";
import { firstOf } from "../options.js";
import { pokerCore } from "./core.js";

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
export const DECK_SIZE = 52;
const MAX_LISTED = 1000; // cards of a sequence, most of which are repeated then

export const cardText = (id) => RANKS[id >> 2] + SUITS[id & 3];
export const bitOf = (id) => 1n << BigInt(13 * (id & 3) + (id >> 2));
export const sizeOf = (mask) => [...mask.toString(2)].filter((bit) => bit === "1").length;

/** The ids of the cards of a string, or of a list of strings and ids, in order. */
export function parseCards(cards) {
  if (typeof cards === "string") return pokerCore.call("read_cards", cards).map(Number);
  const ids = listed(cards).map(oneCard);
  const repeated = ids.find((id, at) => ids.indexOf(id) < at);
  if (repeated !== undefined) throw new CardError(`${represented(cardText(repeated))} is repeated`);
  return ids;
}

export const maskOf = (cards) => parseCards(cards).reduce((mask, id) => mask | bitOf(id), 0n);

// The place of the bit of each rank and suit in ASCII, one more; 0 for other characters.
const [RANK_PLACES, SUIT_PLACES] = [new Uint8Array(128), new Uint8Array(128)];
[...RANKS].forEach((rank, at) => [rank, rank.toLowerCase()].forEach((each) => (RANK_PLACES[each.charCodeAt(0)] = at + 1)));
[...SUITS].forEach((suit, at) => [suit, suit.toUpperCase()].forEach((each) => (SUIT_PLACES[each.charCodeAt(0)] = 13 * at + 1)));

/** The halves of the mask of a string such as "AhKh" or "Ah Kh", without BigInts; null for every other spelling. */
export function plainHalves(text) {
  let low = 0, high = 0;
  for (let at = 0; at < text.length; at += 2) {
    if (text.charCodeAt(at) === 32) at += 1;
    const rank = RANK_PLACES[text.charCodeAt(at)], suit = SUIT_PLACES[text.charCodeAt(at + 1)];
    if (!rank || !suit) return null;
    const place = rank + suit - 2, bit = 1 << (place & 31);
    if ((place < 32 ? low : high) & bit) return null;
    if (place < 32) low |= bit;
    else high |= bit;
  }
  return [low, high];
}

/** The ids of a mask, suit by suit. */
export function cardsOf(mask) {
  const places = Array.from({ length: DECK_SIZE }, (_, place) => place).filter((place) => (mask >> BigInt(place)) & 1n);
  return places.map((place) => (place % 13) * 4 + Math.floor(place / 13));
}

/** The ids of a hand, the highest first. */
export const highestFirst = (hand) => cardsOf(hand).sort((one, other) => other - one);

/** The cards of a hand, the highest first. */
export const handText = (hand) => highestFirst(hand).map(cardText).join("");

/** The mask of a hand with so many different cards. */
export function handMask(cards, size) {
  const hand = maskOf(cards);
  if (sizeOf(hand) !== size) throw new CardError(`a hand must have ${size} cards, not ${sizeOf(hand)}: ${quoted(cards)}`);
  return hand;
}

function listed(cards) {
  const found = firstOf(cards, MAX_LISTED);
  if (found) return found;
  throw new CardError(`cards must be a string or a sequence, not ${quoted(cards)}`);
}

function oneCard(card) {
  if (typeof card === "string") return Number(pokerCore.call("read_card", card)[0]);
  if (Number.isInteger(card) && card >= 0 && card < DECK_SIZE) return card;
  throw new CardError(`the id of a card must be from 0 to ${DECK_SIZE - 1}, not ${quoted(card)}`);
}

/** True if a string is one card. */
export const isCard = (text) => pokerCore.call("is_card", text)[0] === "1";

/** True if a string is one hand: only cards, and with commas at most so many of them. */
export const isOneHand = (text, cards) => pokerCore.call("is_one_hand", cards, text)[0] === "1";

/** How many sets of k there are of n cards. */
export const choose = (n, k) => Array.from({ length: Math.max(0, k) }, (_, at) => (n - at) / (at + 1)).reduce((product, part) => product * part, 1);
