/**
 * A prompt that contradicts itself and then says which it shall be: "hot frozen cheese. Make it hot, not frozen." Only a later sentence or
 * clause that plainly chooses between the very sides decides; one that merely says one of them again does not.
 */
import type { Opposition } from '../core/interpretation.ts';
import { contradictionsIn } from './contradictions.ts';
import { partsOf } from './prompt-words.ts';
import { isPlainPair, isSmall, rootsOf, saidOf } from './said-sides.ts';
import { type Choice, choicesOf } from './settling-answer.ts';
import { isJapanese } from './task-japanese.ts';

export interface OwnDecision {
  readonly choices: readonly Choice[];
  /** What stands before the deciding words, they themselves, and what follows. */
  readonly head: string;
  readonly words: string;
  readonly rest: string;
  /** Nothing but the choice is in the deciding words. */
  readonly saysOnlyThat: boolean;
}

/** "If they conflict, …": the case that has come. */
const IN_CONFLICT =
  /^(?:(?:if|when|where|in case|should)\b[^,]{0,60}\b(?:conflict|conflicts|doubt|clash|contradict|contradiction|both|exclude)\b[^,]{0,20},|(?:迷ったら|迷う場合は|矛盾(?:する|した|している)?(?:場合|なら|とき)は?|両立しない(?:場合|なら|とき)は?)、?)\s*/i;
const CHOOSES =
  /\b(?:choose|prefer|pick|wins|win|takes precedence|go with|goes first|in favou?r of|over|rather|instead of|not|no|never|without|drop|forget|ignore|actually|i mean|i meant)\b|n't\b|優先|選ん|選択|ではなく|じゃなく|やっぱり|やはり|以外|より/i;
const ASKS_FOR =
  /\b(?:make it|please|just|should be|keep it|only)\b|方で|ほうで|方に|ほうに|にして|でお願い|がいい|です/i;
const LIMITS =
  /\b(?:when|whenever|if|unless|while|until|for|on|during|by default|at night|in|first|then|later|inside|outside|or)\b|場合|とき|なら|たら|時は|時に|最初|後で/i;
const LONGEST = 160;

interface Split {
  readonly head: string;
  readonly words: string;
  readonly rest: string;
}

const LONGEST_PROMPT = 1_000;
/** A clause that chooses, at the end of a sentence that did not. */
const LAST_CLAUSE =
  /^\s*(?:(?:but|so|and)\s+)?((?:please |just |then )?(?:(?:make it|choose|pick|prefer|go with|take|keep it|not|no) \S|\S{1,30} (?:over|rather than|not) \S|\S{1,30} wins\b)[\s\S]*)$/i;

function* splitsOf(prompt: string): Generator<Split> {
  const open = Math.max(prompt.lastIndexOf('('), prompt.lastIndexOf('（'));
  const bracket = open > 0 ? /^.([^()（）]{1,200})[)）]\s?[.。]?$/.exec(prompt.slice(open)) : null;
  if (bracket !== null) yield { head: prompt.slice(0, open).trim(), words: bracket[1]!, rest: '' };
  const sentences = prompt.split(/(?<=[.!?])\s|(?<=[。！？])|\n/).filter((one) => one.trim() !== '');
  for (let i = 1; i < sentences.length && i < 20; i++)
    yield {
      head: sentences.slice(0, i).join(isJapanese(prompt) ? '' : ' '),
      words: sentences[i]!,
      rest: sentences.slice(i + 1).join(isJapanese(prompt) ? '' : ' '),
    };
  for (const { index, 0: mark } of [...prompt.matchAll(/[,:;]\s|\s[-–—]\s/g)].slice(0, 20)) {
    const words = LAST_CLAUSE.exec(prompt.slice(index + mark.length))?.[1];
    if (words !== undefined) yield { head: prompt.slice(0, index).trim(), words, rest: '' };
  }
}

/** Whether the head holds the whole conflict by itself, so that what follows is a word about it. */
function holdsAll(head: string, oppositions: readonly Opposition[]): boolean {
  const found = contradictionsIn(head);
  const offers = /\bor\b[^.]*\?\s*$|か[^。]*[？?]\s*$/i.test(head);
  return oppositions.every((opposition) => {
    if (found.some(({ axis }) => axis === opposition.axis)) return true;
    return offers && new Set(saidOf(opposition, head, head).map(({ side }) => side)).size === 2;
  });
}

/** Without one of these a prompt is one piece, and nothing in it comes later. */
const MAY_SPLIT = /[.!?,:;(\n。！？（–—-]/;

export function decidedByPrompt(prompt: string, oppositions: readonly Opposition[]): OwnDecision | null {
  if (!MAY_SPLIT.test(prompt)) return null;
  if (prompt.length > LONGEST_PROMPT || !oppositions.every(isPlainPair)) return null;
  for (const { head, words, rest } of splitsOf(prompt.trim())) {
    const choice = words.replace(IN_CONFLICT, '').trim();
    const chooses = choice.length < words.trim().length || CHOOSES.test(choice);
    // Said of one sentence "make it hot" decides; after two that contradict each other it may be but a third.
    const decides = chooses || (ASKS_FOR.test(choice) && sentencesIn(head) === 1);
    if (choice === '' || choice.length > LONGEST || !decides || LIMITS.test(choice)) continue;
    if (!holdsAll(head, oppositions) || oppositions.some((one) => saidOf(one, rest, head).length > 0)) continue;
    const choices = choicesOf({ kind: 'contradiction', oppositions, words: [] }, choice, head);
    if (choices === null || choices.length !== oppositions.length) continue;
    if (choices.some(({ dropped }) => dropped === null)) continue;
    return { choices, head, words: words.trim(), rest, saysOnlyThat: saysOnlyThat(choice, head, choices) };
  }
  return null;
}

const sentencesIn = (text: string): number => text.trim().split(/[.!?]\s+|[。！？\n](?=.)/).length;

function saysOnlyThat(words: string, head: string, choices: readonly Choice[]): boolean {
  if (isJapanese(words)) return words.length <= 30;
  const known = rootsOf(
    `${head} make choose pick prefer wins win go take keep drop forget ignore rather please just mean meant sorry`,
  );
  const named = new Set(choices.flatMap(({ opposition }) => saidOf(opposition, words, head).map(({ start }) => start)));
  return partsOf(words).every(
    ({ kind, text, start }) =>
      kind === 'mark' || isSmall(text) || named.has(start) || [...rootsOf(text)].every((root) => known.has(root)),
  );
}
