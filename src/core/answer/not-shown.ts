/**
 * Questions that a client should have shown but did not. Clients that run without a person still claim that they can show forms, and answer
 * them themselves. Such a "no" must not be recorded as a person's. Pure.
 */
import type { Decided } from '../effects.ts';
import type { ClarificationState } from '../states.ts';
import { clarificationEvent } from './cancel.ts';

/** No person reads a question and decides faster. `claude -p` 2.1.325 cancels after 20 ms, `codex exec` 0.166.0 declines after 2 ms. */
const MIN_READING_MS = 500;

export interface NotShown {
  /** The reason, for the audit trail. */
  readonly because: string;
  /** A person may have seen the question and closed it, so there is no use in waiting longer for them. */
  readonly mayBeSeen: boolean;
}

/** Returns why a form that came back without an answer says nothing about the person, or null if the answer is theirs. */
export function notShown(action: 'accept' | 'decline' | 'cancel', afterMs: number): NotShown | null {
  if (action === 'accept') return null;
  if (afterMs < MIN_READING_MS)
    return { because: `the client did not show it: it sent “${action}” after ${afterMs} ms`, mayBeSeen: false };
  // In MCP, a cancel means that the form was dismissed without a choice. Only a decline is a choice.
  if (action === 'cancel')
    return { because: 'the client did not show it, or the person closed it without choosing', mayBeSeen: true };
  return null;
}

/** Why a client that runs without a person gets no form. */
export function runsAlone(program: string): NotShown {
  return { because: `the client did not show it: ${program} runs without a person`, mayBeSeen: false };
}

/** Records it in the audit trail. The question keeps waiting; if it has ended meanwhile, nothing is recorded. */
export function decideNotShown(
  { clarification }: ClarificationState,
  { client, because }: { readonly client: string; readonly because: string },
  now: number,
): Decided<void> {
  if (clarification?.status !== 'pending') return { effects: [], result: undefined };
  return {
    effects: [clarificationEvent('clarification.not_shown', clarification, now, { client, because })],
    result: undefined,
  };
}
