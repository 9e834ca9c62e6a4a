// The names of rules in words.

/** The rules that people play by. */
export const RULE_TITLES = {
  classic: "24",
  whole: "24 in whole numbers",
  countdown: "Countdown",
  digits: "Digits",
  krypto: "Krypto",
  "krypto-any": "Krypto with fractions",
  make10: "Make 10",
  train: "Train digits in order",
};

/** The rules that Play can deal. */
export const PLAYED_RULES = ["classic", "whole", "krypto", "krypto-any", "make10", "train"];

/** The rules of the programs that facevalue grew from. */
export const HISTORICAL_TITLES = {
  apl: "APL: any number of cards",
  forth: "Forth: two ways of grouping",
  oberon: "Oberon: in order, without parentheses",
  raku: "Raku: any parentheses",
  "raku-left": "Raku: from left to right",
};
