/** AskOnce over HTTP for programs in TypeScript and JavaScript, in Node and in browsers. It needs `fetch` and nothing else. */
import type { EventType } from '../../core/model/records.ts';
import { type EventsOptions, readEvents } from './event-stream.ts';
import { type CallOptions, type ClientOptions, Transport } from './transport.ts';
import type {
  AnswerReply,
  ApprovalReply,
  ApproveBody,
  AskBody,
  AskReply,
  AssumptionBody,
  AssumptionShown,
  AssumptionsPage,
  Clarification,
  ClarificationsQuery,
  DecisionBody,
  EventShown,
  EventsPage,
  FilesFound,
  FollowedReply,
  HistoryPage,
  InsightShown,
  JobAnswered,
  JobBody,
  JobFollowed,
  JobMade,
  JobShown,
  JobsPage,
  JobsQuery,
  Link,
  LinkedQuestion,
  LinkReceipt,
  LogPage,
  Me,
  PageQuery,
  PageReply,
  Paired,
  PreferenceShown,
  PreferencesPage,
  Pressed,
  ProjectList,
  RecalledReply,
  Receipt,
  RequestBody,
  RequestReply,
  RuleList,
  StateReply,
  WebhookList,
  WebhookMade,
} from './types.ts';

export interface IdempotentOptions extends CallOptions {
  /** A repeated key is the same call. A new one by default, so that a call without a reply can be sent again. */
  idempotencyKey?: string;
}

export interface AskCallOptions extends IdempotentOptions {
  /** `false`: return at once, even if questions wait. By default it waits until everything is settled. */
  wait?: boolean;
}

/** How long the server waits in one request; then the client asks again. */
const POLL = '30s';

/**
 * A client of one server.
 * @example
 * const client = new AskOnceClient({ url: 'http://127.0.0.1:4766' });
 * const { status, answer } = await client.ask({ question: 'Which format?', options: ['YAML', 'JSON'] });
 */
export class AskOnceClient {
  private readonly transport: Transport;

  constructor(options: ClientOptions) {
    this.transport = new Transport(options);
  }

  /**
   * Asks, and waits for the person, also across restarts of the server. The signal ends the waiting, not the question: use `cancel` to
   * withdraw it.
   */
  async ask(body: AskBody | string, options: AskCallOptions = {}): Promise<AskReply> {
    const { wait = true, signal, idempotencyKey = newKey() } = options;
    const asked = typeof body === 'string' ? { question: body } : body;
    const call = { headers: { 'idempotency-key': idempotencyKey }, ...signalOf(signal) };
    // The key makes a repeated ask the same ask: it waits for the question that the first one put.
    const send = (how: { wait?: string }, retries?: { retries: number }) =>
      this.transport.call<AskReply>('ask', { ...call, ...retries, body: { ...asked, ...how } });
    if (!wait) return send({});
    let reply = await send({ wait: POLL });
    // The question is stored now, so keep retrying while the server is away.
    while (reply.status === 'parked') reply = await send({ wait: POLL }, { retries: Number.POSITIVE_INFINITY });
    return reply;
  }

  clarifications(query: ClarificationsQuery = {}, { signal }: CallOptions = {}): Promise<PageReply<Clarification>> {
    return this.transport.call('clarifications', { query, ...signalOf(signal) });
  }

  /** Returns one clarification; with `wait`, once it is settled, or its current state when the time is up. */
  clarification(
    id: string,
    query: { wait?: string; ask?: string } = {},
    { signal }: CallOptions = {},
  ): Promise<FollowedReply> {
    return this.transport.call('clarification', { path: { id }, query, ...signalOf(signal) });
  }

  /**
   * With `remember` the answer is also stored as a preference of the project. With `also` it answers equal questions of other sessions too:
   * those with the same `group`.
   */
  answer(
    id: string,
    answer: string | readonly string[],
    {
      remember,
      also,
      idempotencyKey,
      signal,
    }: IdempotentOptions & { remember?: boolean; also?: readonly string[] } = {},
  ): Promise<AnswerReply> {
    const headers = { 'idempotency-key': idempotencyKey };
    const body = { answer, remember, also };
    return this.transport.call('answer', { path: { id }, body, headers, ...signalOf(signal) });
  }

  /** Replaces an answer by another one. Returns the question that succeeds the old one, with the new answer. */
  correct(
    id: string,
    answer: string | readonly string[],
    { because, signal }: CallOptions & { because?: string } = {},
  ): Promise<Receipt> {
    return this.transport.call('correct', { path: { id }, body: { answer, because }, ...signalOf(signal) });
  }

  /** Puts a question off until a time: a duration such as `2h`, milliseconds since 1970 or an ISO 8601 time. Null shows it again. */
  snooze(id: string, until: string | number | null, { signal }: CallOptions = {}): Promise<Receipt> {
    return this.transport.call('snooze', { path: { id }, body: { until }, ...signalOf(signal) });
  }

  decline(id: string, because?: string, { signal }: CallOptions = {}): Promise<Receipt> {
    return this.transport.call('decline', { path: { id }, body: { because }, ...signalOf(signal) });
  }

  revoke(id: string, because?: string, { signal }: CallOptions = {}): Promise<Receipt> {
    return this.transport.call('revoke', { path: { id }, body: { because }, ...signalOf(signal) });
  }

  /** Withdraws from a question as its asker; by default for the ask that first put it. */
  cancel(id: string, body: { ask?: string; because?: string } = {}, { signal }: CallOptions = {}): Promise<Receipt> {
    return this.transport.call('cancel', { path: { id }, body, ...signalOf(signal) });
  }

  /**
   * Asks whether a tool call may be made, and waits for the decision, also across restarts of the server. A call without an id gets one, so
   * that a decision made while no connection was open is found.
   */
  async approve(
    body: ApproveBody,
    { wait = true, signal, idempotencyKey }: AskCallOptions = {},
  ): Promise<ApprovalReply> {
    // Without a session, each request would open a new one, in which the call id is unknown.
    const own = body.sessionId == null && body.job == null ? { sessionId: `s-${newKey()}` } : {};
    const call = { ...body, ...own, callId: body.callId ?? newKey() };
    const send = (how: { wait?: string }, retries?: { retries: number }) =>
      this.transport.call<ApprovalReply>('approve', {
        ...{ headers: { 'idempotency-key': idempotencyKey }, body: { ...call, ...how } },
        ...{ ...signalOf(signal), ...retries },
      });
    if (!wait) return send({});
    let reply = await send({ wait: POLL });
    while (reply.decision === 'parked') reply = await send({ wait: POLL }, { retries: Number.POSITIVE_INFINITY });
    return reply;
  }

  /** Allows or denies a tool call. The client needs the token of an answerer. */
  decide(id: string, body: DecisionBody, { idempotencyKey, signal }: IdempotentOptions = {}): Promise<Receipt> {
    const headers = { 'idempotency-key': idempotencyKey };
    return this.transport.call('decide', { path: { id }, body, headers, ...signalOf(signal) });
  }

  /** The rules about tool calls; with a session, also those of the session; with `everySession`, also the newest of all sessions. */
  rules(query: { session?: string; everySession?: boolean } = {}, { signal }: CallOptions = {}): Promise<RuleList> {
    return this.transport.call('rules', { query, ...signalOf(signal) });
  }

  revokeRule(id: string, { signal }: CallOptions = {}): Promise<Receipt> {
    return this.transport.call('revokeRule', { path: { id }, ...signalOf(signal) });
  }

  /** Creates a link with which a person without a token may answer this one question. */
  link(id: string, body: { expires?: string | number } = {}, { signal }: CallOptions = {}): Promise<Link> {
    return this.transport.call('link', { path: { id }, body, ...signalOf(signal) });
  }

  linkedQuestion(token: string, { signal }: CallOptions = {}): Promise<LinkedQuestion> {
    return this.transport.call('linkedQuestion', { path: { token }, ...signalOf(signal) });
  }

  answerByLink(token: string, answer: string | readonly string[], { signal }: CallOptions = {}): Promise<LinkReceipt> {
    return this.transport.call('answerByLink', { path: { token }, body: { answer }, ...signalOf(signal) });
  }

  declineByLink(token: string, because?: string, { signal }: CallOptions = {}): Promise<LinkReceipt> {
    return this.transport.call('declineByLink', { path: { token }, body: { because }, ...signalOf(signal) });
  }

  /** Answers a question by the token of a button in a notification. */
  pressButton(token: string, { signal }: CallOptions = {}): Promise<Pressed> {
    return this.transport.call('pressButton', { path: { token }, ...signalOf(signal) });
  }

  /** Exchanges a pairing code for an answerer's token. */
  pair(code: string, name?: string, { signal }: CallOptions = {}): Promise<Paired> {
    return this.transport.call('pair', { body: { code, name }, ...signalOf(signal) });
  }

  /** What a session has settled; with `all` also the declined, revoked, superseded and withdrawn questions. */
  history(id: string, query: PageQuery & { all?: boolean } = {}, { signal }: CallOptions = {}): Promise<HistoryPage> {
    return this.transport.call('history', { path: { id }, query, ...signalOf(signal) });
  }

  /**
   * Requests permission for an agent to ask a person (seed 002), and returns what the agent should do. It waits as `ask` does; with `wait:
   * false` the decision may be `allow` or `wait`, and repeating the request returns the outcome.
   */
  async requestClarification(
    id: string,
    body: RequestBody,
    { wait = true, signal, idempotencyKey = newKey() }: AskCallOptions = {},
  ): Promise<RequestReply> {
    const call = { path: { id }, body, headers: { 'idempotency-key': idempotencyKey }, ...signalOf(signal) };
    const send = (query: { wait?: string }, retries?: { retries: number }) =>
      this.transport.call<RequestReply>('requestClarification', { ...call, ...retries, query });
    if (!wait) return send({});
    let reply = await send({ wait: POLL });
    while ('clarification' in reply) reply = await send({ wait: POLL }, { retries: Number.POSITIVE_INFINITY });
    return reply;
  }

  /** Which askers have used their one chance to ask, and the outcome: all askers of a session, or one of them. */
  clarificationState(id: string, query: { asker?: string } = {}, { signal }: CallOptions = {}): Promise<StateReply> {
    return this.transport.call('clarificationState', { path: { id }, query, ...signalOf(signal) });
  }

  /** The assumptions that the agents of a session recorded. */
  assumptions(id: string, query: PageQuery = {}, { signal }: CallOptions = {}): Promise<AssumptionsPage> {
    return this.transport.call('assumptions', { path: { id }, query, ...signalOf(signal) });
  }

  assume(
    id: string,
    body: AssumptionBody,
    { idempotencyKey = newKey(), signal }: IdempotentOptions = {},
  ): Promise<AssumptionShown> {
    const headers = { 'idempotency-key': idempotencyKey };
    return this.transport.call('assume', { path: { id }, body, headers, ...signalOf(signal) });
  }

  /** The usual answers of the client’s project, or of another one that this token may see. */
  preferences(query: PageQuery & { project?: string } = {}, { signal }: CallOptions = {}): Promise<PreferencesPage> {
    return this.transport.call('preferences', { query, ...signalOf(signal) });
  }

  setPreference(
    body: { question: string; answer: string; subject?: string; project?: string },
    { signal }: CallOptions = {},
  ): Promise<PreferenceShown> {
    return this.transport.call('setPreference', { body, ...signalOf(signal) });
  }

  forgetPreference(
    query: { question: string; subject?: string; project?: string },
    { signal }: CallOptions = {},
  ): Promise<PreferenceShown> {
    return this.transport.call('forgetPreference', { query, ...signalOf(signal) });
  }

  /** What the project's people have answered or usually answer about a topic, best match first. It asks no one. */
  recall(query: { about: string; limit?: number }, { signal }: CallOptions = {}): Promise<RecalledReply> {
    return this.transport.call('recall', { query, ...signalOf(signal) });
  }

  /** The name and the role of this token. */
  me({ signal }: CallOptions = {}): Promise<Me> {
    return this.transport.call('me', { ...signalOf(signal) });
  }

  /** The projects that use the store, as far as this token may see them. */
  projects({ signal }: CallOptions = {}): Promise<ProjectList> {
    return this.transport.call('projects', { ...signalOf(signal) });
  }

  /** Files of the project, or of a question's project, whose paths match the words of `query`. */
  files(
    query: { query?: string; clarification?: string; limit?: number } = {},
    { signal }: CallOptions = {},
  ): Promise<FilesFound> {
    return this.transport.call('files', { query, ...signalOf(signal) });
  }

  /** Statistics on the questions: by day, by how long people took, and the most repeated. */
  insight(query: { days?: number; offset?: number } = {}, { signal }: CallOptions = {}): Promise<InsightShown> {
    return this.transport.call('insight', { query, ...signalOf(signal) });
  }

  /**
   * Every event, in order, each once. Reconnects by itself and continues after the last event. Leave the loop, or abort the signal, to end
   * it.
   * @example
   * for await (const event of client.events({ type: 'clarification.requested' })) console.log(event.data.question);
   */
  events(options: EventsOptions = {}): AsyncGenerator<EventShown, void, undefined> {
    return readEvents(this.transport, options);
  }

  /** A page of events: from the beginning, or after a number. `next` is the number to continue from, even at the end. */
  eventsPage(
    query: Omit<EventsOptions, 'signal' | 'onConnection'> & { limit?: number } = {},
    { signal }: CallOptions = {},
  ): Promise<EventsPage> {
    return this.transport.call('events', { query: { ...query, format: 'json' }, ...signalOf(signal) });
  }

  createJob(body: JobBody, { idempotencyKey = newKey(), signal }: IdempotentOptions = {}): Promise<JobMade> {
    return this.transport.call('createJob', {
      body,
      headers: { 'idempotency-key': idempotencyKey },
      ...signalOf(signal),
    });
  }

  /** Answers the one question of a job; `success` says whether the job is built. */
  answerJob(id: string, answer: string | readonly string[], options: IdempotentOptions = {}): Promise<JobAnswered> {
    const headers = { 'idempotency-key': options.idempotencyKey };
    return this.transport.call('answerJob', { path: { id }, body: { answer }, headers, ...signalOf(options.signal) });
  }

  /** A job with the last lines of its log; `log` sets how many. */
  job(id: string, query: { log?: number } = {}, { signal }: CallOptions = {}): Promise<JobFollowed> {
    return this.transport.call('job', { path: { id }, query, ...signalOf(signal) });
  }

  /** The log of a job's runs: the last lines, or those after a line number. */
  jobLog(id: string, query: { after?: number; limit?: number } = {}, { signal }: CallOptions = {}): Promise<LogPage> {
    return this.transport.call('jobLog', { path: { id }, query, ...signalOf(signal) });
  }

  jobs(query: JobsQuery = {}, { signal }: CallOptions = {}): Promise<JobsPage> {
    return this.transport.call('jobs', { query, ...signalOf(signal) });
  }

  cancelJob(id: string, because?: string, { signal }: CallOptions = {}): Promise<JobShown> {
    return this.transport.call('cancelJob', { path: { id }, body: { because }, ...signalOf(signal) });
  }

  /** Registers a URL that receives events from now on. The signing `secret` is returned only here. */
  addWebhook(body: { url: string; events?: readonly EventType[] }, { signal }: CallOptions = {}): Promise<WebhookMade> {
    return this.transport.call('addWebhook', { body, ...signalOf(signal) });
  }

  webhooks({ signal }: CallOptions = {}): Promise<WebhookList> {
    return this.transport.call('webhooks', { ...signalOf(signal) });
  }

  async removeWebhook(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.transport.send('removeWebhook', { path: { id }, ...signalOf(signal) });
  }
}

function signalOf(signal: AbortSignal | undefined): CallOptions {
  return signal === undefined ? {} : { signal };
}

/** 128 random bits. `randomUUID` is available only in secure contexts. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
