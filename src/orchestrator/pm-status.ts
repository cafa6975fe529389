/** Parses a PM's reply: one of five statuses, as an object or as one line of JSON among other output. */
import { z } from 'zod';
import { clip } from '../core/answer/check.ts';
import { CLARIFICATION_TYPES } from '../core/model/question.ts';
import { LIMITS, printable } from '../util/arguments.ts';
import type { ClarificationRequest } from './requests.ts';

/** The limit on tasks or assumptions in one reply; nobody would read more. */
const MAX_ENTRIES = 200;

const text = z.string().trim().min(1);

/** Text that is stored for people to read, clipped and made printable. */
const shown = (most: number) => z.string().transform((said) => clip(printable(said), most));

const assumption = z.object({
  decision: shown(LIMITS.text).pipe(text),
  reasoning: shown(LIMITS.text).default(''),
  /** 0 to 1, or in words. */
  confidence: z.union([z.number().min(0).max(1), z.enum(['low', 'medium', 'high'])]).optional(),
  /** What happens if it is wrong. */
  risk: shown(LIMITS.text).optional(),
});

const task = z.union([
  text.transform((prompt) => ({ prompt })),
  z.object({ prompt: text }).transform(({ prompt }) => ({ prompt })),
]);

const request = z.object({
  question: text,
  type: z.enum(CLARIFICATION_TYPES as [string, ...string[]]).optional(),
  header: z.string().optional(),
  context: z.string().optional(),
  options: z.array(z.union([text, z.object({ label: text, description: z.string().optional() })])).optional(),
  recommended: z.string().optional(),
  destructive: z.boolean().optional(),
  subject: z.string().optional(),
  blocker: z.string().optional(),
  tried: z.union([z.string(), z.array(z.string())]).optional(),
  fallback: z.string().optional(),
  risk: shown(LIMITS.text).optional(),
});

const assumptions = z.array(assumption).max(MAX_ENTRIES).default([]);
const tasks = z.array(task).max(MAX_ENTRIES).default([]);
const note = z.string().optional();

const status = z.discriminatedUnion('status', [
  z.object({ status: z.literal('PLAN'), tasks, note, assumptions }),
  z.object({ status: z.literal('CONTINUE'), tasks, note, assumptions }),
  request
    .extend({ status: z.literal('NEEDS_CLARIFICATION'), assumptions })
    .transform(({ status, assumptions, ...request }) => ({
      status,
      assumptions,
      request: request as ClarificationRequest,
    })),
  z.object({ status: z.literal('COMPLETE'), summary: z.string().default(''), assumptions }),
  z.object({ status: z.literal('BLOCKED'), reason: z.string().default('It gave no reason.'), assumptions }),
]);

export type PmStatus = z.output<typeof status>;
export type PmReply = z.input<typeof status>;
export type Task = z.output<typeof task>;

const STATUSES = ['PLAN', 'CONTINUE', 'NEEDS_CLARIFICATION', 'COMPLETE', 'BLOCKED'];

/** The status that a PM returned, or what is wrong with it. Null fields count as absent. */
export function statusFrom(said: unknown): PmStatus | { readonly problem: string } {
  let plain: unknown;
  try {
    plain = withoutNulls(said);
  } catch {
    return { problem: 'it is nested too deeply.' };
  }
  const read = status.safeParse(plain);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue!.path.length === 0 ? '' : `“${issue!.path.join('.')}”: `;
  const known = (said as { status?: unknown } | null)?.status;
  if (!STATUSES.includes(known as string)) return { problem: `“status” must be one of ${STATUSES.join(', ')}.` };
  return { problem: `${where}${issue!.message}.` };
}

/** Models write null for fields they leave out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => (field === null ? [] : [[key, withoutNulls(field)]])),
  );
}

/**
 * The last status that a PM printed: a line of JSON, or a fenced block, which models often spread over several lines. Other output may come
 * before and after it.
 */
export function statusIn(output: string): PmStatus | { readonly problem: string } {
  const passages = passagesOf(output).toReversed();
  const said = passages.map(parsed).filter((one): one is { status: unknown } => one !== null && 'status' in one);
  // Other log lines may have a field named status, too.
  const last = said.find(({ status }) => STATUSES.includes(status as string)) ?? said[0];
  if (last) return statusFrom(last);
  const meant = passages.find((passage) => /^\{\s*"status"/.test(passage));
  if (meant === undefined) return { problem: 'it contains no line of JSON with a “status”.' };
  return {
    problem: `“${clip(meant)}” is not valid JSON. Write it on one line, with " and \\n escaped in its strings.`,
  };
}

const FENCE = /^(`{3,}|~{3,})/;

/** Where a status may be: each line by itself, and each fenced block that begins like JSON. */
function passagesOf(output: string): string[] {
  const lines = output.split(/\r?\n/).map((line) => line.trim());
  const passages: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const fence = FENCE.exec(lines[at]!)?.[1];
    const end = fence === undefined ? -1 : lines.findIndex((line, index) => index > at && line === fence);
    const block =
      end === -1
        ? ''
        : lines
            .slice(at + 1, end)
            .join('\n')
            .trim();
    if (parsed(block)) {
      passages.push(block);
      at = end;
    } else if (lines[at]!.startsWith('{')) passages.push(lines[at]!);
  }
  return passages;
}

function parsed(text: string): object | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}
