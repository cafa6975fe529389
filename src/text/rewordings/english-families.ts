/** Questions that agents word in a dozen ways each: what to call a thing, where to put it, what to do with it. */
import { PREPOSITION } from './phrases.ts';

/** A longer name of a thing has clauses in it. */
const MAX_THING_LENGTH = 12;
const NAMED = 'what should $1 be called';
const PUT = 'where should i put $1';
const HANDLED = 'how should i handle $1';

const FAMILIES: readonly (readonly [wording: RegExp, becomes: string])[] = [
  [/^(?:(?:what|how) should i name|what should i call|what should be name of) (.+)$/, NAMED],
  [/^which name (?:should i use for|should i give(?: to)?|do you want for) (.+)$/, NAMED],
  [/^what should (?:name of (.+) be|(.+) be (?:called|named))$/, 'what should $1$2 be called'],
  [/^(?:how should (.+) be named|which name should (.+) have)$/, 'what should $1$2 be called'],
  [/^where (?:should i (?:put|place)|do you want) (.+)$/, PUT],
  [/^where should (.+) (?:live|be put|be placed)$/, PUT],
  // For these, where they go is where they are put; a link or a redirect goes somewhere else.
  [
    /^where should ((?:.+ )?(?:files?|tests?|code|scripts?|components?|helpers?|config|configuration|logs?|output|function|class|modules?|docs|documentation|assets|images|styles|types|constants|bar|box)) go$/,
    PUT,
  ],
  [
    /^which directory should (?:i (?:put|place) (.+) (?:in|into)|(.+) (?:go|be put|be placed) (?:in|into))$/,
    `${PUT}$2`,
  ],
  [/^(?:how should i (?:handle|deal with)|what should (?:i do|happen) (?:with|about|to)) (.+)$/, HANDLED],
];

/** Whether this is just a name: "what should I call the API with" and "where should I put it if it fails" ask for more. */
function isThing(thing: readonly string[]): boolean {
  return thing.length <= MAX_THING_LENGTH && !/[,?]/.test(thing.join('')) && !PREPOSITION.has(thing.at(-1)!);
}

export function inFamily(tokens: readonly string[]): readonly string[] {
  const question = tokens.join(' ');
  for (const [wording, becomes] of FAMILIES) {
    const [, thing, other] = wording.exec(question) ?? [];
    const named = thing ?? other;
    if (named !== undefined && isThing(named.split(' '))) return question.replace(wording, becomes).split(' ');
  }
  return tokens;
}
