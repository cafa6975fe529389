/** Delivers events to the registered webhooks. */
import type { Access, WebhookRecord } from '../../core/access.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { Receivers } from '../delivery.ts';
import { Dispatcher, type DispatchPorts } from '../dispatcher.ts';
import { type Post, postWebhook } from './post.ts';

/** With the delays of a delivery that is three days: a receiver that is down for a long weekend is not given up. */
const GIVE_UP_AFTER = 77;

const GONE = 410;

export interface DispatcherOptions extends DispatchPorts {
  readonly access: Access;
  /** Set by the operator: webhooks may use private addresses and http. */
  readonly allowPrivate?: boolean;
  /** For tests. */
  readonly post?: Post;
}

/** Each event is delivered once to each webhook that wants it, unless a process dies after the post and before the progress is saved. */
export class WebhookDispatcher extends Dispatcher<WebhookRecord> {
  constructor({ access, allowPrivate = false, post = postWebhook, ...ports }: DispatcherOptions) {
    super(webhookReceivers(access, post, allowPrivate), ports);
  }
}

function webhookReceivers(access: Access, post: Post, allowPrivate: boolean): Receivers<WebhookRecord> {
  return {
    what: 'webhook',
    giveUpAfter: GIVE_UP_AFTER,
    list: () => access.webhooks(),
    hold: (id, holder, now, until) => access.holdWebhook(id, holder, now, until),
    move: (id, holder, progress) => access.moveWebhook(id, holder, progress),
    wants: ({ events }, { type }) => events === null || events.includes(type),
    async tell({ url, secret }, event, how) {
      const body = messageOf(event);
      const { status, retryAfterMs } = await post({ url, secret, id: `evt-${event.seq}`, body, allowPrivate, ...how });
      if (status >= 200 && status <= 299) return { accepted: true };
      return { accepted: false, error: `HTTP ${status}`, retryAfterMs, isGone: status === GONE };
    },
  };
}

/** The body of the request. It is always the same for an event, so a repeated delivery is an exact copy. */
function messageOf(event: AuditEvent): string {
  return JSON.stringify({ type: event.type, timestamp: new Date(event.at).toISOString(), data: event });
}
