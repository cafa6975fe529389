/**
 * How an English question may be reworded without asking anything else. Works on the tokens of tokens.ts; every rule looks at a bounded
 * number of tokens, so the whole is linear. Rules are about English in general, never about one data set: a rule is left out if it could
 * merge two questions that a person may answer differently.
 */
import { chooses } from './english-choice.ts';
import { withClauseLast, withoutLastPause } from './english-clauses.ts';
import { inFamily } from './english-families.ts';
import { unwrapped, withMayI, withShouldI } from './english-openers.ts';
import { inActive } from './english-passive.ts';
import { withHowTo, withShouldFirst, withWhich } from './english-which.ts';
import { lengthAt, PAUSE, phrases, startsWith, words } from './phrases.ts';

const DROPPED = words('the please kindly');

/** Adverbs that stress a question without narrowing it; "really" before an adjective says how much, so it stays. */
const STRESS = words('actually indeed');

const GREETINGS = phrases(
  'hi|hello|hey|hi there|hello there|quick question|one question|one more question|just to confirm|to confirm',
  'confirm|excuse me',
);

const THANKS = phrases('thanks', 'thank you', 'many thanks', 'thanks in advance', 'thank you in advance');

/** Two words for one thing, as one. */
const PAIRS: ReadonlyMap<string, string> = new Map(
  (
    'time zone=timezone|time zones=timezones|operating system=os|operating systems=oses|file name=filename|' +
    'file names=filenames|testing framework=test-framework|testing library=test-library|' +
    'test framework=test-framework|test library=test-library|code base=codebase|front end=frontend|' +
    'pull request=pr|pull requests=prs'
  )
    .split('|')
    .map((pair) => pair.split('=') as [string, string]),
);

/** Removes articles, politeness and stress. "not actually" and "in fact" are the two that need a check of the neighbour. */
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
    const joined = PAIRS.get(`${token} ${tokens[i + 1]}`);
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

/** "Should I do X too" and "… as well" are "should I also do X". */
function withAlso(tokens: readonly string[]): readonly string[] {
  if (tokens[0] !== 'should' || tokens[1] !== 'i' || tokens[2] === 'also') return tokens;
  const end = tokens.at(-1) === 'too' ? 1 : tokens.at(-1) === 'well' && tokens.at(-2) === 'as' ? 2 : 0;
  if (end === 0 || tokens.length < 4 + end) return tokens;
  return ['should', 'i', 'also', ...tokens.slice(2, trimmed(tokens.slice(0, -end)).length)];
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

/** Verbs that agents use interchangeably after "should I". */
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

const KIN: readonly Step[] = [withVersionLast, inActive, withPlainVerb, inFamily, chooses, withShouldFirst];

const through = (tokens: readonly string[], steps: readonly Step[]) => steps.reduce((rest, step) => step(rest), tokens);

/**
 * The tokens of a question without politeness and with a unified opener: still English that a pattern can match.
 * @example
 * withPlainOpener(['do', 'you', 'want', 'me', 'to', 'add', 'tests']); // ['should', 'i', 'add', 'tests']
 */
export function withPlainOpener(tokens: readonly string[]): readonly string[] {
  return through(tokens, OPENERS);
}

/** The tokens of a question with a plain opener, in the one form that all its wordings share. Not meant to be readable. */
export function inOneWording(tokens: readonly string[]): readonly string[] {
  return through(tokens, KIN);
}
