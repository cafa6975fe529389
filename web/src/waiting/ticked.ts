/** Which of the equal questions of other agents get the same answer: all, unless the person unticks some. */
import { signal } from '@preact/signals';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import type { Card } from './cards.ts';

const unticked = signal<ReadonlySet<string>>(new Set());

export function isTicked(id: string): boolean {
  return !unticked.value.has(id);
}

export function tick(id: string, ticked: boolean): void {
  const ids = new Set(unticked.peek());
  if (ticked) ids.delete(id);
  else ids.add(id);
  unticked.value = ids;
}

export function tickedOf({ others = [] }: Card): Clarification[] {
  return others.filter(({ id }) => !unticked.peek().has(id));
}
