// The names of rules in words, and which pages use them.

import { t } from "./language.js";

/** The rules that people play by; the others are the rules of the programs that facevalue grew from. */
export const EVERYDAY_RULES = ["classic", "whole", "countdown", "digits", "krypto", "krypto-any", "make10", "train"];

/** The rules that Play can deal. */
export const PLAYED_RULES = ["classic", "whole", "krypto", "krypto-any", "make10", "train"];

export const ruleTitle = (name) => t(`rules.${name}`);
