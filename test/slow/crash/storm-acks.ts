/** What the processes of a storm have acknowledged, and what of it the store has lost. */
import type { Outcome } from '../../../src/index.ts';
import { withTables } from '../../support/raw-tables.ts';

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
  | { readonly did: 'submit'; readonly job: string; readonly question: string | null; readonly made: boolean }
  | {
      readonly did: 'answerJob';
      readonly job: string;
      readonly question: string;
      readonly answer: string;
      readonly status: 'accepted' | 'replayed';
    }
  | { readonly did: 'cancelJob'; readonly job: string }
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
    const job = db.prepare(
      'SELECT state, clarification_id AS question, clarification_answer AS answer FROM jobs WHERE id = ?',
    );
    const findJob = (id: string) =>
      job.get(id) as { state: string; question: string | null; answer: string | null } | undefined;
    const accepted = new Set<string>();
    const made = new Set<string>();
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
      } else if (ack.did === 'answer' || ack.did === 'answerJob') {
        const id = ack.did === 'answer' ? ack.id : ack.question;
        const row = find(id);
        if (row?.answer !== ack.answer) lost.push(`answer “${ack.answer}” to ${id} is gone: ${row?.answer}`);
        if (ack.status === 'accepted' && accepted.has(id)) lost.push(`two answers to ${id} were the first`);
        if (ack.status === 'accepted') accepted.add(id);
        if (ack.did === 'answerJob' && findJob(ack.job)?.answer !== ack.answer)
          lost.push(`${ack.job} has lost its answer “${ack.answer}”`);
      } else if (ack.did === 'submit') {
        const row = findJob(ack.job);
        if (!row) lost.push(`job ${ack.job} is gone`);
        else if (row.question !== ack.question) lost.push(`${ack.job} was asked ${ack.question}, then ${row.question}`);
        if (ack.made && made.has(ack.job)) lost.push(`${ack.job} was made twice`);
        if (ack.made) made.add(ack.job);
      } else if (ack.did === 'cancelJob') {
        const row = findJob(ack.job);
        if (row?.state !== 'CANCELLED') lost.push(`${ack.job} was cancelled, and is ${row?.state}`);
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
