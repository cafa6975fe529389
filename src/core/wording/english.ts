/**
 * How an English question may be put without asking anything else. Works on the tokens of tokens.ts; every rule looks at a
 * bounded number of tokens, so the whole is linear. Rules are about English in general, never about one data set: whatever
 * could make two questions one that somebody may answer differently stays out.
 */

import { chooses } from './english-choice.ts';
import { asksForName, asksForPlace, asksHowToHandle } from './english-families.ts';
import { inActive, isParticiple } from './english-passive.ts';
import { ASKS, lengthAt, PREPOSITION, phrases, startsWith, words } from './phrases.ts';

const DROPPED = words('the please kindly');
/** Adverbs that stress a question without narrowing it; "really" before an adjective would say how much, so it stays. */
const STRESS = words('actually indeed');
const PAUSE = words(', . ? !');
const ASKING = words('what which who whom whose where when why how if whether');
const PERSON = words('i we you he she it they this that there');
const MODAL = words('should shall can could would will must may might');
const GREETINGS = phrases(
  'hi',
  'hello',
  'hey',
  'hi there',
  'hello there',
  'quick question',
  'one question',
  'one more question',
  'just to confirm',
  'to confirm',
  'confirm',
  'excuse me',
);
const THANKS = phrases('thanks', 'thank you', 'many thanks', 'thanks in advance', 'thank you in advance');

/** Dropped before a question word only: "can you tell me about X" asks for something, "can you tell me which X" wraps. */
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

/** Before a thing it asks what the thing is; "provide" and "give" only before what can be told in a line. */
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
  'do you want me to',
  'would you like me to',
  'would you prefer me to',
  'would you prefer that i',
  'would you want me to',
  'would you like it if i',
  'want me to',
  'you want me to',
  'you would like me to',
  'you would prefer me to',
  'shall i',
);
/** "Do you want to review it" has the person act; of these acts the asker is always the one. */
const WANT_TO = phrases('do you want to', 'would you like to', 'would you prefer to');
const ASKERS_ACTS = words('use support target include keep');
const HOW_OR_WHERE = words('how where when why');
const OPENS_A_WISH = words('do would you want shall');
const OPENER_AGAIN = [...SHOULD_I, ['should', 'i']];
const WISHES = phrases('do you want', 'would you like', 'would you prefer');

/** What an agent says for "may I"; "can I" may also ask whether it is possible. */
const MAY_I = phrases(
  'am i allowed to',
  'do i have your permission to',
  ...['is it', 'would it be'].flatMap((is) =>
    ['ok', 'fine', 'all right', 'acceptable'].flatMap((right) =>
      ['if i', 'for me to', 'to'].map((then) => `${is} ${right} ${then}`),
    ),
  ),
);

/** What may follow "which X" for "which X should I use". */
const USE = phrases(
  'should i use',
  'i should use',
  'should we use',
  'shall we use',
  'we should use',
  'should be used',
  'should we be using',
  'should i be using',
);
const LIKE_TO_USE = phrases('would you like to use', 'do you want to use', 'would you prefer to use');
/** Of things that are only there to be used, wanting, choosing and using are one. */
const CHOOSE = phrases('should i choose', 'should i pick', 'should i select', 'should i go with', 'should i go for');
const TOOLS = words(
  'format style library framework package tool database language encoding delimiter separator convention theme font ' +
    'test-framework test-library algorithm protocol approach strategy template engine runner linter bundler manager orm provider license indentation',
);
/** Wanting is not using: "which features do you want" is one question, "which features should I use" another. */
const LIKE = phrases('would you like', 'do you want', 'would you prefer', 'do you prefer');
/** The longest X that is looked for in "which X should I use", and in "do you want X to …". */
const LONGEST_NOUN = 8;

const HOW = phrases('how can i', 'how do i', 'how to', 'what is a good way to');
const GOAL = phrases('if i want to', 'if i would like to', 'in order to', 'to');
const WHAT_THEN = phrases(', what should i do', ', what can i do', ', how can i do that', ', how do i do that');
/** The "you" that means anybody; taken as such only where nothing else in the question speaks of you or me. */
const YOU_GOAL = phrases('if you want to', 'in order to', 'to');
const YOU_THEN = phrases(', what should you do', ', what do you do', ', what can you do');
const YOU_OR_ME = words('i me my mine myself you your yours yourself yourselves we us our ours ourselves');

/** Two words for one thing, as one. */
const PAIRS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    'time',
    new Map([
      ['zone', 'timezone'],
      ['zones', 'timezones'],
    ]),
  ],
  [
    'operating',
    new Map([
      ['system', 'os'],
      ['systems', 'oses'],
    ]),
  ],
  [
    'file',
    new Map([
      ['name', 'filename'],
      ['names', 'filenames'],
    ]),
  ],
  [
    'testing',
    new Map([
      ['framework', 'test-framework'],
      ['library', 'test-library'],
    ]),
  ],
  [
    'test',
    new Map([
      ['framework', 'test-framework'],
      ['library', 'test-library'],
    ]),
  ],
  ['code', new Map([['base', 'codebase']])],
  ['front', new Map([['end', 'frontend']])],
  [
    'pull',
    new Map([
      ['request', 'pr'],
      ['requests', 'prs'],
    ]),
  ],
]);

/** Articles, politeness and stress. "not actually" and "in fact" are the two that need a look at the neighbour. */
function withoutFiller(tokens: readonly string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]!;
    const afterNot = out.at(-1) === 'not';
    // "a flag to the update command" is not "a flag to update the command".
    if (DROPPED.has(token) && !(token === 'the' && out.at(-1) === 'to')) continue;
    if (STRESS.has(token) && !afterNot) continue;
    if (token === 'in' && tokens[i + 1] === 'fact' && !afterNot) {
      i += 1;
      continue;
    }
    // "JSON, or YAML" is "JSON or YAML", and ", or should I" repeats the opener.
    if (token === 'or' && out.at(-1) === ',' && !tokens.includes('and')) out.pop();
    const joined = PAIRS.get(token)?.get(tokens[i + 1] ?? '');
    if (joined !== undefined) i += 1;
    out.push(joined ?? token);
  }
  return out;
}

function trimmed(tokens: readonly string[]): readonly string[] {
  let from = 0;
  let to = tokens.length;
  while (from < to && PAUSE.has(tokens[from]!)) from += 1;
  while (to > from && PAUSE.has(tokens[to - 1]!)) to -= 1;
  return from === 0 && to === tokens.length ? tokens : tokens.slice(from, to);
}

function withoutCourtesy(tokens: readonly string[]): readonly string[] {
  let rest = trimmed(tokens);
  const greeting = lengthAt(rest, 0, GREETINGS);
  // Only before a pause: "hey jude" and "hello world" are names.
  if (greeting > 0 && PAUSE.has(rest[greeting] ?? '')) rest = trimmed(rest.slice(greeting));
  for (const phrase of THANKS) {
    const at = rest.length - phrase.length;
    if (at > 0 && PAUSE.has(rest[at - 1]!) && startsWith(rest, at, phrase)) {
      rest = trimmed(rest.slice(0, at));
      break;
    }
  }
  return rest;
}

/** "Could you tell me if I should …" and "do you think I should …" are "should I …". */
function unwrapped(tokens: readonly string[]): readonly string[] {
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

/** "you want me to …", "I should …" and "the tests should …" as questions; null where it is none of these. */
function whetherAsked(clause: readonly string[]): readonly string[] | null {
  if (lengthAt(clause, 0, SHOULD_I) > 0) return clause;
  const last = PERSON.has(clause[0] ?? '') ? 1 : Math.min(LONGEST_NOUN, clause.length);
  for (let i = 1; i <= last; i += 1) {
    const word = clause[i] ?? '';
    if (MODAL.has(word) && (i === 1 || !clause.slice(0, i).some((one) => PERSON.has(one)))) {
      return [word, ...clause.slice(0, i), ...clause.slice(i + 1)];
    }
    if (PAUSE.has(word)) return null;
  }
  return null;
}

function withShouldI(tokens: readonly string[]): readonly string[] {
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
      out.push('should', ...turned);
      break;
    } else {
      out.push(first);
      // "Should I skip them, or should I abort" repeats its opener.
      if (first === 'or' && out[0] === 'should' && out[1] === 'i') i += lengthAt(tokens, i + 1, OPENER_AGAIN);
    }
  }
  return out;
}

/** "the option to sort" is a thing of its own. */
const TAKES_TO = words(
  'option ability chance button way permission right need link command flag feature script tool step',
);

/** What follows "do you want": "X to be green" and "X renamed" as "X be green", "X be renamed"; null for all else. */
function wished(tokens: readonly string[], from: number): readonly string[] | null {
  if (PREPOSITION.has(tokens[from] ?? '') || tokens[from] === 'me') return null;
  for (let i = from + 1; i <= Math.min(from + LONGEST_NOUN, tokens.length - 1); i += 1) {
    const word = tokens[i]!;
    if (word === 'to') {
      // "a button to submit" is a thing of its own too.
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

function withMayI(tokens: readonly string[]): readonly string[] {
  const length = lengthAt(tokens, 0, MAY_I);
  return length > 0 && tokens[length] !== 'not' ? ['may', 'i', ...tokens.slice(length)] : tokens;
}

/** Clauses that may stand first or last without belonging to something else there. */
const TIMES = words('if when after before once');
const PLACES = words('for in on at');
const CHOOSES = phrases('should i use', 'do you want', 'would you like', 'would you prefer', 'do you prefer');
/** Words behind which a clause could belong to what they open. */
const OPENS_CLAUSE = words('that which who whose where we you they');

/** "For the API, which …" asks "which … for the API", and "in which language …" asks "which language … in". */
function withClauseLast(tokens: readonly string[]): readonly string[] {
  const first = tokens[0] ?? '';
  if (!PREPOSITION.has(first)) return tokens;
  if (tokens[1] === 'which' || tokens[1] === 'what') return [...tokens.slice(1), first];
  if (first === 'for' && tokens[1] === 'how') return tokens.slice(1);
  const pause = tokens.indexOf(',');
  const main = tokens.slice(pause + 1);
  if (pause < 2 || pause > 20 || !ASKS.has(main[0] ?? '') || main.includes('?')) return tokens;
  // "On Windows, should I fix the test that fails" is not about the test that fails on Windows.
  const chooses = lengthAt(main, 0, CHOOSES) > 0 && main.includes('or');
  const moves = TIMES.has(first) || tokens[1] === 'default' || (PLACES.has(first) && (ASKING.has(main[0]!) || chooses));
  if (!moves || main.some((word, at) => at > 0 && OPENS_CLAUSE.has(word) && !ASKS.has(main[at - 1]!))) return tokens;
  return [...main, ...tokens.slice(0, pause)];
}

/** "…, if it fails" and "… if it fails". Only the last pause, so that lists keep theirs. */
function withoutLastPause(tokens: readonly string[]): readonly string[] {
  const pause = tokens.lastIndexOf(',');
  return pause > 0 && PREPOSITION.has(tokens[pause + 1] ?? '') ? tokens.toSpliced(pause, 1) : tokens;
}

const AFTER_BARE_WHAT = words(
  'is are was were am be do does did has have had should would shall will can could may might must if about else happens happen ' +
    'i you we they he she it this that these those there to in on for of not a or and exactly , ?',
);

/** "Which/what X should I use", however it is put; X has at least one word, so that "what should I use" stays itself. */
function withWhich(tokens: readonly string[]): readonly string[] {
  if (tokens[0] !== 'which' && tokens[0] !== 'what') return tokens;
  const what = startsWith(tokens, 0, ['what', 'is']) ? whatIsWanted(tokens) : tokens;
  if (what.length < 2 || AFTER_BARE_WHAT.has(what[1]!)) return what;
  const rest = what.slice(1);
  for (let i = 1; i <= Math.min(rest.length, LONGEST_NOUN); i += 1) {
    const noun = rest.slice(0, i);
    const use = lengthAt(rest, i, USE) || lengthAt(rest, i, LIKE_TO_USE);
    const isTool = TOOLS.has(noun.at(-1)!);
    const choose = isTool ? lengthAt(rest, i, CHOOSE) : 0;
    const taken = use || choose;
    if (taken > 0) return ['which', ...noun, 'should', 'i', 'use', ...rest.slice(i + taken)];
    const like = lengthAt(rest, i, LIKE);
    const next = rest[i + like];
    if (like > 0 && (next === undefined || next === ',' || PREPOSITION.has(next))) {
      const verb = isTool ? ['should', 'i', 'use'] : ['do', 'you', 'want'];
      return ['which', ...noun, ...verb, ...rest.slice(i + like)];
    }
    if (MODAL.has(rest[i] ?? '') || PAUSE.has(rest[i] ?? '')) break;
  }
  return ['which', ...rest];
}

/** "What is the X you want" asks "which X do you want". */
function whatIsWanted(tokens: readonly string[]): readonly string[] {
  const you = tokens.indexOf('you');
  if (you < 3 || you > 2 + LONGEST_NOUN) return tokens;
  const wants = lengthAt(tokens, you, phrases('you want', 'you would like', 'you would prefer', 'you prefer'));
  const next = tokens[you + wants];
  if (wants === 0 || (next !== undefined && !PREPOSITION.has(next)) || next === 'to') return tokens;
  return ['which', ...tokens.slice(2, you), 'do', 'you', 'want', ...tokens.slice(you + wants)];
}

/** "Which format it should have", as it stands after "could you tell me", is "which format should it have". */
function withShouldFirst(tokens: readonly string[]): readonly string[] {
  const should = tokens.indexOf('should');
  const who = tokens[should - 1] ?? '';
  if (should < 2 || !ASKING.has(tokens[0]!) || !(who === 'i' || who === 'we' || who === 'it')) return tokens;
  return [...tokens.slice(0, should - 1), 'should', who, ...tokens.slice(should + 1)];
}

/** "Should I do X too" and "… as well" are "should I also do X". */
function withAlso(tokens: readonly string[]): readonly string[] {
  if (tokens[0] !== 'should' || tokens[1] !== 'i' || tokens[2] === 'also') return tokens;
  const end = tokens.at(-1) === 'too' ? 1 : tokens.at(-1) === 'well' && tokens.at(-2) === 'as' ? 2 : 0;
  if (end === 0 || tokens.length < 4 + end) return tokens;
  return ['should', 'i', 'also', ...tokens.slice(2, trimmed(tokens.slice(0, -end)).length)];
}

/** "How can I X", "how do I X", "what is a good way to X", "if I want to X, what should I do". */
function withHowTo(tokens: readonly string[]): readonly string[] {
  const how = lengthAt(tokens, 0, HOW);
  if (how > 0 && tokens.length > how) return ['how', 'to', ...tokens.slice(how)];
  const goal = lengthAt(tokens, 0, GOAL);
  if (goal > 0) {
    for (const end of WHAT_THEN) {
      const at = tokens.length - end.length;
      if (at > goal && startsWith(tokens, at, end)) return ['how', 'to', ...tokens.slice(goal, at)];
    }
  }
  const yours = lengthAt(tokens, 0, YOU_GOAL);
  if (yours > 0) {
    for (const end of YOU_THEN) {
      const at = tokens.length - end.length;
      if (at <= yours || !startsWith(tokens, at, end)) continue;
      const goalTokens = tokens.slice(yours, at);
      return goalTokens.some((token) => YOU_OR_ME.has(token)) ? tokens : ['how', 'to', ...goalTokens];
    }
  }
  return tokens;
}

const SAME_VERB: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['go', 'with'], ['use']],
  [['utilize'], ['use']],
  [['display'], ['show']],
  [['place'], ['put']],
  [
    ['write', 'tests'],
    ['add', 'tests'],
  ],
  [
    ['write', 'unit', 'tests'],
    ['add', 'unit', 'tests'],
  ],
];

/** Verbs that agents take for one another, as what "should I" asks. */
function withPlainVerb(tokens: readonly string[]): readonly string[] {
  const verb = tokens.findIndex((token, at) => token === 'i' && tokens[at - 1] === 'should') + 1;
  const same = verb > 0 ? SAME_VERB.find(([from]) => startsWith(tokens, verb, from)) : undefined;
  return same ? [...tokens.slice(0, verb), ...same[1], ...tokens.slice(verb + same[0].length)] : tokens;
}

/** "Which version of Python" and "which Python version". */
function withVersionLast(tokens: readonly string[]): readonly string[] {
  const at = tokens.findIndex((token, i) => token === 'version' && tokens[i + 1] === 'of');
  if (at < 0 || tokens[at + 2] === undefined || tokens[at + 2] === 'this' || tokens[at + 2] === 'that') return tokens;
  return [...tokens.slice(0, at), tokens[at + 2]!, 'version', ...tokens.slice(at + 3)];
}

type Step = (tokens: readonly string[]) => readonly string[];

const OPENERS: readonly Step[] = [
  withoutFiller,
  withoutCourtesy,
  unwrapped,
  withShouldI,
  withMayI,
  withHowTo,
  withClauseLast,
  withoutLastPause,
  withWhich,
  withAlso,
];

const KIN: readonly Step[] = [
  withVersionLast,
  inActive,
  withPlainVerb,
  asksForName,
  asksForPlace,
  asksHowToHandle,
  chooses,
  withShouldFirst,
];

const through = (tokens: readonly string[], steps: readonly Step[]) => steps.reduce((rest, step) => step(rest), tokens);

/**
 * The tokens of a question without politeness and with its opener in one form: still English that a pattern can be written for.
 * @example
 * withPlainOpener(['do', 'you', 'want', 'me', 'to', 'add', 'tests']); // ['should', 'i', 'add', 'tests']
 */
export function withPlainOpener(tokens: readonly string[]): readonly string[] {
  return through(tokens, OPENERS);
}

/** The tokens of a question with a plain opener, in the one form that all its kin share. No longer made to be read. */
export function inOneWording(tokens: readonly string[]): readonly string[] {
  return through(tokens, KIN);
}
