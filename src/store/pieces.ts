/** A piece of the audit trail that was counted, and how it is stored. */
import { hash } from 'node:crypto';
import { KEY_VERSION } from '../core/ask/question-identity.ts';
import type { Row } from './rows.ts';

/** Days of every time zone begin at a multiple of this. */
export const SLOT_MS = 900_000;

export interface CountedPiece {
  /** The numbers of its first and last event, and how many there are. */
  readonly first: number;
  readonly last: number;
  readonly events: number;
  readonly oldest: number;
  readonly newest: number;
  /** The quarter of an hour, counted from 1970; who answered; how often. */
  readonly slots: readonly (readonly [slot: number, by: string, count: number])[];
  /** Milliseconds, and how many answers took as long, in turns. */
  readonly waits: readonly number[];
  /** Read by `eachQuestion`: bytes, because a million of them are read at once. */
  readonly questions: Buffer;
}

/** A question of a piece: the first 53 bits of a hash of its key, and its newest clarification as a range of the piece's bytes. */
export type SeeQuestion = (key: number, times: number, asked: number, start: number, end: number) => void;

/** From the rows of `countPiece`. */
export function pieceFrom(rows: readonly Row[]): CountedPiece {
  const of = (what: string) => rows.filter((row) => row.what === what);
  const [piece] = of('piece');
  const number = (value: unknown) => Number(value ?? 0);
  return {
    first: number(piece?.x),
    last: number(piece?.last),
    events: number(piece?.n),
    oldest: number(piece?.oldest),
    newest: number(piece?.y),
    slots: of('slot').map((row) => [Number(row.x), row.name as string, Number(row.n)]),
    waits: of('wait').flatMap((row) => [Number(row.x), Number(row.n)]),
    questions: Buffer.concat(of('question').map(questionBytes)),
  };
}

const KEY_BYTES = 7;

/** The key's hash, the two counts as numbers of any length, and the id with its length. */
function questionBytes({ name, n, y, example }: Row): Buffer {
  const key = hash('sha256', name as string, 'buffer').subarray(0, KEY_BYTES);
  const id = Buffer.from(example as string);
  return Buffer.concat([key, Buffer.from([...digits(Number(n)), ...digits(Number(y)), ...digits(id.length)]), id]);
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function digits(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...digits(Math.floor(value / 128))];
}

/** Calls back with each question of a piece. */
export function eachQuestion(bytes: Buffer, see: SeeQuestion): void {
  let at = 0;
  const number = () => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = bytes.readUIntBE(at, 6) * 32 + (bytes[at + 6]! >> 3);
    at += KEY_BYTES;
    const times = number();
    const asked = number();
    const length = number();
    at += length;
    see(key, times, asked, at - length, at);
  }
}

/** The columns of `pieceRow`, in its order. */
const PIECE_COLUMNS = 'first_seq last_seq events oldest newest slots waits questions key_version';

export function pieceRow(piece: CountedPiece): unknown[] {
  const { first, last, events, oldest, newest, slots, waits, questions } = piece;
  const counts = [JSON.stringify(slots), JSON.stringify(waits), questions];
  return [first, last, events, oldest, newest, ...counts, KEY_VERSION];
}

/** The kept pieces that reach to a time. Their questions are known by the keys of this release. */
export function keptPieces(since: string): string {
  return `SELECT first_seq AS first, last_seq AS last, oldest FROM counted
    WHERE newest >= ${since} AND key_version = ${KEY_VERSION} ORDER BY last_seq DESC`;
}

/** Keeps a piece if all its events are still there: a session may have been pruned since they were counted. */
export function keepPiece(mark: (place: number) => string): string {
  const columns = PIECE_COLUMNS.split(' ');
  const values = columns.map((_, at) => mark(at + 1)).join(', ');
  return `INSERT INTO counted (${columns.join(', ')}) SELECT ${values}
    WHERE (SELECT count(*) FROM events WHERE seq BETWEEN ${mark(1)} AND ${mark(2)}) = ${mark(3)}
    ON CONFLICT (last_seq) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

/** From a row of the table `counted`. */
export function keptFrom(row: Row): CountedPiece {
  return {
    first: Number(row.first_seq),
    last: Number(row.last_seq),
    events: Number(row.events),
    oldest: Number(row.oldest),
    newest: Number(row.newest),
    slots: JSON.parse(row.slots as string) as CountedPiece['slots'],
    waits: JSON.parse(row.waits as string) as CountedPiece['waits'],
    // One driver returns bytes, the other the text that the server writes: \\x and hexadecimal digits.
    questions:
      typeof row.questions === 'string' ? Buffer.from(row.questions.slice(2), 'hex') : (row.questions as Buffer),
  };
}
