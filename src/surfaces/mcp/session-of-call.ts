/**
 * Finds the session of a call. The client's own id if it sends one; otherwise one per client and project, so that a reconnecting client
 * finds its answers until its conversation is over.
 */
import { hash } from 'node:crypto';
import { isOver } from '../../core/conversation.ts';
import type { AskHere } from '../../library/ask-input.ts';
import type { Service } from '../service/service.ts';
import { type Call, codexTurn } from './call.ts';
import type { McpContext } from './mcp-context.ts';

/** The metadata keys for the conversation's id. Of two names, the one that sub-agents share comes first. */
const META_KEYS = ['askonce/session', 'vscode.conversationId', 'sessionId', 'threadId'] as const;

type Where = Pick<McpContext, 'askonce' | 'session' | 'host' | 'job' | 'principal'>;

export async function placeOf(
  mcpContext: Where,
  { client, meta }: Pick<Call, 'client' | 'meta'>,
): Promise<Pick<AskHere, 'session' | 'job'>> {
  const { askonce, session, host, job, principal } = mcpContext;
  if (session !== null) return { session };
  // A job's questions belong to the job's session.
  if (job !== null) return { job };
  // By the folder: a conversation in one worktree is not one in another.
  const whose = [client, askonce.folder, principal];
  const given = idIn(meta);
  // Hashed, because a client's id may have any form and length, and must not collide with another client's session.
  if (given !== null) return { session: `mcp-${digest([...whose, given])}` };
  return { session: host ?? (await latest(askonce, `mcp-${digest(whose)}`)) };
}

function idIn(meta: Readonly<Record<string, unknown>>): string | null {
  // Codex puts both into one object.
  const parts = [meta, codexTurn(meta) ?? {}];
  const keys = [...META_KEYS, 'session_id', 'thread_id'];
  const said = parts.flatMap((part) => keys.map((key) => part[key]));
  return said.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}

function digest(of: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(of), 'hex').slice(0, 24);
}

/** The latest conversation of a client in this project, or the next one if that is over. */
async function latest(askonce: Service, base: string): Promise<string> {
  const name = (n: number) => `${base}-${n}`;
  const last = await highest((n) => isKnown(askonce, name(n)));
  if (last === 0) return name(1);
  return (await hasEnded(askonce, name(last))) ? name(last + 1) : name(last);
}

/** The greatest existing number, given that there are no gaps; 0 for none. Two processes that ask at once get the same. */
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

async function isKnown(askonce: Service, session: string): Promise<boolean> {
  return (await askonce.questions.list({ session, limit: 1 })).items.length > 0;
}

async function hasEnded(askonce: Service, session: string): Promise<boolean> {
  const waits =
    (await askonce.questions.list({ status: 'pending', snoozed: 'included', session, limit: 1 })).items.length > 0;
  const { items } = await askonce.questions.list({ session, newest: true, limit: 50 });
  const lastAt = Math.max(...items.map(({ createdAt, settledAt }) => settledAt ?? createdAt));
  return isOver({ waits, lastAt }, askonce.clock.now());
}
