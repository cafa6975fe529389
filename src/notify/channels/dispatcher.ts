/**
 * Tells people about questions by their channels, from the audit trail: what is told survives restarts, and of several servers one tells.
 * The store says which messages are out, so that they can be changed once their question is settled.
 */
import type { Channels, DeliveryRecord } from '../../core/access.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent, ClarificationRecord, EventType } from '../../core/model/records.ts';
import type { Receivers, Telling, Told } from '../delivery.ts';
import { Dispatcher, type DispatchPorts } from '../dispatcher.ts';
import type { Affected, Channel, PressButton } from './channel.ts';
import { hoursBegin, type MessageLinks, passes, questionMessage, settledMessage } from './message.ts';

const ASKED: readonly EventType[] = ['clarification.requested', 'clarification.returned'];
const SETTLED: readonly EventType[] = [
  'clarification.answered',
  'clarification.declined',
  'clarification.revoked',
  'clarification.superseded',
  'clarification.withdrawn',
];

/** A change that fails so often, for a reason that is not known to pass, is given up. That takes about 13 minutes. */
const MAX_CHANGES = 5;

/** Within this time an answer to one question may still reach those that are equal. */
const SETTLING_MS = 2_000;

export interface ChannelPorts extends DispatchPorts {
  /** What the store knows of channels. */
  readonly known: Channels;
  readonly question: (id: string) => Promise<ClarificationRecord | null>;
  /** The other questions that wait and are one to the person with this one; oldest first. */
  readonly equals: (question: ClarificationRecord) => Promise<readonly ClarificationRecord[]>;
  readonly lastSeq: () => Promise<number>;
  /** Answers by a button that a channel itself received. */
  readonly press: PressButton;
  /** The addresses for a message about a waiting question; with what answers it, if `mayAnswer`. */
  readonly links: (id: string, mayAnswer: boolean) => Promise<MessageLinks>;
}

export class ChannelDispatcher extends Dispatcher<DeliveryRecord> {
  private readonly channels: readonly Channel[];
  private readonly ports: ChannelPorts;

  constructor(channels: readonly Channel[], ports: ChannelPorts) {
    super(channelReceivers(channels, ports), ports);
    this.channels = channels;
    this.ports = ports;
  }

  override async start(): Promise<void> {
    const { press, log = () => {} } = this.ports;
    for (const channel of this.channels) channel.start?.(press, log);
    await super.start();
  }

  override async stop(): Promise<void> {
    await Promise.all([super.stop(), ...this.channels.map((channel) => channel.stop?.())]);
  }
}

function channelReceivers(channels: readonly Channel[], ports: ChannelPorts): Receivers<DeliveryRecord> {
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const { known, clock, lastSeq } = ports;
  const missing = new Set(byId.keys());
  return {
    what: 'channel',
    async list() {
      for (const id of missing) {
        // One that is new to the store tells about questions from now on.
        await known.add(id, clock.now(), await lastSeq());
        missing.delete(id);
      }
      // The store may know channels of other people.
      return (await known.list()).filter(({ id }) => byId.has(id));
    },
    hold: (id, holder, now, until) => known.hold(id, holder, now, until),
    move: (id, holder, progress) => known.move(id, holder, progress),
    wants: (_channel, { type }) => ASKED.includes(type) || SETTLED.includes(type),
    async tell(receiver, event, how) {
      try {
        return await tell(byId.get(receiver.id)!, receiver, { event, how, ports });
      } catch (error) {
        return failure(error);
      }
    },
  };
}

/** What happened, and how a channel may be told of it. */
interface Occasion {
  readonly event: AuditEvent;
  readonly how: Telling;
  readonly ports: ChannelPorts;
}

/** By the time a channel is told, its question may be settled or put off, and is told no more. */
async function tell(channel: Channel, { failures, lastError }: DeliveryRecord, on: Occasion): Promise<Told> {
  const { event, how, ports } = on;
  const id = event.clarification;
  const question = id === null ? null : await ports.question(id);
  // What needs no message does not show that the channel works.
  const nothing: Told = { accepted: true, lastError };
  if (question === null) return nothing;
  const handle = await ports.known.message(channel.id, question.id);
  if (question.status !== 'pending')
    return handle === undefined ? nothing : close(channel, { question, handle, tries: failures }, on);
  // One that was put off is told when it returns, which is an event of its own.
  if (!ASKED.includes(event.type) || !passes(channel.filter, question) || question.snoozedUntil !== null)
    return nothing;
  const begins = hoursBegin(channel.filter, how.at);
  if (begins !== null) return { accepted: false, notBefore: begins };
  // The person put it off and has forgotten the first message.
  const isAgain = event.type === 'clarification.returned' && typeof handle === 'string';
  // A message that a killed process had begun may have arrived. It is sent again only where that makes no second one.
  const isNew = handle === undefined || (handle === null && channel.isRepeatable);
  if (!isAgain && !isNew) return nothing;
  const others = await ports.equals(question);
  const open = await openAmong(others, channel, ports);
  if (open === null) return send(channel, question, others.length + 1, on);
  // One message is enough: a button of it answers all of them.
  await revise(channel, open, others.length + 1, on);
  return nothing;
}

interface Open {
  readonly question: ClarificationRecord;
  readonly handle: string;
}

/** Returns the message that is out about one of these questions, if there is one. */
async function openAmong(questions: readonly ClarificationRecord[], { id }: Channel, { known }: ChannelPorts) {
  for (const question of questions) {
    const handle = await known.message(id, question.id);
    if (typeof handle === 'string') return { question, handle };
  }
  return null;
}

/** Says in the message that more agents ask. If that fails, it only says fewer. */
async function revise(channel: Channel, { question, handle }: Open, askers: number, { how, ports }: Occasion) {
  if (channel.revise === undefined) return;
  const links = await ports.links(question.id, channel.content.buttons);
  const revised = channel.revise(handle, questionMessage(question, channel.content, links, askers), how);
  await bounded(revised, how, ports).catch(() => {});
}

async function send(
  channel: Channel,
  question: ClarificationRecord,
  askers: number,
  { how, ports }: Occasion,
): Promise<Told> {
  const { known, links } = ports;
  const { id, content } = channel;
  const message = questionMessage(question, content, await links(question.id, content.buttons), askers);
  await known.keepMessage(id, question.id, null);
  try {
    const handle = await bounded(channel.send(message, how), how, ports);
    await known.keepMessage(id, question.id, handle);
    return { accepted: true };
  } catch (error) {
    // Refused, so that the next attempt may send it.
    if (!how.signal.aborted) await known.dropMessage(id, question.id);
    if (affectedBy(error) === 'message') return passedOver(channel, error, ports);
    throw error;
  }
}

/** Changes the message of a question that is settled. One that cannot be changed is given up: it must not hold up other questions. */
async function close(
  channel: Channel,
  { question, handle, tries }: { question: ClarificationRecord; handle: string | null; tries: number },
  on: Occasion,
): Promise<Told> {
  const { how, ports } = on;
  const { id, content } = channel;
  const notYet = await tellNext(channel, question, on);
  if (notYet !== null) return notYet;
  let told: Told = { accepted: true };
  if (handle !== null && channel.update !== undefined)
    try {
      await bounded(channel.update(handle, settledMessage(question, content), how), how, ports);
    } catch (error) {
      const affected = affectedBy(error);
      const isGivenUp = affected === 'message' || (affected === null && tries + 1 >= MAX_CHANGES);
      if (how.signal.aborted || !isGivenUp) throw error;
      told = passedOver(channel, error, ports);
    }
  await ports.known.dropMessage(id, question.id);
  return told;
}

/** Equal questions that were not settled with this one, whose message was theirs too, get one of their own. Returns what keeps that from being done. */
async function tellNext(channel: Channel, settled: ClarificationRecord, on: Occasion): Promise<Told | null> {
  const { event, how, ports } = on;
  const waiting = (await ports.equals(settled)).filter((one) => passes(channel.filter, one));
  const [next] = waiting;
  if (next === undefined || (await openAmong(waiting, channel, ports)) !== null) return null;
  const notBefore = event.at + SETTLING_MS;
  if (how.at < notBefore) return { accepted: false, notBefore };
  const begins = hoursBegin(channel.filter, how.at);
  if (begins !== null) return { accepted: false, notBefore: begins };
  await send(channel, next, waiting.length, on);
  return null;
}

function affectedBy(error: unknown): Affected | null {
  const { affects } = error instanceof AskOnceError ? error.details : {};
  return affects === 'message' || affects === 'channel' ? affects : null;
}

function passedOver({ id }: Channel, error: unknown, { log = () => {} }: ChannelPorts): Told {
  const lastError = textOf(error);
  log(`channel ${id}: ${lastError} (passed over)`);
  return { accepted: true, lastError };
}

/** A channel that keeps neither to its time nor to the signal must not hold the others up, nor the end of the process. */
async function bounded<R>(call: Promise<R>, { timeoutMs, signal }: Telling, { clock }: ChannelPorts): Promise<R> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new AskOnceError('channel_failed', 'It was stopped while it sent a message.'));
  const stopTimer = clock.after(timeoutMs, () =>
    reject(new AskOnceError('channel_failed', `It took longer than ${timeoutMs / 1000} s.`)),
  );
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([call, promise]);
  } finally {
    stopTimer();
    signal.removeEventListener('abort', stop);
  }
}

function failure(error: unknown): Told {
  const { retryAfterMs } = error instanceof AskOnceError ? error.details : {};
  return {
    accepted: false,
    error: textOf(error),
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
  };
}

function textOf(error: unknown): string {
  // Other errors may contain data that must not be shown, such as an address with a token.
  return error instanceof AskOnceError ? error.message : 'The message could not be sent.';
}
