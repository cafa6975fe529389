/** Queues a job from a caller's input. */

import type { Caller } from '../core/access.ts';
import { storable } from '../core/answer/check.ts';
import { ASKER } from '../core/ask/command.ts';
import type { QueueCommand } from '../core/jobs/decide.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { POLICIES, type Policy, type PolicyName } from '../core/model/policy.ts';
import type { JobRecord } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import { checkId, invalidArgument, LIMITS, omitNullish, optionalText } from '../util/arguments.ts';
import { newId } from '../util/ids.ts';
import { policyOf } from './policy-input.ts';

export interface QueueOptions {
  /** An id that you choose. The same job queued again under it is the same job. */
  id?: string;
  /** The conversation in which it asks; a new one by default. */
  session?: string;
  policy?: PolicyName | Policy;
  asker?: string;
  /** What must run it: only a runner with this `agent` takes it. By default any runner may. */
  agent?: string;
  /** The person's language, for a new session. */
  language?: string;
  /** The caller of a network request, with its token. */
  caller?: Caller | null;
}

/**
 * Creates a job: queued, or started by a worker at once, so that no other worker takes it first.
 * @param folder Where it runs; null for the project's own folder.
 */
export function makeJob(
  engine: Engine,
  defaultPolicy: Policy,
  prompt: string,
  options: QueueOptions,
  worker: string | null,
  folder: string | null = engine.folder,
): Promise<JobRecord> {
  return engine.jobs.queue({ ...queueCommand(engine, prompt, options, worker, { defaultPolicy }), folder });
}

/** Returns the checked input. A job without a policy has its session's, and a new session has the store's default. */
export function queueCommand(
  engine: Engine,
  prompt: string,
  options: QueueOptions,
  worker: string | null,
  { defaultPolicy = POLICIES.interactive, anyPrompt = false }: { defaultPolicy?: Policy; anyPrompt?: boolean } = {},
): QueueCommand {
  const { id, session, policy, asker, agent, language, caller } = omitNullish(options, 'options');
  const now = engine.clock.now();
  const own = policy === undefined ? null : policyOf(policy);
  const by = asker === undefined ? null : checkId(asker, 'asker');
  return {
    caller: caller ?? null,
    folder: engine.folder,
    id: id === undefined ? newId('task', now) : checkId(id, 'job'),
    prompt: checkPrompt(prompt),
    anyPrompt,
    anySession: session === undefined || anyPrompt,
    session: {
      id: session === undefined ? newId('s', now) : checkId(session, 'session'),
      project: engine.project,
      policy: own ?? defaultPolicy,
      asker: by ?? ASKER,
      language: optionalText(language, 'language', LIMITS.id),
    },
    policy: own,
    asker: by,
    agent: optionalText(agent, 'agent'),
    worker,
  };
}

function checkPrompt(prompt: unknown): string {
  const text = storable(checkPromptText(prompt));
  if (text.trim() !== '') return text;
  throw new AskOnceError('argument_invalid', 'The prompt is empty. Describe what to do.', { argument: 'prompt' });
}

/** A prompt may be long, and may contain anything that was pasted. */
function checkPromptText(prompt: unknown): string {
  if (typeof prompt !== 'string') throw invalidArgument('prompt', 'a string');
  if (prompt.length <= LIMITS.heard) return prompt;
  const text = `The prompt has ${prompt.length} characters; the limit is ${LIMITS.heard}. Put the rest in a file.`;
  throw new AskOnceError('text_too_long', text);
}
