/** `askonce ask`: prints only the answer on stdout and everything else on stderr. */

import { CAP_FAILED_TEXT, type PolicyName } from '../../core/model/policy.ts';
import type { AskResult, ClarificationType, OnTimeout, Outcome } from '../../core/model/question.ts';
import type { AskOptions, QuestionInput } from '../../library/ask-input.ts';
import type { WaitOptions } from '../../library/wait.ts';
import type { Service } from '../service/service.ts';
import { EXIT_OF_OUTCOME, note, noteFailure, sayJson, sayResult } from '../terminal/output.ts';
import { interruption } from './interruption.ts';
import { Notifier, notifyCommand } from './notify.ts';
import { personOnly } from './person-only.ts';
import { type GlobalOptions, type StoreLocation, serviceLocation } from './store-location.ts';
import { withService } from './with-store.ts';

export interface AskFlags extends GlobalOptions {
  type?: string;
  option?: string[];
  strictOptions?: boolean;
  multiSelect?: boolean;
  recommended?: string;
  header?: string;
  context?: string;
  reason?: string;
  subject?: string;
  destructive?: boolean;
  default?: string;
  timeout?: string;
  onTimeout?: string;
  fallback?: string;
  session?: string;
  job?: string;
  policy?: string;
  asker?: string;
  agent?: string;
  language?: string;
  userMessage?: string;
  rejects?: string;
  because?: string;
  /** Absent: do not wait. Empty: wait without limit. */
  wait?: string;
}

interface Asking {
  readonly location: StoreLocation;
  readonly question: QuestionInput;
  readonly options: AskOptions;
  readonly flags: AskFlags;
}

export async function ask(question: string, flags: AskFlags): Promise<number> {
  if (flags.userMessage !== undefined) personOnly('ask --user-message');
  const job = flags.job ?? (process.env.ASKONCE_JOB || undefined);
  const asking: Asking = {
    location: await serviceLocation(flags),
    question: questionFrom(question, flags),
    options: optionsFrom(flags, job),
    flags,
  };
  return withService(asking.location, async (askonce) => {
    const session = flags.session ?? (process.env.ASKONCE_SESSION || undefined);
    const place = {
      ...defined({ session, job, asker: flags.asker, agent: flags.agent, language: flags.language }),
      ...(flags.policy === undefined ? {} : { policy: flags.policy as PolicyName }),
    };
    // Without a session or a job, the question gets a new session that shares answers with no other.
    const isAlone = session === undefined && job === undefined;
    const { location, question, options } = asking;
    const onParked = (id: string) => noteTwin(askonce, id);
    return patiently(
      { askonce, flags, location, ...(isAlone ? { onParked } : {}) },
      (patience) => askonce.ask(question, { ...options, ...place, ...patience }),
      (result, parked) => report(result, flags.json === true, (id) => parked(id, result.session)),
    );
  });
}

/** Notes that the same question already waits in this project. It belongs to another session, so one answer does not settle both. */
async function noteTwin(askonce: Service, id: string): Promise<void> {
  const asked = await askonce.questions.get(id);
  if (!asked) return;
  const { items } = await askonce.questions.list({ status: 'pending', snoozed: 'included', limit: TWINS_SOUGHT });
  const twin = items.find(
    (one) => one.id !== id && one.project === asked.project && one.key === asked.key && one.subject === asked.subject,
  );
  if (twin) note(`the same question is already open as ${twin.id}; use --session to share it`);
}

const TWINS_SOUGHT = 1_000;

interface Patience {
  readonly askonce: Service;
  readonly flags: GlobalOptions & { readonly wait?: string };
  readonly location: StoreLocation;
  /** What to type to answer; any answer if omitted. */
  readonly how?: string;
  /** Prints more about a question that waits. */
  readonly onParked?: (id: string) => Promise<void>;
}

/**
 * Asks, and waits for as long as `--wait` says. Ctrl-C stops the waiting, not the question.
 * @param report Prints the result; receives a function that reports a waiting question.
 */
export async function patiently<R>(
  { askonce, flags, location, how = '<answer>', onParked }: Patience,
  ask: (how: WaitOptions) => Promise<R>,
  report: (result: R, parked: (id: string, session: string) => void) => number,
): Promise<number> {
  const { wait } = flags;
  const notifier = new Notifier(notifyCommand(flags, location));
  const said: Promise<void>[] = [];
  const parked = (id: string, session: string) => {
    noteParked(id, session, `${location.command} answer ${id} ${how}`, wait);
    notifier.tellOf(askonce, id);
    // Only a hint: if the store can no longer be read, the ask itself reports that.
    if (onParked) said.push(onParked(id).catch(() => {}));
  };
  const done = async () => {
    await Promise.all(said);
    await notifier.done();
  };
  if (wait === undefined) {
    const exitCode = report(await ask({ wait: false }), parked);
    await done();
    return exitCode;
  }
  const interrupt = interruption();
  try {
    const result = await ask({
      wait: wait === '' ? true : wait,
      signal: interrupt.signal,
      onParked: ({ session, items }) => {
        for (const item of items) if (item.outcome === 'parked') parked(item.id, session);
      },
    });
    return report(result, (id) => note(`[parked] no answer within ${wait}; ${id} is saved and still open`));
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    note('Stopped waiting. The question is saved and still open.');
    return interrupt.exitCode();
  } finally {
    await done();
    interrupt.end();
  }
}

function questionFrom(question: string, flags: AskFlags): QuestionInput {
  const { header, context, reason, subject, recommended, default: fallsTo } = flags;
  return {
    question,
    ...(flags.type === undefined ? {} : { type: typeNamed(flags.type) }),
    ...(flags.option === undefined ? {} : { options: flags.option }),
    ...(flags.strictOptions ? { strictOptions: true } : {}),
    ...(flags.multiSelect ? { multiSelect: true } : {}),
    ...(flags.destructive ? { destructive: true } : {}),
    ...defined({ header, context, reason, subject, recommended, default: fallsTo }),
  };
}

/** `select-one` is easier to type than SELECT_ONE; the engine rejects anything that is neither. */
export function typeNamed(name: string): ClarificationType {
  return name.toUpperCase().replaceAll('-', '_') as ClarificationType;
}

function optionsFrom(flags: AskFlags, job: string | undefined): AskOptions {
  const { timeout, fallback, userMessage, rejects, because } = flags;
  return {
    ...defined({ job, timeout, fallback, userMessage, rejects, because }),
    ...(flags.onTimeout === undefined ? {} : { onTimeout: flags.onTimeout as OnTimeout }),
  };
}

/** Drops the fields that are undefined: an absent option and an undefined one are not the same. */
function defined<K extends string>(given: Record<K, string | undefined>): { [Key in K]?: string } {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in K]?: string };
}

function report(result: AskResult, json: boolean, parked: (id: string) => void): number {
  if (json) sayJson(result);
  for (const item of result.items) reportItem(item, json, parked);
  return EXIT_OF_OUTCOME[result.status];
}

function reportItem(item: Outcome, json: boolean, parked: (id: string) => void): void {
  switch (item.outcome) {
    case 'answered':
    case 'auto_resolved':
      if (!json) sayResult(item.answer);
      return;
    case 'fallback':
      if (!json) sayResult(item.answer);
      return note(`[fallback] ${item.evidence}`);
    case 'failed':
      noteFailure(item.error, item.code);
      if (item.code !== 'cap_reached') return note(`why: ${item.evidence}`);
      if (item.error !== CAP_FAILED_TEXT) return;
      // Seed 001's sentence does not say that this question was not asked.
      note(`why: ${item.evidence}, so “${item.question}” was not asked`);
      return note('next: continue with what is known, or start a new job, which has its own asks');
    case 'parked':
      return parked(item.id);
    default:
      return note(`[${item.outcome}] ${item.evidence}`);
  }
}

function noteParked(id: string, session: string, command: string, wait: string | undefined): void {
  note(`[parked] ${id} is waiting for a person (session ${session})`);
  note(`answer it with: ${command}`);
  if (wait !== undefined)
    note(`waiting${wait === '' ? '' : ` up to ${wait}`}; Ctrl-C stops waiting, the question stays open`);
}
