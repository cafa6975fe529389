/** `askonce approve`: an agent asks whether it may make a tool call. Prints the decision on stdout and everything else on stderr. */
import { readFileSync } from 'node:fs';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Approval, CallInput } from '../../library/approve.ts';
import { EXIT, note, sayJson, sayResult } from '../terminal/output.ts';
import { DECIDE } from '../terminal/typed-decision.ts';
import { patiently } from './ask.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { withService } from './with-store.ts';

export interface ApproveFlags extends GlobalOptions {
  callId?: string;
  title?: string;
  reason?: string;
  suggest?: string[];
  session?: string;
  job?: string;
  asker?: string;
  agent?: string;
  timeout?: string;
  /** Absent: do not wait. Empty: wait without limit. */
  wait?: string;
}

export async function approve(tool: string, input: string, flags: ApproveFlags): Promise<number> {
  const { callId, title, reason, suggest: suggestions, asker, agent, timeout } = flags;
  const call = { tool, input: inputFrom(input), callId, title, reason, suggestions, editable: true } as CallInput;
  const location = await serviceLocation(flags);
  const session = flags.session ?? (process.env.ASKONCE_SESSION || undefined);
  const job = flags.job ?? (process.env.ASKONCE_JOB || undefined);
  return withService(location, (askonce) =>
    patiently(
      { askonce, flags, location, how: DECIDE },
      (patience) => askonce.approve(call, { ...({ session, job, asker, agent, timeout } as object), ...patience }),
      (approval, parked) => report(approval, flags.json === true, (id) => parked(id, session ?? 'its own')),
    ),
  );
}

/** The input as JSON: typed, or on standard input for `-`. */
function inputFrom(typed: string): unknown {
  const text = typed === '-' ? readFileSync(0, 'utf8') : typed;
  try {
    return JSON.parse(text);
  } catch {
    const example = `such as '{"command":"npm test"}'`;
    throw new AskOnceError('usage', `The input of the call must be a JSON object, ${example}.`);
  }
}

function report(approval: Approval, json: boolean, parked: (id: string) => void): number {
  if (json) sayJson(approval);
  if (approval.decision === 'parked') {
    parked(approval.id);
    return EXIT.parked;
  }
  const { decision, message, updatedInput, evidence } = approval;
  if (!json) {
    sayResult(decision);
    if (message !== undefined) note(`message: ${message}`);
    if (updatedInput !== undefined) sayJson(updatedInput);
  }
  note(`[${approval.source ?? 'denied'}] ${evidence}`);
  return decision === 'allow' ? EXIT.ok : EXIT.closed;
}
