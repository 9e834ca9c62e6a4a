import type { DeckName, Grouping, NotationName, Order, RulesName, ScoringName, Use, ValuesName } from "./rows.js";
import type { Fraction } from "./shared.js";

export { init } from "./shared.js";
export { CardError, FaceValueError, Fraction, LimitError, NotationError, RuleError } from "./shared.js";
export type { RulesName } from "./rows.js";

export type NumberLike = number | bigint | string | Fraction;
/** A string such as "8 8 3 3" or "KS QD 3C 3H", or numbers one by one. */
export type NumbersLike = string | Iterable<NumberLike>;
export interface Rules {
  name: string;
  operators?: string;
  use?: Use;
  order?: Order;
  grouping?: Grouping;
  values?: ValuesName;
  /** Whether numbers may be joined, 1 and 5 to 15. */
  join?: boolean;
  /** The largest absolute value of an intermediate result; null for any. */
  largest?: number | null;
  /** Names of functions such as powers, with spaces between. */
  functions?: string;
  /** How many factorials and roots may be in a row. */
  unary?: number;
  size?: number | null;
  target?: number;
  /** What a jack, a queen and a king count as; null for 11, 12 and 13. */
  faces?: number | null;
  ace?: number;
  deck?: DeckName;
  scoring?: ScoringName;
  summary?: string;
  source?: string;
  variants?: string;
}
/** The name of rules, which options may change: "train, values=natural". */
export type RulesLike = RulesName | Rules | (string & {});
export const RULES: Readonly<Record<RulesName, Required<Rules>>>;
export const NOTATIONS: Readonly<Record<NotationName, { name: string; summary: string; example: string }>>;
