/** The results of tools, both as data and as sentences that a model can act on. Pure. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { NotShown } from '../../core/answer/not-shown.ts';
import type { Recalled } from '../../core/ask/recall.ts';
import type { AskResult, Outcome } from '../../core/model/question.ts';
import { isOurFault, refusal } from '../../library/problem.ts';
import type { McpContext } from './mcp-context.ts';

/**
 * The outcomes of questions.
 * @param mcpContext Where the waiting ones can be answered.
 * @param unseen Why the client's person has not seen them; null if they may have.
 */
export function saysOutcomes(
  { status, items }: Pick<AskResult, 'status' | 'items'>,
  { inbox, command }: Pick<McpContext, 'inbox' | 'command'>,
  unseen: NotShown | null = null,
): CallToolResult {
  const parked = items.some(({ outcome }) => outcome === 'parked');
  const data = {
    status,
    items: items.map((item) => dataOf(item)),
    ...(parked ? { inbox } : {}),
    ...(parked && unseen ? { notShown: unseen.because } : {}),
  };
  return saying(items.map((item) => sentenceOf(item, { inbox, command }, unseen)).join('\n\n'), data);
}

export function saysRecalled(
  about: string,
  found: readonly Recalled[],
  { askTool }: Pick<McpContext, 'askTool'>,
): CallToolResult {
  const lines = found.map(({ question, answer, from, source, at }) => {
    const day = new Date(at).toISOString().slice(0, 10);
    return from === 'preference'
      ? `- “${question}” → ${answer} (this project’s preference)`
      : `- “${question}” → ${answer} (${source === 'user' ? 'answered' : `not answered by a person, settled by ${source}`} on ${day})`;
  });
  const none = about === '' ? 'No answers yet.' : `Nothing is known about “${about}”.`;
  const text = found.length === 0 ? `${none} If it matters, ask with ${askTool}.` : lines.join('\n');
  const items = found.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() }));
  return saying(text, { items });
}

/** An error in words that are safe to send; messages of drivers and the file system go only to the log. */
export function saysFault(error: unknown, log: McpContext['log']): CallToolResult {
  const refused = refusal(error);
  if (isOurFault(refused)) log(`[mcp] ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const { code, detail } = refused.problem;
  return { content: [{ type: 'text', text: `${detail} (${code})` }], isError: true };
}

function saying(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

function dataOf(item: Outcome): Record<string, unknown> {
  const { outcome, id, question } = item;
  const known: Readonly<Record<string, unknown>> = { ...item };
  const names = ['answer', 'source', 'evidence', 'confidence', 'by', 'surface', 'error', 'code'];
  const more = names.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]] as const]));
  // Claude Code passes only this data to its model, not the sentences.
  const next = nextOf(item);
  return {
    ...{ question, outcome, ...(id === undefined ? {} : { id }), ...Object.fromEntries(more) },
    ...(next === undefined ? {} : { next }),
  };
}

const FROM: Readonly<Record<string, string>> = {
  history: 'already answered in this conversation',
  input: 'the person said so',
  preference: 'this project’s preference',
  best_practice: 'best practice',
  default: 'no answer in time, so the default applies',
};

function sentenceOf(
  item: Outcome,
  { inbox, command }: Pick<McpContext, 'inbox' | 'command'>,
  unseen: NotShown | null,
): string {
  const asked = `“${item.question}”`;
  const next = nextOf(item);
  switch (item.outcome) {
    case 'answered': {
      const by = item.by ? `, by ${item.by}` : '';
      return `${asked}: the person answered: ${item.answer} (source: user; ${item.evidence}${by})`;
    }
    case 'auto_resolved':
      return `${asked}: no person had to be asked. Continue with: ${item.answer} (source: ${FROM[item.source]}; ${item.evidence})`;
    case 'fallback':
      return `${asked}: no answer will come. Continue with: ${item.answer}`;
    case 'declined':
      return `${asked}: the person declined to answer (${item.evidence}). ${next}`;
    case 'cancelled':
      return `${asked}: closed without an answer (${item.evidence}). ${next}`;
    case 'expired':
      return `${asked}: ${item.evidence}. ${next}`;
    case 'failed':
      return `${asked}: ${item.error}`;
    case 'parked':
      return (
        `${asked}: no answer yet${unseen ? `, and ${unseen.because}` : ''}. ` +
        `The question is saved as ${item.id}, and the person can answer it at ${inbox} ` +
        `(\`${command} serve\`), or by: \`${command} answer ${item.id} <answer>\`\n${next}`
      );
  }
}

/** What the agent can do now; undefined if it has its answer. */
function nextOf({ outcome }: Outcome): string | undefined {
  switch (outcome) {
    case 'declined':
      return 'Do not ask it again. Decide without an answer, or say what you cannot do.';
    case 'cancelled':
      return 'It is not a yes. Ask again only if you cannot continue without it.';
    case 'expired':
      return 'It is not a yes. Decide without it, or stop.';
    case 'parked':
      return 'It is not a yes. Continue with work that does not depend on it, then call get_answer with this id, or ask the same question again.';
    default:
      return undefined;
  }
}
