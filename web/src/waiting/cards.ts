/** Groups waiting questions into cards: one per ask, and one for equal calls that ask for permission; in the chosen order. Pure. */

import type { Clarification } from '../../../src/surfaces/client/index.ts';

export type Order = 'oldest' | 'deadline';

export interface Card {
  /** The ask's id; of equal calls, that of the first. */
  readonly key: string;
  readonly session: string;
  /** One or more equal calls that ask for permission. */
  readonly approval: boolean;
  readonly questions: readonly Clarification[];
  /** Equal questions of other sessions, which one answer can settle together: see groups.ts. */
  readonly others?: readonly Clarification[];
  readonly createdAt: number;
  /** The earliest deadline of its questions; infinite if there is none. */
  readonly deadline: number;
}

export type Row =
  | { readonly is: 'card'; readonly card: Card }
  | { readonly is: 'session'; readonly session: string; readonly count: number };

export function cardsOf(pending: Iterable<Clarification>): Card[] {
  const groups = new Map<string, Clarification[]>();
  for (const question of pending) {
    const group = question.approval ? callKeyOf(question) : question.ask;
    const together = groups.get(group);
    if (together) together.push(question);
    else groups.set(group, [question]);
  }
  return Array.from(groups.values(), (questions) => {
    if (questions.length > 1) questions.sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      key: questions[0]!.ask,
      session: questions[0]!.sessionId,
      approval: Boolean(questions[0]!.approval),
      questions,
      createdAt: Math.min(...questions.map(({ createdAt }) => createdAt)),
      deadline: Math.min(...questions.map(({ deadline }) => deadline ?? Number.POSITIVE_INFINITY)),
    };
  });
}

const callKeys = new WeakMap<Clarification, string>();

/** Equal for calls of the same tool with the same input in the same folder, as in a terminal. An input may be a megabyte, so it is written once. */
function callKeyOf(question: Clarification): string {
  let key = callKeys.get(question);
  if (key === undefined) {
    const { tool, input, editable } = question.approval!;
    // The server sends inputs with sorted keys.
    key = JSON.stringify([question.project, question.folder, tool, editable, input]);
    callKeys.set(question, key);
  }
  return key;
}

/** Whether it contains something destructive. Such a card is never shortened. */
export function isDangerous({ questions }: Card): boolean {
  return questions.some(({ destructive }) => destructive);
}

export function matching(cards: readonly Card[], query: string): readonly Card[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return cards;
  return cards.filter(({ session, questions, others = [] }) => {
    const said = [...questions, ...others].flatMap((asked) => {
      const { question, header, subject, context, job, sessionId, options } = asked;
      const labels = options.map(({ label }) => label);
      const whose = [asked.agent, asked.project, asked.folder, asked.branch];
      return [question, header, subject, context, job, sessionId, ...labels, ...whose];
    });
    const text = [session, ...said].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function inOrder(cards: readonly Card[], order: Order): Card[] {
  const byAge = (a: Card, b: Card) => a.createdAt - b.createdAt || (a.key < b.key ? -1 : 1);
  if (order === 'oldest') return [...cards].sort(byAge);
  return [...cards].sort((a, b) => (a.deadline === b.deadline ? byAge(a, b) : a.deadline - b.deadline));
}

/** With sessions as headings, each at the position of its first card. */
export function rowsOf(cards: readonly Card[], bySession: boolean): Row[] {
  if (!bySession) return cards.map((card) => ({ is: 'card', card }));
  const groups = Map.groupBy(cards, ({ session }) => session);
  return Array.from(groups).flatMap(([session, together]): Row[] => [
    { is: 'session', session, count: together.reduce((sum, { questions }) => sum + questions.length, 0) },
    ...together.map((card): Row => ({ is: 'card', card })),
  ]);
}
