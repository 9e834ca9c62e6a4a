// Pot odds: the share that a call needs, next to the share that a player has.

import { byId, fill } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { combined, decimalOf, Fraction } from "../../facevalue/src/fraction.js";
import { percent } from "./table.js";

const AMOUNT = /^\d{1,12}(\.\d{1,6})?$/;

/** An amount such as 12.5, exactly; null for anything else. */
function amountOf(text) {
  if (!AMOUNT.test(text)) return null;
  const [whole, decimals = ""] = text.split(".");
  return new Fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

/** An amount of chips, to two decimals. */
function chips({ numerator, denominator }) {
  const hundredths = (200n * numerator + denominator) / (2n * denominator);
  return (Number(hundredths) / 100).toString();
}

export class PotOdds {
  constructor() {
    this.share = null;
    for (const name of ["pot", "call"]) byId(name).addEventListener("input", () => this.draw());
  }

  /** Compares with the equity of a player; null while it is not known. */
  show(player, number) {
    Object.assign(this, { share: player && Fraction.from(player.equity.fraction), number });
    this.draw();
  }

  draw() {
    const [pot, call] = ["pot", "call"].map((name) => amountOf(byId(name).value.trim()));
    if (!pot || !call || call.numerator === 0n) return fill(byId("pot-says"), t("pot.amounts"));
    const whole = combined(pot, "+", call);
    const needed = combined(call, "/", whole);
    const words = t("pot.needs", { share: percent(decimalOf(needed)) });
    if (!this.share) return fill(byId("pot-says"), words);
    const gain = combined(combined(this.share, "*", whole), "-", call);
    const amount = chips(gain.distance(new Fraction(0n)));
    const kind = gain.numerator > 0n ? "pot.gains" : gain.numerator < 0n ? "pot.loses" : "pot.even";
    fill(byId("pot-says"), words, t("sentence.separator"), t(kind, { number: this.number, share: percent(decimalOf(this.share)), amount }));
  }
}
