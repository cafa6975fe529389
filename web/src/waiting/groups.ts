/** Equal questions of several sessions as one card. The server says which are equal; no words are compared here. Pure. */
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import type { Card } from './cards.ts';

/** Puts single questions of one group together, in the place of the oldest; the others come with it. */
export function grouped(cards: readonly Card[]): Card[] {
  const groups = Map.groupBy(cards, ({ key, questions }) => (questions.length === 1 && questions[0]!.group) || key);
  return Array.from(groups.values(), (together) => {
    if (together.length === 1) return together[0]!;
    const [first, ...rest] = together.toSorted((a, b) => a.createdAt - b.createdAt || (a.key < b.key ? -1 : 1));
    return {
      ...first!,
      others: rest.map(({ questions }) => questions[0]!),
      deadline: Math.min(...together.map(({ deadline }) => deadline)),
    };
  });
}

/** How many agents ask: one in each session. */
export function askersOf({ questions, others = [] }: Card): readonly Clarification[] {
  return others.length === 0 ? questions : [questions[0]!, ...others];
}
