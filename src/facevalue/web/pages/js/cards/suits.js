// Cards as people name them, and the shapes of the four suits.

import { makeSvg } from "../shared/dom.js";
import { t } from "../shared/language.js";

export const RANKS = "23456789TJQKA";
export const SUITS = "shdc";
export const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

// Each shape is about 20 wide, with (0, 0) at its middle.
const SHAPES = {
  h: "M0 9.500C-3-.500-10-2-10-6.500-10-12-2.500-11.500 0-5.500 2.500-11.500 10-12 10-6.500 10-2 3-.500 0 9.500z",
  d: "M0-11C2.500-6.500 5-3 8 0 5 3 2.500 6.500 0 11-2.500 6.500-5 3-8 0-5-3-2.500-6.500 0-11z",
  s: "M0-11C2.500-5.500 10-1.500 10 3.500 10 8.500 3.500 8.500 1.200 4.800 1.500 7.500 2.400 9.300 4 10.500H-4C-2.400 9.300-1.500 7.500-1.200 4.800-3.500 8.500-10 8.500-10 3.500-10-1.500-2.500-5.500 0-11z",
  c: "M0-10.500a4.700 4.700 0 0 1 3.300 8.100 4.700 4.700 0 1 1-1.900 6.300C1.600 7 2.500 9 4 10.500H-4C-2.500 9-1.600 7-1.400 3.900a4.700 4.700 0 1 1-1.900-6.300A4.700 4.700 0 0 1 0-10.500z",
};

export const isRed = (suit) => suit === "h" || suit === "d";
export const colourOf = (suit) => (isRed(suit) ? "#b8202a" : "#1d211c");
export const rankShown = (rank) => (rank === "T" ? "10" : rank);

/** "ace of spades". */
export const cardName = ([rank, suit]) => t("card", { rank: t(`rank.${rank}`), suit: t(`suit.${suit}`) });

const COURTS = { T: 10, J: 11, Q: 12, K: 13, A: 1 };

/** What a card is worth in the 24 game. */
export const worthOf = ([rank]) => COURTS[rank] ?? Number(rank);

/** The cards of a string such as "AhKd" or "10h Ks"; null if it is not a list of cards. */
export function cardsOf(text) {
  const squeezed = text.replaceAll("10", "T").replace(/[\s,]+/g, "");
  if (!/^([2-9tjqka][shdc])*$/i.test(squeezed)) return null;
  return (squeezed.match(/../g) ?? []).map((card) => card[0].toUpperCase() + card[1].toLowerCase());
}

/** A suit with its middle at a point; `turned` turns it upside down. */
export function suitShape(suit, x, y, scale = 1, turned = false) {
  const turn = turned ? " rotate(180)" : "";
  return makeSvg("path", { d: SHAPES[suit], fill: colourOf(suit), transform: `translate(${x} ${y})${turn} scale(${scale})` });
}
