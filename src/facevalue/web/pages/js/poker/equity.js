// The shares of the players in words.

import { percent } from "./table.js";
import { locale, t, translated } from "../shared/language.js";

/** Describes whether all deals were counted, and if not, how far off the shares may be. */
export function resultWords({ exact, deals, players }) {
  const many = Number(deals).toLocaleString(locale);
  if (exact) return deals === 1 ? t("poker.exact_one") : t("poker.exact", { deals: many });
  const error = Math.max(...players.filter(Boolean).map((player) => player.standard_error));
  return t("poker.sampled", { deals: many, error: percent(error) });
}

/** "1: 38.9 %, 2: 61.1 %": the shares on one line. */
export const summaryWords = ({ players }) => players.map((player, at) => `${at + 1}: ${player ? percent(player.equity.decimal, 1) : "–"}`).join("   ");

/** The table as text to paste somewhere; the usual game needs no name. */
export function tableText({ game, players, board, dead, result }, usual) {
  const lines = players.map((text, at) => {
    const share = result?.players[at] ? `  ${percent(result.players[at].equity.decimal)}` : "";
    return t("poker.text_player", { number: at + 1, hand: text }) + share;
  });
  if (game !== usual) lines.unshift(translated(game.title));
  if (board.length) lines.push(t("poker.text_board", { cards: board.join(" ") }));
  if (dead.length) lines.push(t("poker.text_dead", { cards: dead.join(" ") }));
  if (result) lines.push(resultWords(result));
  return [...lines, location.href].join("\n");
}
