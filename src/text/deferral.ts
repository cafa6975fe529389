/** Answers that postpone the decision or hand it back. They settle their question, but no preference is learnt from them. */
import { fold } from './fold.ts';
import { lazy, wordList } from './lists.ts';

const MAX_DEFERRAL = 120;
const opening = lazy(() => {
  const list = [...wordList('defer')]
    .sort((a, b) => b.length - a.length)
    .map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(
    `^(?:(?:well|hmm|um|uh|i think|honestly|i am|i'm|it's|that's|まだ|うーん)[\\s,、]*)*(?:${list.join('|')})(?![a-z\\d])`,
    'u',
  );
});

/**
 * Whether an answer is no choice: "not sure yet", "whatever you think", "どちらでもいい".
 * @example
 * isDeferral('not sure yet, ask me later'); // true
 * isDeferral('any of the two, preferably YAML'); // true
 * isDeferral('YAML'); // false
 */
export function isDeferral(answer: string): boolean {
  const text = fold(answer);
  return text.length <= MAX_DEFERRAL && opening().test(text);
}
