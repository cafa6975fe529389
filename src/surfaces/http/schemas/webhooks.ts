/** Webhooks on the wire. Separate from the routes, so that the client's types need no server. */
import { z } from 'zod';
import { EVENT_TYPES } from '../../../core/model/records.ts';
import { moment, oneOf } from './common.ts';
import { strict } from './strict.ts';

export const webhookBody = strict({
  url: z.string().describe('Where to send events, such as https://example.com/hook.'),
  events: z.array(oneOf(EVENT_TYPES)).nullish().describe('Which events to send; all by default.'),
});

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()).nullable(),
  createdAt: moment,
  seq: z.number().int().describe('The last event that was delivered or skipped.'),
  failures: z.number().int().describe('How often delivery of the next event has failed.'),
  retryAt: moment.nullable(),
  lastError: z.string().nullable(),
  disabledAt: moment.nullable().describe('When delivery was given up. Register it again once it is reachable.'),
});

export const newWebhook = webhook.extend({
  secret: z.string().describe('The signing secret, as in Standard Webhooks. Shown only once.'),
});

export const webhookList = z.object({ items: z.array(webhook) });

export type WebhookShown = z.output<typeof webhook>;
export type WebhookMade = z.output<typeof newWebhook>;
export type WebhookList = z.output<typeof webhookList>;
