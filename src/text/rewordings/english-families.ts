/** Questions that agents word in a dozen ways each: what to call a thing, where to put it, what to do with it. */
import { lengthAt, PREPOSITION, phrases, words } from './phrases.ts';

interface Family {
  /** The thing comes after these … */
  readonly before: readonly (readonly string[])[];
  /** … or between each of these pairs. */
  readonly around: readonly (readonly [readonly string[], readonly (readonly string[])[]])[];
  readonly becomes: (thing: readonly string[]) => readonly string[];
}

/** The longest name of a thing; a longer one has clauses in it. */
const MAX_THING_LENGTH = 12;

const NAME: Family = {
  before: phrases(
    'what should i name|what should i call|how should i name|which name should i use for|which name should i give',
    'which name should i give to|which name do you want for|what should be name of',
  ),
  around: [
    [['what', 'should'], phrases('be called', 'be named')],
    [['how', 'should'], phrases('be named')],
    [['which', 'name', 'should'], phrases('have')],
    [['what', 'should', 'name', 'of'], phrases('be')],
  ],
  becomes: (thing) => ['what', 'should', ...thing, 'be', 'called'],
};

const PLACE: Family = {
  before: phrases('where should i put', 'where should i place', 'where do you want'),
  around: [
    [['where', 'should'], phrases('live', 'be put', 'be placed')],
    [['which', 'directory', 'should'], phrases('go in', 'go into', 'be put in', 'be placed in')],
    [['which', 'directory', 'should', 'i', 'put'], phrases('in', 'into')],
    [['which', 'directory', 'should', 'i', 'place'], phrases('in', 'into')],
  ],
  becomes: (thing) => ['where', 'should', 'i', 'put', ...thing],
};

const HANDLE: Family = {
  before: phrases(
    'how should i handle|how should i deal with|what should i do with|what should i do about',
    'what should happen with|what should happen to',
  ),
  around: [],
  becomes: (thing) => ['how', 'should', 'i', 'handle', ...thing],
};

function inFamily(tokens: readonly string[], { before, around, becomes }: Family): readonly string[] {
  const opening = lengthAt(tokens, 0, before);
  if (opening > 0) {
    const thing = tokens.slice(opening);
    return isThing(thing) ? becomes(thing) : tokens;
  }
  for (const [first, last] of around) {
    if (lengthAt(tokens, 0, [first]) === 0) continue;
    for (const end of last) {
      const at = tokens.length - end.length;
      const thing = tokens.slice(first.length, at);
      if (lengthAt(tokens, at, [end]) > 0 && isThing(thing)) return becomes(thing);
    }
  }
  return tokens;
}

/** Whether these tokens are just a name: "what should I call the API with" and "where should I put it if it fails" ask for more. */
function isThing(tokens: readonly string[]): boolean {
  if (tokens.length === 0 || tokens.length > MAX_THING_LENGTH) return false;
  return !tokens.includes(',') && !tokens.includes('?') && !PREPOSITION.has(tokens.at(-1)!);
}

export function asksForName(tokens: readonly string[]): readonly string[] {
  return inFamily(tokens, NAME);
}

/** For these, where they go is where they are put; a link or a redirect goes somewhere else. */
const PUT_THERE = words(
  'file files test tests code script scripts component components helper helpers config configuration log logs output function class ' +
    'module modules docs documentation assets images styles types constants bar box',
);

export function asksForPlace(tokens: readonly string[]): readonly string[] {
  const goes =
    tokens[0] === 'where' && tokens[1] === 'should' && tokens.at(-1) === 'go' && PUT_THERE.has(tokens.at(-2)!);
  if (goes) return PLACE.becomes(tokens.slice(2, -1));
  return inFamily(tokens, PLACE);
}

export function asksHowToHandle(tokens: readonly string[]): readonly string[] {
  return inFamily(tokens, HANDLE);
}
