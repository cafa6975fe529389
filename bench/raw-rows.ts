/** The rows that the raw programs write: ids, hashes and texts made in advance. */
import { hash } from 'node:crypto';

export interface RawRow {
  readonly session: string;
  readonly id: string;
  readonly ask: string;
  readonly question: string;
  readonly hash: string;
  readonly key: string;
}

export const SESSIONS = 64;

/** Makes rows, continuing where the last call ended. */
export function rawRows(): (count: number) => RawRow[] {
  let made = 0;
  return (count) => Array.from({ length: count }, () => rowOf(made++));
}

function rowOf(n: number): RawRow {
  const question = `Which of the formats should report ${n} use?`;
  const digest = hash('sha256', question);
  const name = `0sk9s7pw${n.toString(32).padStart(6, '0')}`;
  return {
    session: `bench-${n % SESSIONS}`,
    id: `q-${name}`,
    ask: `a-${name}`,
    question,
    hash: digest,
    key: digest.slice(0, 32),
  };
}
