/** Who is told of events by HTTP. Registered here; webhook/ does the telling. */

import type { WebhookRecord } from '../core/access.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { EVENT_TYPES, type EventType } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import { type DispatcherOptions, WebhookDispatcher } from '../notify/webhooks/dispatcher.ts';
import { checkedUrl } from '../notify/webhooks/public-address.ts';
import { newSecret } from '../notify/webhooks/signature.ts';
import { invalidArgument, omitNullish, textId } from '../util/arguments.ts';
import { newId } from '../util/ids.ts';

export interface WebhookInput {
  url: string;
  /** Of which events it is told; of all by default. */
  events?: readonly EventType[];
  /** The operator's word that it may be a private address, and http. The one who tells needs it too. */
  allowPrivate?: boolean;
}

/** A webhook as anybody may see it: without its secret. */
export type WebhookView = Omit<WebhookRecord, 'secret' | 'holder' | 'heldUntil'>;

export interface NewWebhook {
  /** What its signatures are made with. Nobody can show it again. */
  readonly secret: string;
  readonly webhook: WebhookView;
}

/** Reached by `askonce.webhooks`. */
export class Webhooks {
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Registers somebody who is told of what happens from now on.
   * @example
   * const { secret, webhook } = await askonce.webhooks.add({ url: 'https://example.com/hook' });
   */
  async add(input: WebhookInput): Promise<NewWebhook> {
    const { url, events, allowPrivate = false } = omitNullish(input, 'webhook');
    const { store, clock } = this.engine;
    const createdAt = clock.now();
    const webhook: WebhookRecord = {
      id: newId('wh', createdAt),
      url: checkedUrl(url, { allowPrivate }).href,
      secret: newSecret(),
      events: events === undefined ? null : checkEvents(events),
      createdAt,
      seq: await store.lastSeq(),
      failures: 0,
      retryAt: null,
      lastError: null,
      disabledAt: null,
      holder: null,
      heldUntil: null,
    };
    await store.access.addWebhook(webhook);
    return { secret: webhook.secret, webhook: viewOf(webhook) };
  }

  /**
   * All of them, oldest first, with how far each was told and what went wrong.
   * @example
   * for (const { url, failures, lastError } of await askonce.webhooks.list()) console.log(url, failures, lastError);
   */
  async list(): Promise<readonly WebhookView[]> {
    return (await this.engine.store.access.webhooks()).map(viewOf);
  }

  /**
   * What does the telling in this process, until it is stopped. Any number of processes may tell; each event is told once.
   * @example
   * const telling = askonce.webhooks.telling();
   * await telling.start();
   * await telling.stop();
   */
  telling(options: Pick<DispatcherOptions, 'allowPrivate' | 'log'> = {}): WebhookDispatcher {
    const { store, clock } = this.engine;
    return new WebhookDispatcher({
      ...options,
      access: store.access,
      events: (after, limit) => store.events(after, limit),
      watch: (listener, failed) => store.watch(listener, failed),
      clock,
    });
  }

  /**
   * Tells it nothing any more.
   * @example
   * const { webhook } = await askonce.webhooks.add({ url: 'https://example.com/hook' });
   * await askonce.webhooks.remove(webhook.id);
   */
  async remove(id: string): Promise<void> {
    const wanted = textId(id, 'webhook');
    if (await this.engine.store.access.dropWebhook(wanted)) return;
    throw new AskOnceError('webhook_unknown', `No webhook ${wanted}. GET /webhooks lists them.`, {
      id: wanted,
    });
  }
}

function viewOf({ secret: _secret, holder: _holder, heldUntil: _heldUntil, ...rest }: WebhookRecord): WebhookView {
  return rest;
}

function checkEvents(events: unknown): readonly EventType[] {
  const known = (one: unknown): one is EventType => EVENT_TYPES.some((type) => type === one);
  if (Array.isArray(events) && events.length > 0 && events.every(known)) return [...new Set(events)];
  throw invalidArgument('events', `a list of ${EVENT_TYPES.join(', ')}`);
}
