/** Decisions that agents make without a person, stored so that people can read them. */

import type { Caller } from '../core/access.ts';
import type { AssumptionRecord, SessionRecord } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import type { Page } from '../ports.ts';
import { checkId, checkText, invalidArgument, omitNullish, optionalText, pageOf } from '../util/arguments.ts';
import { newId } from '../util/ids.ts';

export interface AssumptionInput {
  decision: string;
  reasoning?: string;
  /** 0 to 1, or in words. */
  confidence?: number | 'low' | 'medium' | 'high';
  /** What happens if it is wrong. */
  risk?: string;
  /** A repeated call with the same key stores the assumption once. */
  idempotencyKey?: string;
  job?: string;
  asker?: string;
}

/** Fields of an assumption that only AskOnce sets. */
export interface AssumptionOrigin {
  readonly timeoutAssumed?: boolean;
  readonly clarification?: string | null;
  /** The position among several assumptions recorded at once under one key, so that they keep their order. */
  readonly place?: number;
  readonly caller?: Caller | null;
}

const IN_WORDS = { low: 0.3, medium: 0.6, high: 0.9 } as const;

function confidenceOf(confidence: unknown): number | null {
  if (confidence === undefined) return null;
  if (typeof confidence === 'string' && Object.hasOwn(IN_WORDS, confidence))
    return IN_WORDS[confidence as keyof typeof IN_WORDS];
  if (typeof confidence === 'number' && confidence >= 0 && confidence <= 1) return confidence;
  throw invalidArgument('confidence', 'a number from 0 to 1, or low, medium or high');
}

/** Stores an assumption, and creates the session if it is new. */
export async function recordAssumption(
  engine: Engine,
  input: AssumptionInput,
  fresh: Omit<SessionRecord, 'heard' | 'createdAt'>,
  { timeoutAssumed = false, clarification = null, place, caller = null }: AssumptionOrigin = {},
): Promise<AssumptionRecord> {
  const {
    decision,
    reasoning = '',
    confidence,
    risk,
    idempotencyKey: key,
    job,
    asker,
  } = omitNullish(input, 'assumption');
  const now = engine.clock.now();
  // Includes the question, so that an agent's key cannot collide with the assumption that a deadline records.
  const known = key === undefined ? null : JSON.stringify([fresh.id, checkText(key, 'idempotencyKey'), clarification]);
  const assumption: AssumptionRecord = {
    id: known === null ? newId('as', now) : engine.keyed('as', known) + inPlace(place),
    session: fresh.id,
    job: job === undefined ? null : checkId(job, 'job'),
    asker: asker === undefined ? fresh.asker : checkId(asker, 'asker'),
    decision: mustSay(decision),
    reasoning: checkText(reasoning, 'reasoning'),
    confidence: confidenceOf(confidence),
    risk: optionalText(risk, 'risk'),
    timeoutAssumed,
    clarification,
    createdAt: now,
  };
  const before = known === null ? null : await engine.store.assumption(assumption.id);
  if (before) return before;
  await engine.assume(assumption, fresh, caller);
  // Concurrent calls with the same key store it once, and all return the stored one.
  return known === null ? assumption : (await engine.store.assumption(assumption.id))!;
}

function inPlace(place: number | undefined): string {
  return place === undefined ? '' : `-${String(place).padStart(4, '0')}`;
}

function mustSay(decision: unknown): string {
  const text = checkText(decision, 'decision').trim();
  if (text === '') throw invalidArgument('decision', 'a short description of the decision');
  return text;
}

export function assumptionsPage(
  engine: Engine,
  session: string,
  query: { after?: string; limit?: number },
): Promise<Page<AssumptionRecord>> {
  return engine.store.assumptions(session, pageOf(omitNullish(query, 'query'), 100));
}
