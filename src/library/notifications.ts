/** Messages that tell people about questions, wherever they are. The channels are yours; notify/channels delivers. */
import { AskOnceError, type ErrorCode } from '../core/model/errors.ts';
import { groupOf } from '../core/model/group.ts';
import type { ClarificationRecord } from '../core/model/records.ts';
import { withNames } from '../core/model/scoped-id.ts';
import type { ChannelView } from '../core/model/views.ts';
import type { Engine } from '../engine/engine.ts';
import type { Channel } from '../notify/channels/channel.ts';
import { ChannelDispatcher } from '../notify/channels/dispatcher.ts';
import { invalidArgument } from '../util/arguments.ts';
import type { AnswerReceipt } from './questions.ts';

export interface NotificationOptions {
  readonly channels: readonly Channel[];
  /** The address of the server, as it is written in messages. */
  readonly url: string;
  /** Whether other devices reach the server there; without that, messages carry no buttons that call it. */
  readonly isReachable?: boolean;
  readonly log?: (line: string) => void;
}

/** Tells people by their channels while it runs. */
export interface NotificationDispatcher {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** How long a button answers. */
const BUTTON_LIFETIME = '1d';

/** Among so many of the newest that wait in the project, equal ones are found. */
const MAX_EQUAL = 1_000;

/** What the messages need of the rest of the library. */
export interface NotificationPorts {
  readonly links: MessageLinks;
  readonly answer: (
    id: string,
    answer: string,
    options: { by: string | null; surface: string; also: readonly string[] },
  ) => Promise<AnswerReceipt>;
}

/** As `askonce.access.links` has it. */
interface MessageLinks {
  buttons(id: string, options: { expires: string }): Promise<readonly { label: string; token: string }[]>;
  make(id: string, options: { expires: string }): Promise<{ token: string }>;
  press(token: string): Promise<{ clarification: string; answer: string }>;
}

const SETTLED: ReadonlySet<ErrorCode> = new Set(['already_answered', 'clarification_closed']);

/** Available as `askonce.notifications`. */
export class Notifications {
  private readonly engine: Engine;
  private readonly ports: NotificationPorts;

  constructor(engine: Engine, ports: NotificationPorts) {
    this.engine = engine;
    this.ports = ports;
  }

  /**
   * Returns the dispatcher that tells people about questions in this process until it is stopped. Any number of processes may do so; each
   * channel is told once, by one of them.
   * @example
   * const shown = [];
   * const channel = {
   *   id: 'my-lamp', name: 'lamp', filter: {}, content: { text: true, buttons: false }, isRepeatable: true,
   *   send: async ({ id, text }) => { shown.push(text); return id; },
   * };
   * const dispatcher = askonce.notifications.dispatcher({ channels: [channel], url: 'http://127.0.0.1:4766' });
   * await dispatcher.start();
   * await dispatcher.stop();
   */
  dispatcher({ channels, url, isReachable = false, log }: NotificationOptions): NotificationDispatcher {
    const { store, clock } = this.engine;
    const twice = channels.find(({ id }, at) => channels.findIndex((one) => one.id === id) !== at);
    if (twice !== undefined) throw invalidArgument('channels', `different channels; ${twice.name} is there twice`);
    const base = url.replace(/\/$/, '');
    const lifetime = { expires: BUTTON_LIFETIME };
    return new ChannelDispatcher(channels, {
      known: store.access.channels,
      events: async (after, limit) => (await store.events(after, limit)).map(withNames),
      watch: (listener, failed) => store.watch(listener, failed),
      clock,
      question: (id) => store.clarification(id),
      equals: (question) => this.equals(question),
      lastSeq: () => store.lastSeq(),
      press: async (token, who) => {
        await this.press(token, who);
      },
      links: async (id, mayAnswer) => ({
        base,
        isReachable,
        buttons: mayAnswer ? await this.ports.links.buttons(id, lifetime) : [],
        // An approval has no link.
        answer: mayAnswer
          ? await this.ports.links.make(id, lifetime).then(
              ({ token }) => token,
              () => null,
            )
          : null,
      }),
      ...(log === undefined ? {} : { log }),
    });
  }

  /** The other questions that the person sees as one with this one, as the inbox puts them into one card; oldest first. */
  private async equals(question: ClarificationRecord): Promise<readonly ClarificationRecord[]> {
    const group = groupOf(question);
    if (group === null) return [];
    const query = { status: ['pending'], project: question.project, snoozed: 'hidden', newest: true } as const;
    const { items } = await this.engine.store.list({ ...query, limit: MAX_EQUAL });
    return items.filter((one) => one.id !== question.id && groupOf(one) === group).toReversed();
  }

  /**
   * Answers a question by the token of a button, and with it the equal questions (`group`) that wait. A button works once, until it expires,
   * and only for a harmless question.
   * @example
   * const [first] = await askonce.access.links.buttons(question.id);
   * if (first) await askonce.notifications.press(first.token, { by: 'ada', surface: 'chat' });
   */
  async press(token: string, who: { by: string | null; surface: string }): Promise<AnswerReceipt> {
    const { links, answer } = this.ports;
    const pressed = await links.press(token);
    const question = await this.engine.store.clarification(pressed.clarification);
    const also = question === null ? [] : (await this.equals(question)).map(({ id }) => id);
    return answer(pressed.clarification, pressed.answer, { ...who, also }).catch((error: unknown) => {
      // Another answer came first. Who pressed the button does not learn whose.
      if (!(error instanceof AskOnceError) || !SETTLED.has(error.code)) throw error;
      throw new AskOnceError('link_used', 'This button has been used, or its question was closed elsewhere.');
    });
  }

  /**
   * Lists all channels that were ever told, with the progress and the last error of each.
   * @example
   * for (const { id, failures, lastError } of await askonce.notifications.list()) console.log(id, failures, lastError);
   */
  async list(): Promise<readonly ChannelView[]> {
    const { channels } = this.engine.store.access;
    return (await channels.list()).map(({ holder: _holder, heldUntil: _heldUntil, ...shown }) => shown);
  }
}
