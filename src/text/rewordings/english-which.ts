/** One form for questions of which and how: "what X would you like me to use", "what is a good way to do X". */
import { ASKING, lengthAt, MAX_NOUN_LENGTH, MODAL, PAUSE, PREPOSITION, phrases, startsWith, words } from './phrases.ts';

/** What may follow "which X" to mean "which X should I use". */
const USE = phrases(
  'should i use|i should use|should we use|shall we use|we should use|should be used|should we be using',
  'should i be using',
);

const LIKE_TO_USE = phrases('would you like to use', 'do you want to use', 'would you prefer to use');

/** For things that exist only to be used, wanting, choosing and using are the same. */
const CHOOSE = phrases('should i choose', 'should i pick', 'should i select', 'should i go with', 'should i go for');

const TOOLS = words(
  'format style library framework package tool database language encoding delimiter separator convention theme font ' +
    'test-framework test-library algorithm protocol approach strategy template engine runner linter bundler manager orm provider license indentation',
);

/** Wanting is not using: "which features do you want" is one question, "which features should I use" another. */
const LIKE = phrases('would you like', 'do you want', 'would you prefer', 'do you prefer');

const HOW = phrases('how can i', 'how do i', 'how to', 'what is a good way to');

const GOAL = phrases('if i want to', 'if i would like to', 'in order to', 'to');

const WHAT_THEN = phrases(', what should i do', ', what can i do', ', how can i do that', ', how do i do that');

/** The "you" that means anyone; read that way only if nothing else in the question mentions you or me. */
const YOU_GOAL = phrases('if you want to', 'in order to', 'to');

const YOU_THEN = phrases(', what should you do', ', what do you do', ', what can you do');

const YOU_OR_ME = words('i me my mine myself you your yours yourself yourselves we us our ours ourselves');

const AFTER_BARE_WHAT = words(
  'is are was were am be do does did has have had should would shall will can could may might must if about else happens happen ' +
    'i you we they he she it this that these those there to in on for of not a or and exactly , ?',
);

/** "Which/what X should I use", in any wording; X has at least one word, so that "what should I use" stays unchanged. */
export function withWhich(tokens: readonly string[]): readonly string[] {
  if (tokens[0] !== 'which' && tokens[0] !== 'what') return tokens;
  const what = startsWith(tokens, 0, ['what', 'is']) ? whatIsWanted(tokens) : tokens;
  if (what.length < 2 || AFTER_BARE_WHAT.has(what[1]!)) return what;
  const rest = what.slice(1);
  for (let i = 1; i <= Math.min(rest.length, MAX_NOUN_LENGTH); i += 1) {
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
  if (you < 3 || you > 2 + MAX_NOUN_LENGTH) return tokens;
  const wants = lengthAt(tokens, you, phrases('you want', 'you would like', 'you would prefer', 'you prefer'));
  const next = tokens[you + wants];
  if (wants === 0 || (next !== undefined && !PREPOSITION.has(next)) || next === 'to') return tokens;
  return ['which', ...tokens.slice(2, you), 'do', 'you', 'want', ...tokens.slice(you + wants)];
}

/** "Which format it should have", as after "could you tell me", is "which format should it have". */
export function withShouldFirst(tokens: readonly string[]): readonly string[] {
  const should = tokens.indexOf('should');
  const who = tokens[should - 1] ?? '';
  if (should < 2 || !ASKING.has(tokens[0]!) || !(who === 'i' || who === 'we' || who === 'it')) return tokens;
  return [...tokens.slice(0, should - 1), 'should', who, ...tokens.slice(should + 1)];
}

/** "How can I X", "how do I X", "what is a good way to X", "if I want to X, what should I do". */
export function withHowTo(tokens: readonly string[]): readonly string[] {
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
