/** Whether a prompt names nothing that could be built. */
import { SMALL_WORDS } from './prompt-words.ts';
import { readTask } from './task.ts';
import { isJapanese, LONGEST_NOTHING } from './task-japanese.ts';
import { ACTION_OF, ARTICLES, ASKS, FILLERS, VAGUE } from './task-words.ts';

/** Words that point at a thing only the writer knows, or say no more than that something is to be done. */
const POINTS_NOWHERE = new Set(
  `do does done did make makes fix change improve handle sort deal finish update work works working worked run go goes take care talked talk discussed
  discuss agreed agree said say told mentioned mention know knows meant mean remember remembers asked wanted want same last time times before earlier yesterday
  today usual usually previous previously always again now soon other day week somewhere somehow everywhere anywhere nowhere wrong broken bad weird strange off
  worse ugly properly anymore doesn't doesnt don't dont isn't isnt won't wont can't cant didn't not nothing thingy stuff whatever bit little lot really as like usual
  something's there's what's it'll that'll you'd i've we've need needs needed help please pls plz thx thanks way how about over from previous guys hey hi hello`.split(
    /\s+/,
  ),
);
const NAMES_NOTHING: ReadonlySet<string> = new Set(
  [SMALL_WORDS, ARTICLES, FILLERS, VAGUE, POINTS_NOWHERE].flatMap((list) => [...list]),
);
/** A word that is none of these is what a task is about; then the task need not be read. */
const MAY_NAME_NOTHING: ReadonlySet<string> = new Set(
  [ARTICLES, FILLERS, VAGUE, ASKS, POINTS_NOWHERE].flatMap((list) => [...list]).concat([...ACTION_OF.keys()]),
);
const MOST_WORDS = 14;
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}_'’-]*/gu;

/** "Do the thing we talked about", "it doesn't work": not one word that names something. */
function pointsNowhere(text: string): boolean {
  if (text.length > 120 || isJapanese(text) || /[`/"“\d]/.test(text)) return false;
  const words = text.toLowerCase().replaceAll('’', "'").match(WORDS) ?? [];
  if (words.length < 2 || words.length > MOST_WORDS) return false;
  return (
    words.every((word) => NAMES_NOTHING.has(word)) && words.some((word) => POINTS_NOWHERE.has(word) || VAGUE.has(word))
  );
}

const MANNERS = '(?:(?:hi|hello|hey|please|pls|ok|okay|so|well)[ ,!.]+)*';
const WHATEVER =
  '(?:app|application|website|web ?site|site|web ?app|program|programme|software|tool|game|mod|modpack|feature|system|script|bot|thing|project|plugin|solution|product|platform|service|page)s?';
/** "I want an app", "can you help me with my project": a kind of thing, and nothing about it. */
const NO_MORE_THAN_A_KIND = new RegExp(
  `^${MANNERS}(?:(?:i|we)(?:'d| would)? (?:want|need|like|love)(?: you)?(?: to (?:have|get|build|make|create|write|code|develop))?|(?:(?:can|could|would|will) you )?(?:please )?(?:make|build|create|write|code|develop|give|get)(?: me| us)?) (?:an?|some|my own|our own)(?: (?:new|little|small|cool|nice|good|great|simple|awesome|really))* ${WHATEVER}(?: for (?:me|us))?(?: please| pls| thanks| now| asap)*[ .!?]*$`,
  'i',
);
const HELP_WITH_WHATEVER = new RegExp(
  `^${MANNERS}(?:(?:can|could|would|will) (?:you|someone|anyone) (?:please )?help(?: me| us)?|(?:i|we) (?:really )?need(?: some| your)? help|help(?: me| us)?)(?: out)?(?: with (?:my|our|this|the|an?) (?:${WHATEVER}|code|problem|issue|work|task|stuff|homework|assignment|idea))?(?: please| pls| thanks)*[ .!?]*$`,
  'i',
);
const namesAKindAlone = (text: string): boolean =>
  text.length < 100 && (NO_MORE_THAN_A_KIND.test(text) || HELP_WITH_WHATEVER.test(text));

/** What may be said of anything, and kinds of things that anything may be. */
const OF_ANYTHING = new Set(
  `app apps application website site program software tool game mod mods modpack feature features system script bot project plugin solution product
  platform service page code codebase repo cool nice awesome great fun interesting good better best amazing neat overall general generally generic
  add build create write code develop give get new useful helpful improve optimize upgrade data info information tech computer computers digital online ai content`.split(
    /\s+/,
  ),
);
const ANYTHING = /^(?:something|anything|stuff|things?|whatever|some)$/;

/** "I need something cool for my project", "mod pls": kinds, praise and "something", and not a word on what it should be or do. */
function couldBeAnything(text: string): boolean {
  if (text.length > 60 || isJapanese(text) || /[`/"“\d:]/.test(text)) return false;
  const words = text.toLowerCase().replaceAll('’', "'").match(WORDS) ?? [];
  if (words.length < 2 || words.length > 10) return false;
  if (!words.every((word) => NAMES_NOTHING.has(word) || OF_ANYTHING.has(word))) return false;
  const begs =
    words.length < 4 && words.every((word) => OF_ANYTHING.has(word) || /^(?:pls|plz|please|an?|now)$/.test(word));
  return words.some((word) => ANYTHING.test(word)) || (begs && words.some((word) => /^(?:pls|plz|please)$/.test(word)));
}

/** Quick, and sure where it says yes: a plain word of no list. */
function namesSomething(text: string): boolean {
  if (isJapanese(text)) return text.length > LONGEST_NOTHING;
  for (const [word] of text.slice(0, 300).matchAll(/(?<![\p{L}\p{N}'’])[a-z]{3,}(?![\p{L}\p{N}'’])/gu))
    if (!MAY_NAME_NOTHING.has(word)) return true;
  return false;
}

export function isVague(text: string): boolean {
  if (
    text.trim() === '' ||
    pointsNowhere(text) ||
    couldBeAnything(text) ||
    namesAKindAlone(text.trim().replaceAll('’', "'"))
  )
    return true;
  if (namesSomething(text)) return false;
  return readTask(text, { files: [] }).missing.some(({ reason }) => reason === 'missing_required_info');
}
