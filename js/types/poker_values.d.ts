import type { GameName, PayTableName } from "./rows.js";
import type { Fraction } from "./shared.js";

export { init } from "./shared.js";
export { CardError, FaceValueError, LimitError, RangeError, RuleError } from "./shared.js";

/** A string such as "AhKh" or "7H 7S 7D AS AC", or ids 0 to 51 and strings one by one. */
export type CardsLike = string | Iterable<string | number>;

/** The name or an alias of a game, which options may change: "omaha, hole=5". */
export type GameLike = GameName | (string & {});

export type RangeLike = string | Range | OmahaRange | Iterable<CardsLike>;
export type Opponent = CardsLike | RangeLike;
/** Numbers of at least 0: an array of numbers, fractions and strings such as "3/4", or one string. */
export type Amounts = string | Iterable<number | bigint | string | Fraction>;
/** Chips, by the names of the players or without names. */
export type Stacks = Amounts | { readonly [name: string]: number | bigint | string | Fraction };

export interface RangeJson {
  range: string;
  combo_count: number;
  total_weight: Fraction;
  share: { fraction: string; decimal: number };
  combos: { cards: string[]; weight: Fraction }[];
}
/** What `evaluate` returns, as an object; stronger hands have a higher score. */
export class Hand {
  constructor(cards: CardsLike, game?: GameLike, options?: { board?: CardsLike });
  readonly game: string;
  /** The highest first. */
  readonly cards: string[];
  readonly board: string[];
  /** The cards that play. */
  readonly best: string[];
  readonly category: string;
  readonly description: string;
  readonly cactus_kev: number | null;
  readonly score: number;
  /** 1 if this hand is stronger than another one of its game, -1 if it is weaker, 0 if they tie. */
  compare(other: Hand): -1 | 0 | 1;
  /** The strongest of some hands of one game; several if they tie. */
  static winners(hands: Hand[]): Hand[];
  toString(): string;
}
/** Hands of two cards with weights from 0 to 1. */
export class Range {
  /** A string such as "QQ+, AKs:0.5", a range, or hands and strings one by one. */
  constructor(hands: string | Range | Iterable<CardsLike>);
  static parse(text: string, options?: { dead?: CardsLike }): Range;
  without(dead: CardsLike): Range;
  /** How many hands there are. */
  readonly size: number;
  /** The sum of the weights. */
  readonly total: Fraction;
  /** The sum of the weights divided by the number of all hands: 1326, or 630 of `parseRange` in short deck. */
  readonly share: Fraction;
  /** How much of each of the 169 starting hands is in the range, 0 to 1. */
  readonly startingHands: Record<string, Fraction>;
  readonly combos: { cards: string[]; weight: Fraction }[];
  toString(): string;
  toJSON(): RangeJson;
}
/** Hands of four to six cards with weights from 0 to 1. */
export class OmahaRange {
  /** A string such as "AA**, AKQJds:0.5", or hands and strings one by one; `cards` is how many cards a hand has. */
  constructor(hands: string | Iterable<CardsLike>, options?: { cards?: 4 | 5 | 6 });
  static parse(text: string, options?: { cards?: 4 | 5 | 6 }): OmahaRange;
  readonly cards: number;
  /** How many hands there are. */
  readonly size: number;
  /** The sum of the weights. */
  readonly total: Fraction;
  /** The sum of the weights divided by the number of all hands. */
  readonly share: Fraction;
  toString(): string;
  toJSON(): { range: string; hand_size: number; combo_count: number; total_weight: Fraction; share: { fraction: string; decimal: number } };
}

/** What hands pay per coin, by their names: 9, "1.5" or a fraction; or a string such as "royal-flush=800, flush=1.5". */
export type Pays = Record<string, number | string | Fraction> | string;
export interface PayTable {
  name: string;
  /** The payout per coin for each paying hand. */
  pays: Pays;
  is_deuces_wild?: boolean;
  jokers?: 0 | 1 | 2;
}
export const PAY_TABLES: Readonly<Record<PayTableName, Required<PayTable> & { pays: Record<string, number> }>>;
export const GAMES: Readonly<Record<GameName, { name: string; title: string; hole: number; board: number; summary: string; aliases: string[] }>>;
/** The 169 starting hands from the best to the worst. */
export const STARTING_HANDS: readonly string[];
/** The chips in the pot of each deal of `showdown`. */
export const POT: number;
