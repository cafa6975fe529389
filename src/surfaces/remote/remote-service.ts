/**
 * AskOnce on a server, for commands, hooks and MCP servers that run elsewhere. What was sent once is sent again under the same key until
 * there is a reply, so a lost connection asks nothing twice; once a question is stored, it is waited for however long the server is away.
 */
import { randomBytes } from 'node:crypto';
import type { AskResult } from '../../core/model/question.ts';
import type { ListedClarification } from '../../core/model/views.ts';
import type { Approval, ApproveHere, CallInput } from '../../library/approve.ts';
import type { AskHere, AskWhat } from '../../library/ask-input.ts';
import { branchReader } from '../../library/project-identity.ts';
import type { AnswerReceipt } from '../../library/questions.ts';
import { newId } from '../../util/ids.ts';
import { systemClock } from '../../util/system-clock.ts';
import { AskOnceClient, AskOnceClientError } from '../client/index.ts';
import type { ApproveBody, AskBody, Clarification, DecisionBody, Receipt } from '../client/types.ts';
import type { Service } from '../service/service.ts';
import { translated } from './catalogued.ts';
import { milliseconds, pollsOf } from './patience.ts';
import { followEvents } from './remote-events.ts';
import { remoteJobs } from './remote-jobs.ts';
import { remoteSession } from './remote-session.ts';

export interface RemoteOptions {
  readonly url: string;
  readonly token: string | null;
  /** The name of the project that this process works in. */
  readonly project: string;
  readonly folder: string;
  /** The name of the folder at the server; its path by default. */
  readonly place?: string;
  /** Whether a server that is away is waited for, however long; by default some attempts are made. */
  readonly isPatient?: boolean;
  readonly language?: string | null;
}

/** The clients of one server: the first gives up after some attempts, the second waits for a server that is away. */
export interface Clients {
  readonly client: AskOnceClient;
  readonly patient: AskOnceClient;
}

export function remoteService(remote: RemoteOptions): Service {
  const { url, token, project, folder, language } = remote;
  // The server cannot see the folder, so the branch is named here.
  const branchNow = branchReader(folder);
  const here = () =>
    ({ ...spoken(language), branch: branchNow() ?? undefined }) as { language?: string; branch?: string };
  const closing = new AbortController();
  const options = { url, project, signal: closing.signal, ...(token === null ? {} : { token }) };
  const clients: Clients = {
    client: new AskOnceClient({ ...options, fetch: repliesSoon, ...(remote.isPatient ? PATIENT : {}) }),
    patient: new AskOnceClient({ ...options, ...PATIENT }),
  };
  const { client } = clients;
  /** Which question to name when an ask of this process is cancelled. */
  const askedFor = new Map<string, string>();
  const remember = (result: AskResult): AskResult => {
    const waits = result.items.find(({ outcome }) => outcome === 'parked');
    for (const ask of [result.ask, ...(result.asks ?? [])])
      if (ask !== undefined && waits?.id !== undefined) askedFor.set(ask, waits.id);
    return result;
  };
  const cancelAsk = async (ask: string, because: string | undefined): Promise<number> => {
    const known = askedFor.get(ask) ?? (await pendingOf(client, ask));
    if (known === undefined) return 0;
    await client.cancel(known, { ask, ...(because === undefined ? {} : { because }) });
    return 1;
  };
  const cancel = async (which: string | { ask: string }, how: { because?: string; ask?: string } = {}) => {
    const { because, ask } = how;
    if (typeof which === 'object') return cancelAsk(which.ask, because);
    return receiptOf(await client.cancel(which, { ...(ask ? { ask } : {}), ...(because ? { because } : {}) }));
  };
  const key = randomBytes(32).toString('base64url');

  return translated({
    clock: systemClock,
    project,
    projects: async () => (await client.projects()).items,
    folder,
    ask: async (what, how = {}) => remember(await askAt(clients, what, { ...here(), ...how }, remember)),
    approve: (call, how = {}) => approve(clients, call, { ...here(), ...how }),
    session: (id = newId('s', Date.now()), how = {}) => translated(remoteSession(clients, id, { ...here(), ...how })),
    async history({ session, all, ...page } = {}) {
      const status = all ? (['answered', 'declined', 'revoked', 'superseded', 'withdrawn'] as const) : 'answered';
      const { items, next } = await client.clarifications({
        ...page,
        ...(session === undefined ? {} : { session }),
        status,
      });
      return { items: items.map(entryOf), next };
    },
    recall: async (about, { limit } = {}) =>
      (await client.recall({ about, ...(limit === undefined ? {} : { limit }) })).items as never,
    questions: {
      async get(id) {
        return unlessUnknown(async () => questionOf(await client.clarification(id)));
      },
      async list({ since, before, ...query } = {}) {
        const moments = {
          ...(since === undefined ? {} : { since: sent(since) }),
          ...(before === undefined ? {} : { before: sent(before) }),
        };
        const { items, next } = await client.clarifications({ ...query, ...moments });
        return { items: items.map(questionOf), next };
      },
      async count({ project: of }) {
        const query = { status: 'pending', limit: MAX_COUNTED, ...(of === undefined ? {} : { project: of }) } as const;
        const { items, next } = await client.clarifications(query);
        return { count: items.length, more: next !== null };
      },
      async answer(id, answer, { remember: keep, idempotencyKey, also = [] } = {}) {
        const more = { ...(keep === undefined ? {} : { remember: keep }), idempotencyKey: idempotencyKey ?? newKey() };
        const reply = await client.answer(id, answer, { ...more, ...(also.length === 0 ? {} : { also }) });
        const others = reply.also?.map((one) => (one.status === 'refused' ? one : { id: one.id, ...receiptOf(one) }));
        return { ...receiptOf(reply), ...(others ? { also: others as AnswerReceipt['also'] } : {}) } as AnswerReceipt;
      },
      correct: async (id, answer, { because } = {}) =>
        receiptOf(await client.correct(id, answer, because === undefined ? {} : { because })),
      snooze: async (id, until) => receiptOf(await client.snooze(id, until === null ? null : sent(until))),
      decline: async (id, because) => receiptOf(await client.decline(id, because)),
      revoke: async (id, because) => receiptOf(await client.revoke(id, because)),
      cancel: cancel as Service['questions']['cancel'],
      async outcome(id, { wait = false, signal } = {}) {
        const next = pollsOf({ wait, ...(signal === undefined ? {} : { signal }) });
        const look = (ms: number | null) => {
          const query = ms === null ? {} : { wait: milliseconds(ms) };
          return clients.patient.clarification(id, query, signal === undefined ? {} : { signal });
        };
        return unlessUnknown(async () => {
          let { outcome } = await look(null);
          for (let ms = next(); ms !== null && outcome.outcome === 'parked'; ms = next())
            ({ outcome } = await look(ms));
          return outcome as never;
        });
      },
      // Only a note in the audit trail, which the server's own clients write.
      notShown: async () => {},
    },
    approvals: {
      async decide(id, { caller: _caller, by: _by, surface: _surface, idempotencyKey, ...decision }) {
        return receiptOf(
          await client.decide(id, decision as DecisionBody, { idempotencyKey: idempotencyKey ?? newKey() }),
        );
      },
      rules: async (query = {}) => (await client.rules(query)).items,
      revoke: async (id) => receiptOf(await client.revokeRule(id)),
    },
    preferences: {
      list: async (query = {}) => (await client.preferences(query)) as never,
      set: async (question, answer, subject, { project } = {}) =>
        (await client.setPreference({
          question,
          answer,
          ...(subject ? { subject } : {}),
          ...(project ? { project } : {}),
        })) as never,
      forget: async (question, subject, { project } = {}) =>
        (await client.forgetPreference({
          question,
          ...(subject ? { subject } : {}),
          ...(project ? { project } : {}),
        })) as never,
    },
    jobs: remoteJobs(client, remote),
    events: {
      async list({ after = 0, limit = 1_000 } = {}) {
        return (await client.eventsPage({ after, limit })).items as never;
      },
      on: (_type, listener, connection) => followEvents(clients.patient, listener, connection),
    },
    files: { find: (query) => client.files(query) },
    // What this process seals, it alone has to open.
    access: { sealingKey: async () => key, links: { make: (id, options) => client.link(id, options) } },
    close: async () => closing.abort(new Error('The service is closed.')),
  });
}

export async function askAt(
  { client, patient }: Clients,
  what: AskWhat,
  { session, job, asker, agent, branch, policy, language, timeout, ...rest }: AskHere,
  stored: (result: AskResult) => AskResult,
): Promise<AskResult> {
  const {
    wait,
    signal,
    onParked,
    idempotencyKey = newKey(),
    onTimeout,
    fallback,
    rejects,
    because,
    userMessage,
    ref,
  } = rest;
  const where = { sessionId: session, job, asker, agent, branch, policy, language };
  const how = { timeout: whenOf(timeout), onTimeout, fallback, rejects, because, userMessage, ref };
  const body = { ...where, ...how, ...bodyOf(what) } as AskBody;
  const send = async (by: AskOnceClient, ms: number | null) => {
    const call = { wait: false, idempotencyKey, ...(signal === undefined ? {} : { signal }) };
    const { sessionId, ...said } = await by.ask(ms === null ? body : { ...body, wait: milliseconds(ms) }, call);
    return stored({ ...said, session: sessionId } as unknown as AskResult);
  };
  const next = pollsOf({ ...(wait === undefined ? {} : { wait }), ...(signal === undefined ? {} : { signal }) });
  let result = await send(client, null);
  if (result.status === 'parked' && wait !== false) await onParked?.(result);
  for (let ms = next(); ms !== null && result.status === 'parked'; ms = next()) result = await send(patient, ms);
  return result;
}

async function approve({ client, patient }: Clients, call: CallInput, options: ApproveHere): Promise<Approval> {
  const { wait, signal, onParked, session, job, asker, agent, branch, policy, timeout, ref, idempotencyKey } = options;
  const where = { sessionId: session, job, asker, agent, branch, policy, ref, timeout: whenOf(timeout) };
  const body = { ...call, callId: call.callId ?? newKey(), ...where } as ApproveBody;
  const send = (by: AskOnceClient, ms: number | null) =>
    by.approve(ms === null ? body : { ...body, wait: milliseconds(ms) }, {
      wait: false,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(signal === undefined ? {} : { signal }),
    });
  const next = pollsOf({ ...(wait === undefined ? {} : { wait }), ...(signal === undefined ? {} : { signal }) });
  let reply = await send(client, null);
  if (reply.decision === 'parked' && wait !== false) {
    const item = { outcome: 'parked', id: reply.id, question: call.title ?? call.tool, type: 'CONFIRM' };
    await onParked?.({ status: 'parked', session: session ?? '', items: [item] } as unknown as AskResult);
  }
  for (let ms = next(); ms !== null && reply.decision === 'parked'; ms = next()) reply = await send(patient, ms);
  return reply as Approval;
}

function bodyOf(what: AskWhat): object {
  if (typeof what === 'string') return { question: what };
  if (Array.isArray(what)) return { questions: what };
  return what as object;
}

/** A server that is away is waited for. */
export const PATIENT = { retries: Number.POSITIVE_INFINITY };

/** The most that one request lists. */
const MAX_COUNTED = 1_000;

/** A connection that is cut without a word would hold a request for minutes. */
const REPLY_MS = 20_000;

export const repliesSoon: typeof fetch = (input, init) => {
  const late = AbortSignal.timeout(REPLY_MS);
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, late]) : late });
};

/** JSON has no dates. */
const whenOf = (time: unknown): unknown => (time instanceof Date ? time.toISOString() : time);

const spoken = (language: string | null | undefined) => (language ? { language } : {});

async function pendingOf(client: AskOnceClient, ask: string): Promise<string | undefined> {
  const { items } = await client.clarifications({ status: 'pending', limit: 1_000 });
  return items.find((one) => one.ask === ask)?.id;
}

/** The server names no project and no key; two questions of one text are one here. */
export function questionOf({ sessionId, ...shown }: Clarification): ListedClarification {
  const asked = { session: sessionId, key: shown.questionHash, decision: null, unanswered: null };
  return { ...shown, ...asked, ...placeOf(shown) } as unknown as ListedClarification;
}

/** As a store says it: no branch outside a repository, no folder that is the project's own. */
function placeOf({ project, folder, branch }: Pick<Clarification, 'project' | 'folder' | 'branch'>) {
  return { folder: folder === project ? undefined : folder, branch: branch ?? undefined };
}

function receiptOf({ status, clarification }: Receipt): AnswerReceipt {
  return { status, clarification: questionOf(clarification) };
}

function entryOf({ id, questionHash, type, question, createdAt, settledAt, ...one }: Clarification) {
  const { answer, status, source, evidence, confidence, by, surface, because } = one;
  const whose = { session: one.sessionId, project: one.project, ...placeOf(one), agent: one.agent };
  const origin = { status, source, evidence, confidence, by, surface, because } as never as object;
  const entry = { id, questionHash, clarificationType: type, question, answer, timestamp: settledAt ?? createdAt };
  return { ...entry, ...origin, ...whose } as Awaited<ReturnType<Service['history']>>['items'][number];
}

export async function unlessUnknown<R>(look: () => Promise<R>): Promise<R | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof AskOnceClientError && error.status === 404 && error.problem !== null) return null;
    throw error;
  }
}

/** A moment as the API reads it. */
const sent = (moment: string | number | Date): string | number => (moment instanceof Date ? moment.getTime() : moment);

const newKey = (): string => randomBytes(16).toString('hex');
