// The panel of one player's hand or range: as text, on the grid, and as a percentage of the best hands.

import { sentence } from "../shared/answers.js";
import { request } from "../shared/core.js";
import { byId, fill } from "../shared/dom.js";
import { cardsWords } from "./games.js";
import { cardsMissing } from "./seats.js";
import { percent } from "./table.js";
import { RangeGrid } from "./range_grid.js";
import { cardsOf } from "../cards/suits.js";
import { locale, t } from "../shared/language.js";

export class RangePanel {
  /** `onChange(text)` gets another hand or range, `onPaste(text)` several lines. */
  constructor({ onChange, onPaste }) {
    this.shown = null;
    this.grid = new RangeGrid(byId("grid"), { suits: byId("suits"), weightOf: () => Number(byId("weight").value), onChange });
    byId("range").addEventListener("change", () => onChange(byId("range").value.trim()));
    byId("range").addEventListener("paste", (event) => {
      const text = event.clipboardData.getData("text").trim();
      if (!/[\r\n]/.test(text)) return;
      event.preventDefault(); // the field would make one line of them
      onPaste(text);
    });
    byId("top").addEventListener("input", () => (byId("top-shown").value = byId("top").value));
    byId("top").addEventListener("change", () => onChange(`${byId("top").value}%`));
    byId("any").addEventListener("click", () => onChange("random"));
    byId("none").addEventListener("click", () => onChange(""));
  }

  /** Shows the hand or range of the player in a seat. */
  async show(shown) {
    this.shown = shown;
    const { text, at, game } = shown;
    this.fit(game);
    byId("range-for").textContent = t("poker.for_player", { number: at + 1 });
    if (document.activeElement !== byId("range")) byId("range").value = text;
    const { combos = [], words } = await found(shown);
    if (this.shown !== shown) return;
    this.grid.show(combos);
    fill(byId("range-says"), words);
  }

  /** Leaves out what the game does not have: ranges, or starting hands on a grid. */
  fit(game) {
    for (const part of document.querySelectorAll("[data-needs]")) part.hidden = !game[part.dataset.needs];
    this.grid.build(game.ranks);
    byId("range-takes").textContent = game.has_ranges ? t("poker.hand_or_range") : cardsWords(game.hole_sizes);
    byId("range").placeholder = example(game);
  }
}

/** A string that the game can read. */
function example({ has_starting_hands: isTwoCards, has_ranges: hasRanges, hole }) {
  if (isTwoCards) return "QQ+, AKs, AJs-A9s:0.5";
  return hasRanges ? `${"AA".padEnd(hole, "*")}, ${"AsKs".padEnd(hole + 2, "*")}:0.5` : "AsAhKd";
}

/** The hands of two cards on the grid, and how many there are. */
async function found({ text, game }) {
  if (!text) return { words: t("poker.no_hands") };
  const missing = cardsMissing(text, game);
  if (missing) return { words: t("poker.missing", { count: missing }) };
  if (!game.has_ranges) return { words: handWords(cardsOf(text) ?? [], game) };
  try {
    const { combos, combo_count: count, share } = await request("range", { hands: text, game: game.name });
    const words = t("poker.of_hands", { count: count.toLocaleString(locale), all: game.hand_count.toLocaleString(locale), share: part(share.decimal) });
    return { combos: game.has_starting_hands ? combos : [], words };
  } catch (error) {
    return { words: sentence(error.message) };
  }
}

const part = (decimal) => (decimal > 0 && decimal < 0.0005 ? t("poker.under") : percent(decimal, 1));

function handWords({ length }, { hole }) {
  return length < hole ? t("poker.some_known", { count: length, all: hole }) : t("poker.all_known", { count: hole });
}
