/**
 * Tells an agent with its next call that the person corrected an answer: it may have used the old one. Each correction is told once by this
 * process. An agent that asks again gets the new answer in any case.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isCorrected } from '../../core/answer/evidence.ts';
import type { AskHere } from '../../library/ask-input.ts';
import type { Service } from '../service/service.ts';
import type { McpContext } from './mcp-context.ts';

/** How many answers of a session are looked at; a correction is among the newest. */
const LOOKED_AT = 50;
const MAX_TOLD = 10_000;

/** What was told by this process, and since when it tells. */
interface Telling {
  readonly since: number;
  readonly told: Set<string>;
}
const tellings = new WeakMap<Service, Telling>();

/** Adds a notice to the result of a tool. A notice that cannot be made keeps no result back. */
export async function withCorrections<R extends object>(
  result: R,
  { askonce, log }: Pick<McpContext, 'askonce' | 'log'>,
  place: () => Promise<Pick<AskHere, 'session' | 'job'>>,
): Promise<R> {
  if (!('structuredContent' in result) || ('isError' in result && result.isError)) return result;
  const notice = await noticeFor(askonce, place).catch((error: unknown) => {
    log(`[mcp] could not look for corrections: ${String(error)}`);
    return null;
  });
  if (notice === null) return result;
  const { content, structuredContent } = result as unknown as CallToolResult & { structuredContent: object };
  return {
    ...result,
    content: [...(content ?? []), { type: 'text', text: notice }],
    structuredContent: { ...structuredContent, notice },
  };
}

async function noticeFor(
  askonce: Service,
  place: () => Promise<Pick<AskHere, 'session' | 'job'>>,
): Promise<string | null> {
  const { session, job } = await place();
  const of = session ?? (job === undefined ? undefined : (await askonce.jobs.get(job))?.session);
  if (of === undefined) return null;
  const { items } = await askonce.questions.list({ session: of, status: 'answered', newest: true, limit: LOOKED_AT });
  const { since, told } = tellingOf(askonce);
  const corrected = items.filter(
    ({ id, evidence, createdAt }) => isCorrected(evidence) && createdAt >= since && !told.has(id),
  );
  if (corrected.length === 0) return null;
  for (const { id } of corrected) told.add(id);
  if (told.size > MAX_TOLD) told.delete(told.values().next().value!);
  const lines = corrected.map(({ question, evidence }) => `- “${question}”: ${evidence}`);
  return `The person changed an earlier answer. If you used the old one, revise what you did:\n${lines.join('\n')}`;
}

/** Begins with the first call: what was corrected before, no agent of this process has used. */
function tellingOf(askonce: Service): Telling {
  const telling = tellings.get(askonce) ?? { since: askonce.clock.now(), told: new Set() };
  tellings.set(askonce, telling);
  return telling;
}
