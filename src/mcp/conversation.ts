/**
 * Which session a call belongs to. The client's own id where it gives one; else one for each client and project, so that a
 * client that comes back finds its answers, until nothing has happened in it for a week.
 */
import { hash } from 'node:crypto';
import type { AskOnce } from '../askonce.ts';
import type { Call } from './call.ts';
import type { Desk } from './desk.ts';

const WEEK_MS = 7 * 86_400_000;

/** Where clients say which conversation a call belongs to. Of two names the one that sub-agents share comes first. */
const META_KEYS = ['askonce/session', 'vscode.conversationId', 'sessionId', 'threadId'] as const;
/** Codex puts both into one object. */
const CODEX = 'x-codex-turn-metadata';

export async function conversationOf(
  { askonce, session, principal }: Pick<Desk, 'askonce' | 'session' | 'principal'>,
  { client, meta }: Pick<Call, 'client' | 'meta'>,
): Promise<string> {
  const whose = [client, askonce.projectRoot, principal];
  if (session !== null) return session;
  const given = idIn(meta);
  // Hashed: a client's id may be of any form and length, and one client must not stumble into the session of another.
  if (given !== null) return `mcp-${digest([...whose, given])}`;
  return latest(askonce, `mcp-${digest(whose)}`);
}

function idIn(meta: Readonly<Record<string, unknown>>): string | null {
  const nested = meta[CODEX];
  const parts = [meta, ...(typeof nested === 'object' && nested !== null ? [nested as Record<string, unknown>] : [])];
  const keys = [...META_KEYS, 'session_id', 'thread_id'];
  const said = parts.flatMap((part) => keys.map((key) => part[key]));
  return said.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}

function digest(of: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(of), 'hex').slice(0, 24);
}

/** The last of a client's conversations in this project, or the one after it where that is over. */
async function latest(askonce: AskOnce, base: string): Promise<string> {
  const name = (n: number) => `${base}-${n}`;
  const last = await highest((n) => isKnown(askonce, name(n)));
  if (last === 0) return name(1);
  return (await isOver(askonce, name(last))) ? name(last + 1) : name(last);
}

/** The greatest number that is there, where all before it are: 0 for none. Two processes that ask at once get the same. */
async function highest(isThere: (n: number) => Promise<boolean>): Promise<number> {
  let [below, above] = [0, 1];
  while (await isThere(above)) [below, above] = [above, above * 2];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (await isThere(middle)) below = middle;
    else above = middle;
  }
  return below;
}

async function isKnown(askonce: AskOnce, session: string): Promise<boolean> {
  return (await askonce.clarifications({ session, limit: 1 })).items.length > 0;
}

async function isOver(askonce: AskOnce, session: string): Promise<boolean> {
  if ((await askonce.pending({ session, limit: 1 })).items.length > 0) return false;
  const { items } = await askonce.clarifications({ session, newest: true, limit: 50 });
  const lastAt = Math.max(...items.map(({ createdAt, settledAt }) => settledAt ?? createdAt));
  return askonce.clock.now() - lastAt > WEEK_MS;
}
