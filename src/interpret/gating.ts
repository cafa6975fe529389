/** Seed 001: the looks of a block may be contradictory. Only its behaviour has to be clear. */
import type { Opposition } from '../core/model/interpretation.ts';

const BLOCK =
  /(?<![a-z-])(?:blocks?|ores?)(?![a-z])(?!\s+(?:the|a|an|any|all|users?|requests?|it|them)\b)|ブロック|鉱石/i;
/** The seed's list, with related words. */
const COSMETIC =
  /(?<![a-z])(?:hot|cold|frozen|ice|icy|fire|flames?|snow|frost|vibes?|aesthetics?|looks?|looking|warm|cool|fiery|burning|frosty|snowy|freezing)(?![a-z])|熱[いくかっ]+て?|冷た[いくかっ]+て?|凍った|凍って|見た目|雰囲気/gi;

export const isBlockOnly = (prompt: string): boolean => BLOCK.test(prompt);

/** The oppositions left to ask about: for a block, none that is only about its looks. */
export function askedOppositions<T extends Opposition>(prompt: string, found: readonly T[]): readonly T[] {
  return isBlockOnly(prompt) ? found.filter(({ cosmetic }) => !cosmetic) : found;
}

/** Whether all these words describe how a block looks. */
export function isOnlyLooks(prompt: string, words: readonly string[]): boolean {
  return isBlockOnly(prompt) && words.every((word) => word.replace(COSMETIC, '').trim() === '');
}
