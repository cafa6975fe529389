/** What is settled without the person: a question and the person's last words, through the very resolvers of the engine. */

import type { Figure } from '../../eval/figures.ts';
import type { ClarificationType, Question } from '../../src/core/clarification.ts';
import { isDestructive } from '../../src/core/destructive.ts';
import { questionHash, questionKey } from '../../src/core/question-key.ts';
import type { ResolverView } from '../../src/core/resolution.ts';
import { preferenceResolver } from '../../src/resolve/preferences.ts';
import { pathsMentioned, semanticResolver } from '../../src/resolve/semantic-resolver.ts';
import { ruleSentinel } from '../../src/resolve/sentinel.ts';

const semantic = semanticResolver();
const sentinel = ruleSentinel();

interface Asked {
  readonly question: string;
  readonly type: ClarificationType;
  readonly options?: readonly string[];
}

function questionOf({ question, type, options = [] }: Asked): Question {
  return {
    question,
    type,
    questionHash: questionHash(question),
    key: questionKey(question),
    subject: '',
    destructive: isDestructive(question, options),
    options: options.map((label) => ({ label })),
    multiSelect: false,
    strictOptions: false,
  };
}

const withoutDot = (path: string): string => path.replace(/^\.\//, '');

/** The answer that the person's last words give, or null. `files` are those of the project. */
function answerFromWords(asked: Asked, words: string, files: readonly string[] = []): string | null {
  const paths = [...new Set(pathsMentioned(words).map(withoutDot))].filter((path) => files.includes(path));
  const heard = { text: words, at: 0, paths, spent: false };
  return semantic({ question: questionOf(asked), heard, preference: null, language: null })?.answer ?? null;
}

/** Whatever would settle a question although nobody was asked: words in favour, a preference, best practice. */
export function settledWithoutAsking(asked: Asked): string[] {
  const question = questionOf(asked);
  const view: ResolverView = { question, heard: null, preference: null, language: null };
  const wished = { project: '/', type: asked.type, times: 9, origin: 'set', updatedAt: 0 } as const;
  const preference = { ...wished, key: question.key, subject: '', question: asked.question, answer: 'Yes' };
  // Agents that know no CONFIRM offer the answers as options.
  const asOptions = questionOf({ question: asked.question, type: 'SELECT_ONE', options: ['Yes', 'No'] });
  const heard = (text: string) => ({ text, at: 0, paths: [], spent: false });
  const ways: [string, ReturnType<typeof semantic>][] = [
    ...['yes', 'はい', 'sí', 'do it'].map((text): [string, ReturnType<typeof semantic>] => [
      `words “${text}”`,
      semantic({ ...view, heard: heard(text) }),
    ]),
    ...['yes', 'do it', 'はい'].map((text): [string, ReturnType<typeof semantic>] => [
      `words “${text}” to options`,
      semantic({ ...view, question: asOptions, heard: heard(text) }),
    ]),
    ['a preference', preferenceResolver({ ...view, preference })],
    ['a preference to options', preferenceResolver({ ...view, question: asOptions, preference })],
    ['best practice', sentinel(view)],
  ];
  return ways.flatMap(([way, resolution]) => (resolution ? [`${way} → ${resolution.answer}`] : []));
}

/** A reply and what it says: "Yes", "No", a label, a path, or null where nobody can tell. */
export interface Reply {
  readonly gold: string | null;
  readonly asked: Asked;
  readonly words: string;
  readonly files?: readonly string[];
  readonly group: string;
}

const shown = ({ group, asked, words, gold }: Reply, answer: string | null): string =>
  `${group}: ${asked.question} | ${words} → ${answer ?? 'asked'}, not ${gold ?? 'asked'}`;

/** Where the resolver fires, how often it is right; and of what could be told, how much it finds. */
export function precisionAndRecall(
  subject: string,
  name: string,
  replies: readonly Reply[],
  asked: { precision: number; recall?: number },
): Figure[] {
  const read = replies.map((reply) => ({ reply, answer: answerFromWords(reply.asked, reply.words, reply.files) }));
  const fired = read.filter(({ answer }) => answer !== null);
  const wrong = fired.filter(({ reply, answer }) => answer !== reply.gold);
  const tellable = read.filter(({ reply }) => reply.gold !== null);
  const missed = tellable.filter(({ reply, answer }) => answer !== reply.gold);
  const lines = (rows: typeof read) => rows.map(({ reply, answer }) => shown(reply, answer));
  return [
    {
      subject,
      what: `${name}: right where it fires`,
      count: fired.length - wrong.length,
      of: fired.length,
      atLeast: asked.precision,
      against: lines(wrong),
    },
    {
      subject,
      what: `${name}: found`,
      count: tellable.length - missed.length,
      of: tellable.length,
      ...(asked.recall === undefined ? {} : { atLeast: asked.recall }),
      against: lines(missed),
    },
  ];
}
