/**
 * Questions that a client was to show and did not. Clients that run without a person still say that they can show forms, and
 * answer them themselves; nobody's "no" must not be recorded as a person's. Pure.
 */
import type { Decided } from '../effects.ts';
import type { ClarificationState } from '../states.ts';
import { clarificationEvent } from './cancel.ts';

/**
 * Nobody reads a question and decides in less. `claude -p` 2.1.325 cancels after 20 ms, `codex exec` 0.166.0 declines after 2 ms.
 */
const MIN_READING_MS = 500;

export interface NotShown {
  /** In words for the audit trail. */
  readonly because: string;
  /** A person may have seen it and closed it: waiting for them on is of no use. */
  readonly mayBeSeen: boolean;
}

/** Why a form that came back without an answer says nothing about its person; null where the answer is theirs. */
export function notShown(action: 'accept' | 'decline' | 'cancel', afterMs: number): NotShown | null {
  if (action === 'accept') return null;
  if (afterMs < MIN_READING_MS)
    return { because: `the client did not show it: it sent “${action}” after ${afterMs} ms`, mayBeSeen: false };
  // MCP says of a cancel that the form was dismissed without a choice. Only a decline is one.
  if (action === 'cancel')
    return { because: 'the client did not show it, or the person closed it without choosing', mayBeSeen: true };
  return null;
}

/** Why a client that runs without a person is given no form. */
export function runsAlone(program: string): NotShown {
  return { because: `the client did not show it: ${program} runs without a person`, mayBeSeen: false };
}

/** Writes it down. The question waits on as it was; one that has ended meanwhile needs no note. */
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
