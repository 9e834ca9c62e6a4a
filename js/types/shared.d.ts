/** An exact fraction in lowest terms. In JSON it is a number where that is exact, otherwise a string. */
export class Fraction {
  constructor(numerator: bigint, denominator?: bigint);
  static from(given: Fraction | number | bigint | string): Fraction;
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly isWhole: boolean;
  compare(other: Fraction): -1 | 0 | 1;
  equals(other: Fraction): boolean;
  distance(other: Fraction): Fraction;
  toString(): string;
  toJSON(): number | string;
}

/** The class of all errors of facevalue. */
export class FaceValueError extends Error {}
/** A string that is not a number or an expression; `position` counts characters from 0. */
export class NotationError extends FaceValueError {
  text: string;
  position: number;
}
/** A string that is not a range of poker hands; `position` counts characters from 0. */
export class RangeError extends FaceValueError {
  text: string;
  position: number;
}
/** Unknown rules, options out of bounds, or numbers that the rules do not allow. */
export class RuleError extends FaceValueError {}
/** Invalid or repeated cards, too many or too few of them. */
export class CardError extends FaceValueError {}
/** A request that is too large to answer. */
export class LimitError extends FaceValueError {
  limit: number | bigint | null;
}

/**
 * Compiles the core before the first call, without blocking the page: from its bytes in the package, from a folder of
 * .wasm files, whose address may be relative to the page, or from compiled modules by the names of these files.
 */
export function init(from?: string | URL | { [name: string]: object }): Promise<void>;
