/** `askonce assume` and `askonce assumptions`: records and lists what agents decided by themselves. */

import { AskOnceError } from '../../core/model/errors.ts';
import type { AssumptionRecord } from '../../core/model/records.ts';
import type { AssumptionInput } from '../../library/assumptions.ts';
import type { Service } from '../service/service.ts';
import { colours, columns, EXIT, note, say, sayJson } from '../terminal/output.ts';
import { moment } from '../terminal/text.ts';
import { wrapped } from '../terminal/wrapping.ts';
import { type PageFlags, pageQuery } from './inbox.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { readPage, withService } from './with-store.ts';

export interface AssumeFlags extends GlobalOptions {
  session?: string;
  job?: string;
  asker?: string;
  reasoning?: string;
  confidence?: string;
  risk?: string;
}

export async function assume(decision: string, flags: AssumeFlags): Promise<number> {
  const place = placeOf(flags);
  const location = await serviceLocation(flags);
  return withService(location, async (askonce) => {
    const { job } = place;
    const asker = flags.asker ?? (job === undefined ? undefined : (await askonce.jobs.get(job))?.asker);
    const kept = await askonce.session(await sessionAt(askonce, place)).assume({
      decision,
      ...(flags.reasoning === undefined ? {} : { reasoning: flags.reasoning }),
      ...(flags.confidence === undefined ? {} : { confidence: confidenceFrom(flags.confidence) }),
      ...(flags.risk === undefined ? {} : { risk: flags.risk }),
      ...(asker === undefined ? {} : { asker }),
      // A job that runs again repeats its assumptions; the key keeps each of them once.
      ...(job === undefined ? {} : { job, idempotencyKey: `${job} ${decision}`.slice(0, MAX_KEY_LENGTH) }),
    });
    if (flags.json) sayJson(kept);
    else note(`[assumed] ${kept.id} (session ${kept.session}): ${kept.decision}`);
    return EXIT.ok;
  });
}

const MAX_KEY_LENGTH = 10_000;

/** The session or job that an agent names. Throws without either: the assumption would go to a session that cannot be found again. */
export function placeOf(flags: { session?: string; job?: string }): { session?: string; job?: string } {
  const session = flags.session ?? (process.env.ASKONCE_SESSION || undefined);
  const job = flags.job ?? (process.env.ASKONCE_JOB || undefined);
  if (session === undefined && job === undefined)
    throw new AskOnceError(
      'usage',
      'The session is missing. Set it with --session, --job, ASKONCE_SESSION or ASKONCE_JOB.',
    );
  return { ...(session === undefined ? {} : { session }), ...(job === undefined ? {} : { job }) };
}

/** The named session, or else the job's; undefined if neither exists yet. */
export async function sessionAt(
  askonce: Service,
  { session, job }: { session?: string; job?: string },
): Promise<string | undefined> {
  return session ?? (job === undefined ? undefined : (await askonce.jobs.get(job))?.session);
}

/** A number or a word; the engine rejects anything else. */
function confidenceFrom(text: string): NonNullable<AssumptionInput['confidence']> {
  return (/^\d*\.?\d+$/.test(text) ? Number(text) : text) as NonNullable<AssumptionInput['confidence']>;
}

export async function assumptions(session: string, flags: Omit<PageFlags, 'session'>): Promise<number> {
  const location = await serviceLocation(flags);
  const page = await readPage(location, (askonce) => askonce.session(session).assumptions(pageQuery(flags)));
  if (flags.json) {
    sayJson(page);
    return EXIT.ok;
  }
  if (page.items.length === 0) say('No assumptions.');
  for (const assumption of page.items) say(shown(assumption).join('\n'));
  if (page.next !== null) say(`More: ${location.command} assumptions ${session} --after ${page.next}`);
  return EXIT.ok;
}

function shown(assumption: AssumptionRecord): string[] {
  const { bold, dim } = colours;
  const { id, decision, reasoning, confidence, risk, timeoutAssumed, asker, job, createdAt } = assumption;
  const lines = (text: string, paint: (line: string) => string) =>
    text === '' ? [] : wrapped(text, columns() - 2).map((line) => `  ${paint(line)}`);
  const plain = (line: string) => line;
  return [
    `${bold(id)}  ${dim(moment(createdAt))}${timeoutAssumed ? '  timeout_assumed' : ''}`,
    ...lines(decision, bold),
    ...lines(reasoning === '' ? '' : `Why: ${reasoning}`, plain),
    ...lines(risk ? `If wrong: ${risk}` : '', plain),
    ...lines(confidence === null ? '' : `Confidence: ${confidence}`, plain),
    ...lines(job === null ? `by ${asker}` : `by ${asker}, job ${job}`, dim),
    '',
  ];
}
