/**
 * Requests made from /openapi.json, ten thousand of them, in sequences that each build up a store: whatever is sent, the server
 * answers as it says that it does, tells nothing that is only its own, lives, and keeps its store in order. STORM=1 sends more.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AskOnceError } from '../../../src/core/model/errors.ts';
import type { Routes } from '../../../src/surfaces/http/app.ts';
import { problems } from '../../../src/surfaces/http/schemas/common.ts';
import { Described, type Reply } from '../../http/described.ts';
import { violationsIn } from '../../support/invariants.ts';
import { describeOnStores, type StoreKind, sqlite } from '../../support/stores.ts';
import { FuzzedServer } from './fuzzed-server.ts';
import { type Draft, requestsOf } from './requests-of.ts';
import { KnownIds, replyTo, type Sent, sentOf } from './sending.ts';

const LONG = process.env.STORM === '1';
const REQUESTS: Readonly<Record<string, number>> = LONG
  ? { SQLite: 300_000, PostgreSQL: 50_000 }
  : { SQLite: 10_000, PostgreSQL: 1_500 };
/** The same every day; a storm goes elsewhere each time. */
const FIRST_SEED = LONG ? Date.now() % 2 ** 31 : 1;
const MAX_SEQUENCE_LENGTH = 400;

/** How often each operation gave each status, as in `201 POST /jobs`. */
type Seen = Map<string, number>;

function holds(kind: StoreKind, described: Described, seen: Seen, routes?: readonly Routes[]) {
  const sequences = fc.array(requestsOf(described), { minLength: 1, maxLength: MAX_SEQUENCE_LENGTH, size: 'max' });
  return fc.asyncProperty(sequences, async (drafts) => {
    const server = await FuzzedServer.open(kind, routes);
    try {
      await sendAll(server, described, drafts, seen);
    } finally {
      await server.end();
    }
  });
}

async function sendAll(server: FuzzedServer, described: Described, drafts: readonly Draft[], seen: Seen) {
  const known = new KnownIds();
  const sent: Sent[] = [];
  for (const draft of drafts) {
    const request = sentOf(draft, known);
    sent.push(request);
    const reply = await replyTo(server.app, request);
    const operation = described.nameOf(request.method, request.url);
    const fault = server.told(reply, readerOf(request)) ?? described.fault(request.method, operation, reply);
    if (fault !== null) throw new Error(report(fault, sent, reply));
    known.learn(reply);
    const pair = `${reply.status} ${operation}`;
    seen.set(pair, (seen.get(pair) ?? 0) + 1);
  }
  const health = await server.app.inject('/healthz');
  if (health.statusCode !== 200) throw new Error(report('then it is ill', sent));
  const violations = await violationsIn(server.db);
  if (violations.length > 0) throw new Error(report(`then its store is wrong: ${violations.join('; ')}`, sent));
}

/** Served only with a code that no reply tells: a button of a notification, a QR code. */
const CODED = new Set(['POST /b/{token}', 'POST /pair']);

/** Only the tokens of people let their senders know paths. */
const readerOf = ({ headers }: Sent) =>
  /token-of-(?:answerer|admin)/.test(headers.authorization ?? '') ? 'person' : 'agent';

/** All that was sent, each request on a line of its own, so that it can be sent again. */
function report(fault: string, sent: readonly Sent[], reply?: Reply): string {
  const short = (text: string) =>
    text.replaceAll(/(.{1,12}?)\1{99,}/g, (all, one: string) => `${one}{${all.length / one.length} times}`);
  const last = reply === undefined ? [] : [`The last reply: ${reply.status} ${short(reply.text).slice(0, 2_000)}`];
  return [fault, ...sent.map((one) => short(JSON.stringify(one))), ...last].join('\n');
}

async function describedBy(kind: StoreKind, routes?: readonly Routes[]): Promise<Described> {
  const server = await FuzzedServer.open(kind, routes);
  try {
    return new Described((await server.app.inject('/openapi.json')).body);
  } finally {
    await server.end();
  }
}

describeOnStores('requests made from the API’s own description', (kind) => {
  it(
    'are answered as it says, and never with a fault of the server',
    async () => {
      const described = await describedBy(kind);
      const seen: Seen = new Map();
      const total = () => [...seen.values()].reduce((sum, one) => sum + one, 0);
      const most = REQUESTS[kind.name]!;
      // A run in which all is refused would show nothing: it goes on, for a while, until every operation has been served.
      const unserved = () => {
        const served = new Set([...seen.keys()].filter((pair) => pair.startsWith('2')).map((pair) => pair.slice(4)));
        return [...described.operations.keys()].filter((operation) => !served.has(operation) && !CODED.has(operation));
      };
      const goesOn = () => total() < most || (unserved().length > 0 && total() < 10 * most);
      for (let seed = FIRST_SEED; goesOn(); seed += 1) {
        // Not biased to what is small: a short sequence builds up nothing. Shrinking ends with the time, and tells what it has.
        const run = { seed, numRuns: 1, unbiased: true, interruptAfterTimeLimit: 60_000 };
        await fc.assert(holds(kind, described, seen), run);
      }
      expect(unserved()).toEqual([]);
    },
    LONG ? 3_600_000 : 180_000,
  );
});

/** A route that is at fault where a name is odd, and right where it is not. */
function fragile(fault: (name: string) => unknown): Routes {
  const response = { 200: z.object({ length: z.number() }), ...problems(400) };
  const schema = { body: z.object({ name: z.string() }), response };
  return (app) => {
    app.post('/fragile', { config: { may: 'asker' }, schema }, async ({ body: { name } }) => {
      return (fault(name) ?? { length: name.length }) as { length: number };
    });
  };
}

describe('control: the same requests find out a server that', () => {
  const FAULTS: Readonly<Record<string, [RegExp, (name: string) => unknown]>> = {
    'throws on half a surrogate pair': [/^the status is 500\n/, (name) => void encodeURIComponent(name)],
    'gives a status that it does not describe': [
      /^nobody says that it may answer 404\n/,
      (name) => {
        if (name.trim() === '') throw new AskOnceError('job_unknown', 'There is no such job.');
      },
    ],
    'sends what it does not describe': [
      /^the body is not as described: .*"surplus"/,
      (name) => (name.includes('\u0000') ? { length: 1, surplus: 1 } : undefined),
    ],
    'tells where it lies': [
      /^it tells of “.+”\n/,
      (name) => {
        if (name.length > 200) throw new AskOnceError('text_too_long', `Too long for ${process.cwd()}/names.`);
      },
    ],
  };

  it.each(Object.entries(FAULTS))(
    '%s, and show the request',
    async (_, [message, fault]) => {
      const routes = [fragile(fault)];
      const described = await describedBy(sqlite, routes);
      const property = holds(sqlite, described, new Map(), routes);
      const found = await fc.check(property, { seed: 1, numRuns: 20, unbiased: true, endOnFailure: true });
      const { message: told } = found.errorInstance as Error;
      expect(told).toMatch(message);
      expect(told).toContain('{"method":"POST","url":"/fragile"');
    },
    60_000,
  );
});
