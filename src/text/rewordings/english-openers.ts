/** How an English question may open: wrapped in politeness, as a wish, or as a request for permission. */
import { isParticiple } from './english-passive.ts';
import {
  ASKING,
  lengthAt,
  MAX_NOUN_LENGTH,
  MODAL,
  PAUSE,
  PERSON,
  PREPOSITION,
  phrases,
  startsWith,
  words,
} from './phrases.ts';

/** Dropped only before a question word: "can you tell me about X" asks for something, "can you tell me which X" is a wrapper. */
const WRAPPERS = phrases(
  ...['could you', 'can you', 'would you', 'will you', ''].flatMap((you) =>
    ['tell me', 'let me know', 'confirm', 'clarify', 'specify', 'confirm for me'].map((ask) => `${you} ${ask}`.trim()),
  ),
  'do you know',
  'i would like to know',
  'i want to know',
  'i need to know',
  'i wonder',
  'i am wondering',
  'i was wondering',
  'may i ask',
  'can i ask',
);

/** Before a thing it asks what the thing is; "provide" and "give" only before something that fits in a line. */
const TELL_ME = phrases(
  ...['could you', 'can you', ''].flatMap((you) => ['tell me', 'specify'].map((ask) => `${you} ${ask}`.trim())),
);

const GIVE_ME = phrases(
  ...['could you', 'can you', ''].flatMap((you) =>
    ['provide', 'give me', 'provide me with'].map((ask) => `${you} ${ask}`.trim()),
  ),
);

const TOLD_IN_A_LINE = words('name path url link version value number id address path filename email port');

const NO_THING = words('about more that to a me you us him her them some any all');

/** "Do you want me to …" is how an agent says "should I …". After "why" it is not: that asks for the person's motive. */
const SHOULD_I = phrases(
  'do you want me to|would you like me to|would you prefer me to|would you prefer that i|would you want me to',
  'would you like it if i|want me to|you want me to|you would like me to|you would prefer me to|shall i',
);

/** "Do you want to review it" means that the person acts; with these acts it is always the asker. */
const WANT_TO = phrases('do you want to', 'would you like to', 'would you prefer to');

const ASKERS_ACTS = words('use support target include keep');

const HOW_OR_WHERE = words('how where when why');

const OPENS_A_WISH = words('do would you want shall');

const OPENER_AGAIN = [...SHOULD_I, ['should', 'i']];

const WISHES = phrases('do you want', 'would you like', 'would you prefer');

/** Variants of "may I"; "can I" may also ask whether something is possible. */
const MAY_I = phrases(
  'am i allowed to',
  'do i have your permission to',
  ...['is it', 'would it be'].flatMap((is) =>
    ['ok', 'fine', 'all right', 'acceptable'].flatMap((right) =>
      ['if i', 'for me to', 'to'].map((then) => `${is} ${right} ${then}`),
    ),
  ),
);

/** "Could you tell me if I should …" and "do you think I should …" are "should I …". */
export function unwrapped(tokens: readonly string[]): readonly string[] {
  const wrapper = lengthAt(tokens, 0, WRAPPERS);
  const asksWhetherKnown = startsWith(tokens, 0, ['do', 'you', 'know', 'how']);
  if (wrapper > 0 && !asksWhetherKnown && ASKING.has(tokens[wrapper] ?? '')) {
    const rest = tokens.slice(wrapper);
    return rest[0] === 'if' || rest[0] === 'whether' ? (whetherAsked(rest.slice(1)) ?? tokens) : rest;
  }
  const giving = lengthAt(tokens, 0, GIVE_ME);
  const telling = lengthAt(tokens, 0, TELL_ME) || (TOLD_IN_A_LINE.has(tokens.at(-1) ?? '') ? giving : 0);
  const thing = tokens[telling] ?? '';
  if (telling > 0 && thing !== '' && !ASKING.has(thing) && !NO_THING.has(thing)) {
    return ['what', 'is', ...tokens.slice(telling)];
  }
  if (startsWith(tokens, 0, ['do', 'you', 'think'])) return whetherAsked(tokens.slice(3)) ?? tokens;
  return tokens;
}

/** "you want me to …", "I should …" and "the tests should …" as questions; null for anything else. */
function whetherAsked(clause: readonly string[]): readonly string[] | null {
  if (lengthAt(clause, 0, SHOULD_I) > 0) return clause;
  const last = PERSON.has(clause[0] ?? '') ? 1 : Math.min(MAX_NOUN_LENGTH, clause.length);
  for (let i = 1; i <= last; i += 1) {
    const word = clause[i] ?? '';
    if (MODAL.has(word) && (i === 1 || !clause.slice(0, i).some((one) => PERSON.has(one)))) {
      return [word, ...clause.slice(0, i), ...clause.slice(i + 1)];
    }
    if (PAUSE.has(word)) return null;
  }
  return null;
}

export function withShouldI(tokens: readonly string[]): readonly string[] {
  const out: string[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const first = tokens[i]!;
    const may = OPENS_A_WISH.has(first) && tokens[i - 1] !== 'why';
    const length = may ? lengthAt(tokens, i, SHOULD_I) : 0;
    const wish = may && length === 0 ? lengthAt(tokens, i, WISHES) : 0;
    const turned = wish > 0 ? wished(tokens, i + wish) : null;
    const wantTo =
      wish > 0 && !HOW_OR_WHERE.has(tokens[0]!) && tokens[1] !== 'do' && !tokens.includes('your')
        ? lengthAt(tokens, i, WANT_TO)
        : 0;
    const asker = length > 0 ? length : ASKERS_ACTS.has(tokens[i + wantTo] ?? '') ? wantTo : 0;
    if (asker > 0) {
      out.push('should', 'i');
      i += asker - 1;
    } else if (turned) {
      out.push('should', ...(turned[0] === 'us' ? ['we', ...turned.slice(1)] : turned));
      break;
    } else {
      out.push(first);
      // "Should I skip them, or should I abort" repeats its opener.
      if (first === 'or' && out[0] === 'should' && out[1] === 'i') i += lengthAt(tokens, i + 1, OPENER_AGAIN);
    }
  }
  return out;
}

/** "the option to sort" is one thing. */
const TAKES_TO = words('option ability chance way permission right need');

/** What follows "do you want": "X to be green" and "X renamed" as "X be green", "X be renamed"; null for anything else. */
function wished(tokens: readonly string[], from: number): readonly string[] | null {
  if (PREPOSITION.has(tokens[from] ?? '') || tokens[from] === 'me') return null;
  for (let i = from + 1; i <= Math.min(from + MAX_NOUN_LENGTH, tokens.length - 1); i += 1) {
    const word = tokens[i]!;
    if (word === 'to') {
      // "a button to submit" is one thing too.
      const thing = TAKES_TO.has(tokens[i - 1]!) || (tokens[from] === 'a' && tokens[i + 1] !== 'be');
      return thing ? null : [...tokens.slice(from, i), ...tokens.slice(i + 1)];
    }
    const next = tokens[i + 1];
    const ends = next === undefined || PREPOSITION.has(next);
    if (ends && ((word.length > 4 && word.endsWith('ed')) || isParticiple(word)))
      return [...tokens.slice(from, i), 'be', ...tokens.slice(i)];
    if (PAUSE.has(word) || word === 'or') return null;
  }
  return null;
}

export function withMayI(tokens: readonly string[]): readonly string[] {
  const length = lengthAt(tokens, 0, MAY_I);
  return length > 0 && tokens[length] !== 'not' ? ['may', 'i', ...tokens.slice(length)] : tokens;
}
