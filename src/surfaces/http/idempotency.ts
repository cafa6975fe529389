/** Idempotency-Key: a repeated request has the effect of one. */
import type { FastifyRequest } from 'fastify';
import { AskOnceError } from '../../core/model/errors.ts';

const MAX_KEY_LENGTH = 255;

/** The request's key combined with its sender, so that the same key of two callers does not collide; undefined if there is none. */
export function idempotencyKey({ headers, principal }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH) return JSON.stringify([principal.token, key]);
  const text = `An Idempotency-Key must be a single value of at most ${MAX_KEY_LENGTH} characters.`;
  throw new AskOnceError('argument_invalid', text, { argument: 'Idempotency-Key' });
}
