/**
 * How an English question may open without asking anything else. Works on the tokens of question-key.ts; every rule
 * looks at a fixed number of tokens, so the whole is linear. Rules are about English in general, never about one data set.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const DROPPED = words('the please kindly');
/** Adverbs that stress a question without narrowing it; "really" before an adjective would say how much, so it stays. */
const STRESS = words('actually indeed');
const PAUSE = words(', . ? !');
const ASKING = words('what which who whom whose where when why how if whether');
const PERSON = words('i we you he she it they this that there');
const MODAL = words('should shall can could would will must may might');

const phrases = (...list: string[]): readonly (readonly string[])[] => list.map((phrase) => phrase.split(' '));

const GREETINGS = phrases(
  'hi',
  'hello',
  'hey',
  'hi there',
  'hello there',
  'quick question',
  'one question',
  'excuse me',
);
const THANKS = phrases('thanks', 'thank you', 'many thanks', 'thanks in advance', 'thank you in advance');

/** Dropped before a question word only: "can you tell me about X" asks for something, "can you tell me which X" wraps. */
const WRAPPERS = phrases(
  'could you tell me',
  'can you tell me',
  'would you tell me',
  'will you tell me',
  'tell me',
  'could you let me know',
  'can you let me know',
  'let me know',
  'do you know',
  'i would like to know',
  'i want to know',
  'i need to know',
  'may i ask',
  'can i ask',
);

/** "Do you want me to …" is how an agent says "should I …". After "why" it is not: that asks for the person's motive. */
const SHOULD_I = phrases(
  'do you want me to',
  'would you like me to',
  'would you prefer me to',
  'would you want me to',
  'would you like it if i',
  'shall i',
);

/** What may follow "which X" for "which X should I use". */
const USE = phrases('should i use', 'i should use', 'should we use', 'shall we use', 'we should use', 'should be used');
const LIKE_TO_USE = phrases('would you like to use', 'do you want to use', 'would you prefer to use');
/** Wanting is not using: "which features do you want" is one question, "which features should I use" another. */
const LIKE = phrases('would you like', 'do you want', 'would you prefer');
/** The longest X that is looked for in "which X should I use". */
const LONGEST_NOUN = 6;

const HOW = phrases('how can i', 'how do i', 'how to', 'what is a good way to', 'what should i do to');
const GOAL = phrases('if i want to', 'if i would like to', 'in order to', 'to');
const WHAT_THEN = phrases(', what should i do', ', what can i do', ', how can i do that', ', how do i do that');
/** The "you" that means anybody; taken as such only where nothing else in the question speaks of you or me. */
const YOU_GOAL = phrases('if you want to', 'in order to', 'to');
const YOU_THEN = phrases(', what should you do', ', what do you do', ', what can you do');
const YOU_OR_ME = words('i me my mine myself you your yours yourself yourselves we us our ours ourselves');

function startsWith(tokens: readonly string[], at: number, phrase: readonly string[]): boolean {
  if (at < 0 || at + phrase.length > tokens.length) return false;
  for (let i = 0; i < phrase.length; i += 1) if (tokens[at + i] !== phrase[i]) return false;
  return true;
}

function lengthAt(tokens: readonly string[], at: number, list: readonly (readonly string[])[]): number {
  let longest = 0;
  for (const phrase of list) {
    if (phrase.length > longest && startsWith(tokens, at, phrase)) longest = phrase.length;
  }
  return longest;
}

/** Articles, politeness and stress. "not actually" and "in fact" are the two that need a look at the neighbour. */
function withoutFiller(tokens: readonly string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]!;
    const afterNot = out.at(-1) === 'not';
    if (DROPPED.has(token)) continue;
    if (STRESS.has(token) && !afterNot) continue;
    if (token === 'in' && tokens[i + 1] === 'fact' && !afterNot) {
      i += 1;
      continue;
    }
    out.push(token);
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
  let rest = tokens;
  const asksWhetherKnown = startsWith(tokens, 0, ['do', 'you', 'know', 'how']);
  if (wrapper > 0 && !asksWhetherKnown && ASKING.has(tokens[wrapper] ?? '')) {
    rest = tokens.slice(wrapper);
    if (rest[0] === 'if' || rest[0] === 'whether') {
      if (!PERSON.has(rest[1] ?? '') || !MODAL.has(rest[2] ?? '')) return tokens;
      rest = [rest[2]!, rest[1]!, ...rest.slice(3)];
    }
  } else if (startsWith(tokens, 0, ['do', 'you', 'think']) && PERSON.has(tokens[3] ?? '')) {
    if (MODAL.has(tokens[4] ?? '')) rest = [tokens[4]!, tokens[3]!, ...tokens.slice(5)];
  }
  return rest;
}

function withShouldI(tokens: readonly string[]): readonly string[] {
  let out: string[] | null = null;
  for (let i = 0; i < tokens.length; i += 1) {
    const first = tokens[i];
    const may = first === 'do' || first === 'would' || first === 'shall';
    const length = may && tokens[i - 1] !== 'why' ? lengthAt(tokens, i, SHOULD_I) : 0;
    if (length > 0) {
      out ??= tokens.slice(0, i);
      out.push('should', 'i');
      i += length - 1;
    } else {
      out?.push(first!);
    }
  }
  return out ?? tokens;
}

/** "Which/what X should I use", however it is put; X has at least one word, so that "what should I use" stays itself. */
function withWhichUse(tokens: readonly string[]): readonly string[] {
  if (tokens[0] !== 'which' && tokens[0] !== 'what') return tokens;
  const last = Math.min(tokens.length, LONGEST_NOUN + 1);
  for (let i = 2; i < last + 1; i += 1) {
    const use = lengthAt(tokens, i, USE);
    if (use > 0) return ['which', ...tokens.slice(1, i), 'should', 'i', 'use', ...tokens.slice(i + use)];
    const likeToUse = lengthAt(tokens, i, LIKE_TO_USE);
    if (likeToUse > 0) return ['which', ...tokens.slice(1, i), 'should', 'i', 'use', ...tokens.slice(i + likeToUse)];
    const like = lengthAt(tokens, i, LIKE);
    const next = tokens[i + like];
    const complete = next === undefined || next === ',' || next === 'for';
    if (like > 0 && complete) return ['which', ...tokens.slice(1, i), 'do', 'you', 'want', ...tokens.slice(i + like)];
    // "What file should I edit" is "which file should I edit": any verb, as long as a noun stands between.
    if (startsWith(tokens, i, ['should', 'i'])) return ['which', ...tokens.slice(1)];
    if (MODAL.has(tokens[i] ?? '') || PAUSE.has(tokens[i] ?? '')) return tokens;
  }
  return tokens;
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

/**
 * The tokens of a question with filler dropped and its opener in the one form all its kin share.
 * @example
 * rewriteOpeners(['do', 'you', 'want', 'me', 'to', 'add', 'tests']); // ['should', 'i', 'add', 'tests']
 */
export function rewriteOpeners(tokens: readonly string[]): readonly string[] {
  const bare = unwrapped(withoutCourtesy(withoutFiller(tokens)));
  return withHowTo(withWhichUse(withShouldI(bare)));
}
