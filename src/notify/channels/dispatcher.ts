/**
 * Tells people about questions by their channels, from the audit trail: what is told survives restarts, and of several servers one tells.
 * The store says which messages are out, so that they can be changed once their question is settled.
 */
import type { Channels, DeliveryRecord } from '../../core/access.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent, ClarificationRecord, EventType } from '../../core/model/records.ts';
import type { Receivers, Telling, Told } from '../delivery.ts';
import { Dispatcher, type DispatchPorts } from '../dispatcher.ts';
import type { Channel, PressButton } from './channel.ts';
import { hoursBegin, type MessageLinks, passes, questionMessage, settledMessage } from './message.ts';

const ASKED: readonly EventType[] = ['clarification.requested', 'clarification.returned'];
const SETTLED: readonly EventType[] = [
  'clarification.answered',
  'clarification.declined',
  'clarification.revoked',
  'clarification.superseded',
  'clarification.withdrawn',
];

export interface ChannelPorts extends DispatchPorts {
  /** What the store knows of channels. */
  readonly known: Channels;
  readonly question: (id: string) => Promise<ClarificationRecord | null>;
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
    async tell({ id }, event, how) {
      try {
        const notBefore = await tell(byId.get(id)!, event, how, ports);
        return notBefore === null ? { accepted: true } : { accepted: false, notBefore };
      } catch (error) {
        return failure(error);
      }
    },
  };
}

/** Returns when the channel wants to be told, if that is later. By then the question may be settled, and is told no more. */
async function tell(channel: Channel, event: AuditEvent, how: Telling, ports: ChannelPorts): Promise<number | null> {
  const id = event.clarification;
  const question = id === null ? null : await ports.question(id);
  if (question === null) return null;
  const { known } = ports;
  const handle = await known.message(channel.id, question.id);
  if (ASKED.includes(event.type) && question.status === 'pending' && passes(channel.filter, question)) {
    const begins = hoursBegin(channel.filter, how.at);
    if (begins !== null) return begins;
    // The person put it off and has forgotten the first message.
    const isAgain = event.type === 'clarification.returned' && typeof handle === 'string';
    // A message that a killed process had begun may have arrived. It is sent again only where that makes no second one.
    if (isAgain || handle === undefined || (handle === null && channel.isRepeatable))
      await send(channel, question, how, ports);
  } else if (handle !== undefined && question.status !== 'pending') {
    if (handle !== null && channel.update !== undefined)
      await bounded(channel.update(handle, settledMessage(question, channel.content), how), how, ports);
    await known.dropMessage(channel.id, question.id);
  }
  return null;
}

async function send(channel: Channel, question: ClarificationRecord, how: Telling, ports: ChannelPorts): Promise<void> {
  const { known, links } = ports;
  const message = questionMessage(question, channel.content, await links(question.id, channel.content.buttons));
  await known.keepMessage(channel.id, question.id, null);
  const handle = await bounded(channel.send(message, how), how, ports).catch(async (error: unknown) => {
    // Refused, so that the next attempt may send it.
    if (!how.signal.aborted) await known.dropMessage(channel.id, question.id);
    throw error;
  });
  await known.keepMessage(channel.id, question.id, handle);
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
  // Other errors may contain data that must not be shown, such as an address with a token.
  if (!(error instanceof AskOnceError)) return { accepted: false, error: 'The message could not be sent.' };
  const { retryAfterMs } = error.details;
  return {
    accepted: false,
    error: error.message,
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
  };
}
