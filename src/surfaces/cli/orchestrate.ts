/** `askonce orchestrate`: runs a goal from start to end, with commands as PM and workers. */

import { unknownJob } from '../../core/jobs/decide.ts';
import { durationMs } from '../../core/model/duration.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { requestPolicy } from '../../core/model/policy.ts';
import type { Task } from '../../core/model/task.ts';
import type { Clarification } from '../../core/model/views.ts';
import { policyOf } from '../../library/policy-input.ts';
import { commandPm, commandWorker } from '../../orchestrator/command-pm.ts';
import type { OrchestrateOptions } from '../../orchestrator/orchestrate.ts';
import { statusIn } from '../../orchestrator/pm-status.ts';
import { newId } from '../../util/ids.ts';
import type { LogStream } from '../../worker/executor.ts';
import type { WorkingService } from '../service/service.ts';
import { isAway } from '../terminal/connection-notes.ts';
import { EXIT, note, sayJson } from '../terminal/output.ts';
import { shellQuoted } from '../terminal/text.ts';
import { howToAnswer, questionLines } from './inbox.ts';
import { interruption } from './interruption.ts';
import { notified, notify } from './notify.ts';
import { type GlobalOptions, type StoreLocation, serviceLocation } from './store-location.ts';
import { report } from './tasks.ts';
import { Waiting } from './waiting.ts';
import { withWorking } from './with-store.ts';

export interface OrchestrateFlags extends GlobalOptions {
  pm: string;
  worker?: string;
  session?: string;
  job?: string;
  asker?: string;
  timeout?: string;
  maxTurns?: number;
  maxMinutes?: number;
  insist?: number;
  quiet?: boolean;
  /** Absent or empty: wait without limit. */
  wait?: string;
}

/** Runs a goal to its end, or continues the job with this id. */
export async function orchestrate(goal: string | undefined, flags: OrchestrateFlags): Promise<number> {
  const location = await serviceLocation(flags);
  const patience = flags.wait ? durationMs(flags.wait) : null;
  return withWorking(location, async (askonce) => {
    const known = flags.job === undefined ? null : await askonce.jobs.get(flags.job);
    const wanted = goalOf(goal, flags, known);
    const id = flags.job ?? newId('task', Date.now());
    const session = flags.session ?? known?.session ?? (process.env.ASKONCE_SESSION || newId('s', Date.now()));
    const goOn = goOnCommand(id, flags, location);
    note(`job: ${id} (session ${session})`);
    note(`resume with: ${goOn}`);
    const watched = new Waiting(askonce, id, patience, (question) => showOpen(question, id, location));
    const interrupt = interruption();
    try {
      await watched.look();
      const signal = AbortSignal.any([interrupt.signal, watched.gaveUp]);
      const how = { ...optionsOf(flags, location, askonce, () => watched.waits), id, session, signal };
      return report([await askonce.orchestrate(wanted, how)], flags, location);
    } catch (error) {
      if (interrupt.signal.aborted) {
        note(`Stopped. The job is saved. Resume it with: ${goOn}`);
        return interrupt.exitCode();
      }
      if (!watched.gaveUp.aborted) throw error;
      return leaveOpen(askonce, id, flags, goOn);
    } finally {
      interrupt.end();
      watched.end();
    }
  });
}

function goalOf(goal: string | undefined, { job }: OrchestrateFlags, known: Task | null): string {
  if (goal !== undefined) return goal;
  if (known?.description) return known.description;
  if (job !== undefined) throw unknownJob(job);
  throw new AskOnceError('usage', 'Give a goal, or the job to resume with --job <id>.');
}

function optionsOf(
  flags: OrchestrateFlags,
  { db, remote, settings }: StoreLocation,
  { agentEnv: env = {} }: WorkingService,
  isWaiting: () => boolean,
): OrchestrateOptions {
  const { timeouts, language, policy } = settings;
  const agent = { db: remote === null ? db : '', env, totalMs: timeouts.total, idleMs: timeouts.idle, isWaiting };
  const { pm, worker, asker, timeout, insist, maxTurns, maxMinutes } = flags;
  return {
    pm: commandPm({ command: pm, ...agent }),
    ...(worker === undefined ? {} : { worker: commandWorker({ command: worker, ...agent }) }),
    ...(asker === undefined ? {} : { asker }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(insist === undefined ? {} : { insist }),
    ...(language === null ? {} : { language }),
    ...(policy === null ? {} : { policy: requestPolicy(policyOf(policy)) }),
    scope: { ...(maxTurns === undefined ? {} : { maxTurns }), ...(maxMinutes === undefined ? {} : { maxMinutes }) },
    leaseMs: timeouts.lease,
    onLog: (_job, line, stream) => {
      if (!flags.quiet && !isStatus(line, stream)) note(stream === 'askonce' ? `· ${line}` : `  ${line}`);
    },
    onFault(error) {
      // A server that is away is reported once, as a lost connection.
      if (remote === null || !isAway(error))
        note(`[askonce] ${error instanceof Error ? error.message : String(error)}`);
    },
  };
}

/** A PM's status line of JSON is also printed in words, so the raw line is not shown. The job's log has both. */
function isStatus(line: string, stream: LogStream): boolean {
  return stream === 'stdout' && line.trim().startsWith('{') && !('problem' in statusIn(line));
}

/** Shows a question when it is asked, and again when the job is continued, so that you need not remember its id. */
function showOpen(question: Clarification, job: string, location: StoreLocation): void {
  const { command } = location;
  note(`question open: ${question.id} (${job}): ${question.question}`);
  for (const line of questionLines(question)) process.stderr.write(`${line}\n`);
  note(`answer it with: ${command} answer ${question.id} ${howToAnswer(question)}`);
  notify(notified(location), job, question);
}

async function leaveOpen(askonce: WorkingService, id: string, flags: OrchestrateFlags, goOn: string): Promise<number> {
  if (flags.json) sayJson(await askonce.jobs.get(id));
  note(
    `Stopped after ${flags.wait} with an open question. The job is saved. Once the question is answered, resume with: ${goOn}`,
  );
  return EXIT.parked;
}

/** The command that continues the job, for people to copy. It repeats the flags that are not stored with the job. */
function goOnCommand(id: string, flags: OrchestrateFlags, { command }: StoreLocation): string {
  const { pm, worker, timeout, maxTurns, maxMinutes, insist, runTimeout, idleTimeout, wait } = flags;
  const again = {
    '--job': id,
    '--pm': pm,
    '--worker': worker,
    '--timeout': timeout,
    '--max-turns': maxTurns,
    '--max-minutes': maxMinutes,
    '--insist': insist,
    '--run-timeout': runTimeout,
    '--idle-timeout': idleTimeout,
    '--wait': wait || undefined,
  };
  const said = Object.entries(again).flatMap(([flag, value]) =>
    value === undefined ? [] : [flag, shellQuoted(String(value))],
  );
  return [command, 'orchestrate', ...said].join(' ');
}
