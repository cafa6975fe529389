/**
 * What a client of the 2025 era carries between its requests, so that any server on the store can serve the next one: its connection's id,
 * which tells what the client said at the start, and the id of a form, which tells what the form asks. Both are signed with a key of the
 * store. They hold nothing that the client does not know.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { McpContext } from './mcp-context.ts';

/** What a client said about itself when it connected. */
export interface Hello {
  readonly protocolVersion: string;
  readonly name: string;
  readonly version: string;
  /** Null if it cannot show forms or pages. */
  readonly elicitation: { readonly form?: object; readonly url?: object } | null;
}

/** A form that a client shows, or a page that it opens. */
export interface ShownForm {
  /** The questions, in order. */
  readonly shown: readonly string[];
  readonly as: 'form' | 'page';
  readonly client: string;
  /** When it was sent. */
  readonly at: number;
  /** The idempotency key of the reply. */
  readonly key: string;
}

interface Said {
  connection: Hello;
  form: ShownForm;
}

type Whose = Pick<McpContext, 'askonce' | 'principal'>;

/** Longer than any that was ever issued; header lines have 16 kB. */
const MAX_LENGTH = 4_000;

/** Signs something for one principal. It contains only letters, digits, dots, dashes and underscores, as ids of connections may. */
export async function sign<K extends keyof Said>(kind: K, what: Said[K], whose: Whose): Promise<string> {
  const text = Buffer.from(JSON.stringify({ id: randomUUID(), what })).toString('base64url');
  return `${text}.${await signature(kind, text, whose)}`;
}

/** Returns null if it was not signed here, or for another principal. */
export async function readSigned<K extends keyof Said>(
  kind: K,
  signed: unknown,
  whose: Whose,
): Promise<Said[K] | null> {
  if (typeof signed !== 'string' || signed.length > MAX_LENGTH) return null;
  const [text = '', given = ''] = signed.split('.', 2);
  const [is, wanted] = [Buffer.from(given), Buffer.from(await signature(kind, text, whose))];
  if (is.length !== wanted.length || !timingSafeEqual(is, wanted)) return null;
  return (JSON.parse(Buffer.from(text, 'base64url').toString()) as { what: Said[K] }).what;
}

async function signature(kind: keyof Said, text: string, { askonce, principal }: Whose): Promise<string> {
  const key = await askonce.access.sealingKey('mcp');
  return createHmac('sha256', key)
    .update(`mcp ${kind}\n${principal ?? ''}\n${text}`)
    .digest('base64url');
}
