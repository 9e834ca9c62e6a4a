import type { GameName, PayTableName } from "./rows.js";
import type { Fraction } from "./shared.js";

export { CardError, FaceValueError, LimitError, RangeError, RuleError } from "./shared.js";

/** A string such as "AhKh" or "7H 7S 7D AS AC", or ids 0 to 51 and strings one by one. */
export type CardsLike = string | Iterable<string | number>;

/** The name or an alias of a game, which options may change: "omaha, hole=5". */
export type GameLike = GameName | (string & {});

/** Cactus Kev's value of 5 to 7 cards, 1 (royal flush) to 7462: lower is stronger. */
export function value(cards: CardsLike): number;
/** The values of many hands, given as rows of 5, 6 or 7 ids. */
export function values(rows: Uint8Array, size?: 5 | 6 | 7): Uint16Array;

export interface Played {
  category: string;
  description: string;
  best: string[];
}
export interface Strength extends Played {
  game: string;
  cards: string[];
  board: string[];
  cactus_kev: number | null;
  /** Higher is stronger; comparable within one game. */
  score: number;
  low_hand?: Played | null;
  explanation?: string[];
}
/** With `explain`, the steps of Cactus Kev's evaluator; hands of a game with jokers may have cards "joker". */
export function evaluate(cards: CardsLike, game?: GameLike, options?: { board?: CardsLike; explain?: boolean }): Strength;
/** Which hands win, counted from 0; several share the pot. */
export function winners(hands: CardsLike[], options?: { board?: CardsLike; game?: GameLike }): number[];

export interface Share {
  hand: string;
  win: number | bigint;
  tie: number | bigint;
  lose: number | bigint;
  low_win: number | bigint | null;
  low_tie: number | bigint | null;
  equity: { fraction: string; decimal: number };
  standard_error: number | null;
}
export interface Equity {
  game: string;
  method: "exact" | "sampled";
  exact: boolean;
  deals: number | bigint;
  seed: number | bigint | null;
  players: Share[];
}
/** The share of the pot of each of 2 to 10 hands, or ranges in hold'em and Omaha. */
export function equity(players: (CardsLike | Range | OmahaRange)[], options?: { board?: CardsLike; dead?: CardsLike; game?: GameLike; samples?: number | null; seed?: number | bigint | null }): Promise<Equity>;

export interface RangeJson {
  range: string;
  combo_count: number;
  total_weight: Fraction;
  share: { fraction: string; decimal: number };
  combos: { cards: string[]; weight: Fraction }[];
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
  /** The sum of the weights divided by 1326. */
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
/** The range of a string in a game that has ranges; dead cards only with two hole cards. */
export function parseRange(hands: string, game?: GameLike, options?: { dead?: CardsLike }): Range | OmahaRange;
/** Loads the order of Omaha hands; percentages such as "15%" of four cards need it before `OmahaRange` and `parseRange`. */
export function loadOmahaOrder(): Promise<void>;
/** The 169 starting hands from the best to the worst. */
export const STARTING_HANDS: readonly string[];

export interface Chance {
  fraction: string;
  decimal: number;
}
export interface Odds {
  game: string;
  cards: string[];
  board: string[];
  category: string;
  /** After the next card, or after the flop; empty if no card comes. */
  next: Record<string, Chance>;
  /** When all cards have come. */
  final: Record<string, Chance>;
  /** With opponents, the equity if no more cards were dealt. */
  ahead: Equity | null;
}
type Opponent = CardsLike | Range | OmahaRange;
/** How likely a hand is to become each category. */
export function odds(hand: CardsLike, board?: CardsLike, options?: { opponents?: number | Opponent | Opponent[]; dead?: CardsLike; game?: GameLike; seed?: number | bigint | null }): Promise<Odds>;
/** The next board cards that improve a hand, or with which it wins alone against other hands; the highest first. */
export function outs(hand: CardsLike, board: CardsLike, against?: Opponent | Opponent[] | null, options?: { dead?: CardsLike; game?: GameLike }): Promise<string[]>;

/** A hand and a board with their suits renamed: the same for all that differ only by suits. */
export function canonical(hand: CardsLike, board?: CardsLike): { cards: string[]; board: string[] };
export function parseCards(cards: CardsLike): number[];
export const GAMES: Readonly<Record<GameName, { name: string; title: string; hole: number; board: number; summary: string; aliases: string[] }>>;

export interface Breakdown {
  board: string[];
  combo_count: number;
  made: Record<string, { fraction: string; decimal: number }>;
  draw_parts: Record<string, { fraction: string; decimal: number }>;
}
/** Which made hands and draws a hold'em range has on a board of 3 to 5 cards, as parts of its weight. */
export function breakdown(hands: string | Range | Iterable<CardsLike>, board: CardsLike, options?: { dead?: CardsLike }): Promise<Breakdown>;
/** The equity after each card that may come next, by the card, the highest first. */
export function byNextCard(players: (CardsLike | Range | OmahaRange)[], options: { board: CardsLike; dead?: CardsLike; game?: GameLike; seed?: number | bigint | null }): Promise<Record<string, Equity>>;

export interface RangeEquities {
  equities: Record<string, { fraction: string; decimal: number }>;
  starting_hands: Record<string, { fraction: string; decimal: number }>;
}
/** The exact equity of each hand of a range against another range, and the mean of each starting hand. */
export function rangeEquities(hero: string | Range | Iterable<CardsLike>, villain: string | Range | Iterable<CardsLike>, options?: { board?: CardsLike; dead?: CardsLike; game?: GameLike }): Promise<RangeEquities>;

/** Numbers of at least 0: an array of numbers, fractions and strings such as "3/4", or one string. */
export type Amounts = string | Iterable<number | bigint | string | Fraction>;
/** The prize money that each of up to ten players can expect, by the independent chip model; exact. */
export function icm(stacks: Amounts, payouts: Amounts): Promise<Chance[]>;

/** The percentage of all hands that a hand beats; a tie counts half. `limit` is in seconds, 10 by default. */
export function percentile(hand: CardsLike, game?: GameLike, options?: { board?: CardsLike; limit?: number | null }): Promise<Chance>;

export interface PayTable {
  name: string;
  /** The payout per coin for each paying hand. */
  pays: Record<string, number>;
  is_deuces_wild?: boolean;
  jokers?: 0 | 1 | 2;
}
export const PAY_TABLES: Readonly<Record<PayTableName, Required<PayTable>>>;
export interface VideoPoker {
  pay_table: string;
  /** All 32 ways to hold cards, the best first, and what each pays on average per coin bet. */
  holds: { held: string[]; payout: Chance }[];
}
/** The exact value of each way to hold cards; the first call with a pay table takes up to a second. */
export function videoPoker(cards: CardsLike, payTable?: PayTableName | PayTable): Promise<VideoPoker>;

/** The chips in the pot of each deal of `showdown`. */
export const POT: number;
/** Random deals as ids: of each deal the hands of all players, and the board. The same seed gives the same cards as in Python. */
export function deals(count: number, players?: number, options?: { game?: GameLike; board?: CardsLike; dead?: CardsLike; seed?: number | bigint | null; limit?: number | null }): Promise<{ hands: Uint8Array; board: Uint8Array; seed: number | bigint }>;
/** How many chips of the pot each player wins in each deal; `board` is rows of ids, or the cards of one board for all deals. */
export function showdown(hands: Uint8Array, board?: Uint8Array | CardsLike, options?: { players?: number; game?: GameLike }): Promise<Uint16Array>;
