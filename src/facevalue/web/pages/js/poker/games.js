// The poker games: rows of the library, and what stays on a table when another game is chosen.

import { request } from "../shared/core.js";
import { make } from "../shared/dom.js";
import { shuffled } from "../shared/random.js";
import { cardsOf, SUITS } from "../cards/suits.js";
import { t, translated } from "../shared/language.js";

/** The rows of the games, by name; the first is the usual one. */
export async function allGames() {
  const { games } = await request("games");
  return new Map(games.map((game) => [game.name, game]));
}

/** The choices of a select. */
export const gameOptions = (games) => [...games.values()].map(({ name, title }) => make("option", { value: name }, translated(title)));

/** "5 to 7 cards", "4 cards". */
export function cardsWords([least, most]) {
  return least === most ? t("poker.card_count", { count: most }) : t("poker.card_counts", { fewest: least, most });
}

/** The cards that the deck of a game has. */
export const inDeck = (cards, { ranks }) => cards.filter(([rank]) => ranks.includes(rank));

/**
 * The hands of the players in another game: cards stay as far as they fit, ranges where the game
 * has the same ones, and what is missing is any hand or, without ranges, is dealt.
 */
export function fitted(players, { from, to, taken }) {
  const isSameKind = from.hole === to.hole && from.has_ranges && to.has_ranges;
  const known = players.map((text) => inDeck(cardsOf(text) ?? [], to).slice(0, to.hole));
  const free = shuffled(cardsIn(to).filter((card) => ![...known.flat(), ...taken].includes(card)));
  return players.map((text, at) => {
    const cards = known[at];
    if (cardsOf(text) === null && isSameKind) return text;
    if (cards.length >= to.hole_sizes[0]) return cards.join("");
    if (to.has_ranges && !cards.length) return "random";
    const wanted = Math.max(to.hole_sizes[0], Math.ceil(to.hole / 2));
    return [...cards, ...free.splice(0, wanted - cards.length)].join("");
  });
}

/** All cards of the deck of a game. */
export const cardsIn = ({ ranks }) => [...SUITS].flatMap((suit) => [...ranks].map((rank) => rank + suit));
