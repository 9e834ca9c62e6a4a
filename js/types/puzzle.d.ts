import type { DeckName, DifficultyModel, DifficultyName, Distinct, Grouping, NotationName, Order, ReasonName, RulesName, ScoringName, SyntaxName, Use, Values } from "./rows.js";
import type { Fraction } from "./shared.js";

export type { RulesName } from "./rows.js";
export { CardError, FaceValueError, Fraction, LimitError, NotationError, RuleError } from "./shared.js";

export type NumberLike = number | bigint | string | Fraction;
/** A string such as "8 8 3 3" or "KS QD 3C 3H", or numbers one by one. */
export type NumbersLike = string | Iterable<NumberLike>;
export interface Rules {
  name: string;
  operators?: string;
  use?: Use;
  order?: Order;
  grouping?: Grouping;
  values?: Values;
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

export interface Expression {
  expression: string;
  value: Fraction | null;
  steps: string[];
}

export interface SearchOptions {
  distinct?: Distinct;
  method?: "search" | "walk";
  /** The maximum time in seconds, estimated before the search starts; null for no limit. */
  limit?: number | null;
}

/** The puzzle of a query; a number with more than 4300 digits is a description in words. */
export interface Posed {
  numbers: Fraction[];
  target: Fraction;
  rules: string | Rules;
}

export interface Solutions extends Posed {
  distinct: Distinct;
  /** null if only the first solution was searched for. */
  solution_count: number | bigint | null;
  solutions: Expression[];
  truncated: boolean;
  candidate_count: number | string | null;
  /** 0, or how far the closest values are from the target; null if they are too hard to find. */
  distance: Fraction | null;
  closest: Expression[];
}

/** Every distinct solution, the simplest first. */
export function solve(numbers: NumbersLike, target?: NumberLike | null, rules?: RulesLike, options?: SearchOptions & { notation?: NotationName | (string & {}); first?: boolean; most?: number | null }): Solutions;
/** How many distinct solutions there are. */
export function count(numbers: NumbersLike, target?: NumberLike | null, rules?: RulesLike, options?: SearchOptions): number | bigint;
/** Whether there is a solution. */
export function isSolvable(numbers: NumbersLike, target?: NumberLike | null, rules?: RulesLike, options?: SearchOptions): boolean;

export interface Closest extends Posed {
  distance: Fraction | null;
  closest: Expression[];
}
/** The reachable values nearest to the target, each with a way to make it. */
export function closest(numbers: NumbersLike, target?: NumberLike | null, rules?: RulesLike, options?: { notation?: NotationName | (string & {}); limit?: number | null }): Closest;

export interface Hint extends Posed {
  level: number;
  is_last: boolean;
  solution_count: number | bigint;
  needs: string[];
  allowed: string[];
  operation: string | null;
  steps: string[];
  solution: Expression | null;
  closest_values: Fraction[] | null;
  lines: string[];
}
/** A hint that reveals no more than its level allows. */
export function hint(numbers: NumbersLike, target?: NumberLike | null, rules?: RulesLike, options?: { level?: number; limit?: number | null }): Hint;

export interface Difficulty {
  /** 0 to 100, harder is greater. */
  percentile: number;
  seconds: number | null;
  model: "people" | "steps" | "language-model";
  score: number;
  parts: Record<string, number>;
}
/** How hard a puzzle is for people or language models; null without a solution. */
export function difficulty(numbers: NumbersLike, target?: NumberLike | null, rules?: RulesLike, options?: { model?: DifficultyModel; limit?: number | null }): Difficulty | null;

export interface Verdict extends Posed {
  answer: unknown;
  correct: boolean;
  reason: ReasonName;
  value: Fraction | null;
  expression: string | null;
  /** Where the mistake is, in characters from 0. */
  position: number | null;
  message: string;
  /** How far the value is from the target, and the points for it; null without a value. */
  distance: Fraction | null;
  points: number | null;
}
/** Whether an answer is right, and if not, why not. The answer is never run. */
export function check(answer: unknown, numbers: NumbersLike, target?: NumberLike | null, rules?: RulesLike, options?: { syntax?: SyntaxName }): Verdict;

/** Whether a list of steps such as "8 / 3 = 8/3", one per line, makes the target. */
export function checkSteps(answer: unknown, numbers: NumbersLike, target?: NumberLike | null, rules?: RulesLike, options?: { syntax?: SyntaxName }): Verdict;

export interface Puzzle {
  numbers: number[];
  target: number;
  rules: string | Rules;
  cards: string[];
  /** The seed of a deal, which repeats it. */
  seed?: number | string;
}
/** A game of several rounds with the same numbers. */
export interface Game extends Puzzle {
  targets: number[];
}
export interface DealOptions {
  seed?: number | bigint | null;
  large?: number | null;
  solvable?: boolean;
}
/** One puzzle, drawn from the deck of the game. */
export function deal(rules?: RulesLike, options?: DealOptions): Puzzle;
/** The puzzles of one game: the same numbers, with a target for each round. */
export function dealGame(rules?: RulesLike, options?: DealOptions): Puzzle[];
export interface Filters {
  seed?: number | bigint | null;
  /** How many puzzles; null for all. */
  count?: number | null;
  /** How many numbers a puzzle has, or several sizes; null for as many as the game deals. */
  size?: number | number[] | null;
  /** The smallest and the largest number; null for those in the deck of the game. */
  low?: number | null;
  high?: number | null;
  /** The target, or the lowest and the highest; null for the targets of the game. */
  target?: number | [number, number] | null;
  /** true for puzzles with a solution, false for puzzles without, null for both. */
  solvable?: boolean | null;
  /** "easy", "medium" or "hard", a percentile, or the lowest and the highest. */
  difficulty?: DifficultyName | (string & {}) | number | [number, number] | null;
  difficulty_model?: DifficultyModel;
  solution_count?: number | [number, number] | null;
  /** true for puzzles in which every solution has a result that is not whole. */
  needs_fraction?: boolean | null;
  /** true for numbers that the deck of the game can deal; false for any numbers from `low` to `high`. */
  dealable?: boolean | null;
}
/** Different puzzles that match filters, in an order that depends on the seed. */
export function generate(rules?: RulesLike, options?: Filters): IterableIterator<Puzzle> & { seed: number | bigint };
/** The puzzles of a day such as "2026-01-31", the same for everybody; today for null. */
export function daily(date?: string | null): { date: string; number: number; seed: number; classic: Puzzle; countdown: Puzzle; digits: Game; first: string };
/** Which whole targets the numbers make. */
export function reachable(numbers: NumbersLike, rules?: RulesLike, options?: { low?: number; high?: number; limit?: number | null }): { numbers: Fraction[]; rules: string | Rules; low: number; high: number; reachable_count: number; reachable: number[]; missing: number[] };

export function parseNumber(number: NumberLike, options?: { any_size?: boolean }): Fraction;
export function parseNumbers(numbers: NumbersLike, options?: { any_size?: boolean }): Fraction[];
export function rulesNamed(rules: RulesLike): Required<Rules>;
export const RULES: Readonly<Record<RulesName, Required<Rules>>>;
export const NOTATIONS: Readonly<Record<NotationName, { name: string; summary: string; example: string }>>;
