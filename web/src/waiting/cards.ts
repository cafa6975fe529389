/** Groups waiting questions into cards: one per ask, in the chosen order. Pure. */

import type { Clarification } from '../../../src/surfaces/client/index.ts';

export type Order = 'oldest' | 'deadline';

export interface Card {
  /** The ask's id. */
  readonly key: string;
  readonly session: string;
  readonly questions: readonly Clarification[];
  readonly createdAt: number;
  /** The earliest deadline of its questions; infinite if there is none. */
  readonly deadline: number;
}

export type Row =
  | { readonly is: 'card'; readonly card: Card }
  | { readonly is: 'session'; readonly session: string; readonly count: number };

export function cardsOf(pending: Iterable<Clarification>): Card[] {
  const byAsk = new Map<string, Clarification[]>();
  for (const question of pending) {
    const together = byAsk.get(question.ask);
    if (together) together.push(question);
    else byAsk.set(question.ask, [question]);
  }
  return Array.from(byAsk, ([key, questions]) => ({
    key,
    session: questions[0]!.sessionId,
    questions: questions.length > 1 ? questions.sort((a, b) => (a.id < b.id ? -1 : 1)) : questions,
    createdAt: Math.min(...questions.map(({ createdAt }) => createdAt)),
    deadline: Math.min(...questions.map(({ deadline }) => deadline ?? Number.POSITIVE_INFINITY)),
  }));
}

/** Whether it contains something destructive. Such a card is never shortened. */
export function isDangerous({ questions }: Card): boolean {
  return questions.some(({ destructive }) => destructive);
}

export function matching(cards: readonly Card[], query: string): readonly Card[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return cards;
  return cards.filter(({ session, questions }) => {
    const said = questions.flatMap(({ question, header, subject, context, job, options }) =>
      [question, header, subject, context, job].concat(options.map(({ label }) => label)),
    );
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
