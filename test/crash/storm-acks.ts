/** What the processes of a storm have acknowledged, and what of it the store has lost. */
import type { Outcome } from '../../src/index.ts';
import { withTables } from './raw-tables.ts';

/** One line of a worker, written only after AskOnce said that it is done. */
export type Ack =
  | { readonly did: 'up' }
  | {
      readonly did: 'ask';
      readonly job: string;
      readonly step: number;
      readonly ask: string | null;
      readonly items: readonly Outcome[];
    }
  | { readonly did: 'answer'; readonly id: string; readonly answer: string; readonly status: 'accepted' | 'replayed' }
  | { readonly did: 'decline' | 'revoke'; readonly id: string }
  | { readonly did: 'fault'; readonly what: string };

/** Whole lines only: a process that was killed may have left half of one. */
export function ackReader(heard: (ack: Ack) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line !== '') heard(JSON.parse(line) as Ack);
  };
}

/** Every acknowledgement that the store at an address does not bear out, one line each. */
export function lostAcks(address: string, acks: readonly Ack[]): Promise<string[]> {
  return withTables(address, ({ db }) => {
    const question = db.prepare('SELECT status, answer FROM clarifications WHERE id = ?');
    const ask = db.prepare('SELECT 1 FROM asks WHERE id = ?');
    const find = (id: string) => question.get(id) as { status: string; answer: string | null } | undefined;
    const accepted = new Set<string>();
    const lost: string[] = [];
    for (const ack of acks) {
      if (ack.did === 'ask') {
        if (ack.ask !== null && !ask.get(ack.ask)) lost.push(`ask ${ack.ask} is gone`);
        for (const item of ack.items) {
          const id = 'id' in item ? item.id : undefined;
          if (id === undefined) continue;
          const row = find(id);
          if (!row) lost.push(`question ${id} is gone`);
          // An answer may have been taken back since; it still stands in its row.
          else if (isTheAnswer(item) && row.answer !== item.answer) lost.push(`answer to ${id} is gone`);
        }
      } else if (ack.did === 'answer') {
        const row = find(ack.id);
        if (row?.answer !== ack.answer) lost.push(`answer “${ack.answer}” to ${ack.id} is gone: ${row?.answer}`);
        if (ack.status === 'accepted' && accepted.has(ack.id)) lost.push(`two answers to ${ack.id} were the first`);
        if (ack.status === 'accepted') accepted.add(ack.id);
      } else if (ack.did === 'decline' || ack.did === 'revoke') {
        const row = find(ack.id);
        const stands = ack.did === 'decline' ? ['declined', 'revoked'] : ['revoked'];
        if (!row || !stands.includes(row.status)) lost.push(`${ack.did} of ${ack.id} is gone: ${row?.status}`);
      }
    }
    return lost;
  });
}

/** Whether an asker was told the answer that somebody gave to the question, then or now. */
function isTheAnswer(item: Outcome): item is Outcome & { answer: string } {
  return item.outcome === 'answered' || (item.outcome === 'auto_resolved' && item.source === 'history');
}
