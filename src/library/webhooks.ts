/** HTTP endpoints that receive events. They are registered here; notify/webhooks delivers. */

import type { WebhookRecord } from '../core/access.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { EVENT_TYPES, type EventType } from '../core/model/records.ts';
import { withNames } from '../core/model/scoped-id.ts';
import type { WebhookView } from '../core/model/views.ts';
import type { Engine } from '../engine/engine.ts';
import { WebhookDispatcher } from '../notify/webhooks/dispatcher.ts';
import { checkedUrl } from '../notify/webhooks/public-address.ts';
import { newSecret } from '../notify/webhooks/signature.ts';
import { invalidArgument, omitNullish, textId } from '../util/arguments.ts';
import { newId } from '../util/ids.ts';

export interface WebhookInput {
  url: string;
  /** The events it receives; all by default. */
  events?: readonly EventType[];
  /** Allows a private address and http. The operator must also allow it for the dispatcher that sends. */
  allowPrivate?: boolean;
}

export interface NewWebhook {
  /** The secret that signs its deliveries. It cannot be shown again. */
  readonly secret: string;
  readonly webhook: WebhookView;
}

export interface DispatchOptions {
  readonly log?: (line: string) => void;
  /** The operator allows webhooks to private addresses and over http. */
  readonly allowPrivate?: boolean;
}

/** Sends events to webhooks while it runs. */
export interface EventDispatcher {
  start(): Promise<void>;
  /** Checks at once for webhooks that were added or removed. */
  refresh(): void;
  stop(): Promise<void>;
}

/** Available as `askonce.webhooks`. */
export class Webhooks {
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Registers an endpoint that receives events from now on.
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
   * Lists all webhooks, oldest first, with the delivery progress and the last error of each.
   * @example
   * for (const { url, failures, lastError } of await askonce.webhooks.list()) console.log(url, failures, lastError);
   */
  async list(): Promise<readonly WebhookView[]> {
    return (await this.engine.store.access.webhooks()).map(viewOf);
  }

  /**
   * Returns the dispatcher that sends events to webhooks in this process until it is stopped. Any number of processes may send; each event
   * is sent by one of them.
   * @example
   * const dispatcher = askonce.webhooks.dispatcher();
   * await dispatcher.start();
   * await dispatcher.stop();
   */
  dispatcher(options: DispatchOptions = {}): EventDispatcher {
    const { store, clock } = this.engine;
    return new WebhookDispatcher({
      ...options,
      access: store.access,
      events: async (after, limit) => (await store.events(after, limit)).map(withNames),
      watch: (listener, failed) => store.watch(listener, failed),
      clock,
    });
  }

  /**
   * Removes a webhook. It receives nothing from now on.
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
