/** Whether a prompt names nothing that could be built. */
import { ADVERBS, CONJUNCTIONS, COPULAS, DETERMINERS, HELPERS, PREPOSITIONS, PRONOUNS } from './prompt-words.ts';
import { readTask } from './task.ts';
import { isJapanese } from './task-japanese.ts';
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
  [
    ADVERBS,
    CONJUNCTIONS,
    COPULAS,
    DETERMINERS,
    HELPERS,
    PREPOSITIONS,
    PRONOUNS,
    ARTICLES,
    FILLERS,
    VAGUE,
    POINTS_NOWHERE,
  ].flatMap((list) => [...list]),
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

/** Quick, and sure where it says yes: a plain word of no list. */
function namesSomething(text: string): boolean {
  if (isJapanese(text)) return false;
  for (const [word] of text.slice(0, 300).matchAll(/(?<![\p{L}\p{N}'’])[a-z]{3,}(?![\p{L}\p{N}'’])/gu))
    if (!MAY_NAME_NOTHING.has(word)) return true;
  return false;
}

export function isVague(text: string): boolean {
  if (text.trim() === '' || pointsNowhere(text)) return true;
  if (namesSomething(text)) return false;
  return readTask(text, { files: [] }).missing.some(({ reason }) => reason === 'missing_required_info');
}
