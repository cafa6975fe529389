/** Who is told of events by HTTP, as it goes over the wire. Apart from the routes, so that the client's types need no server. */
import { z } from 'zod';
import { EVENT_TYPES } from '../../../core/model/records.ts';
import { moment, oneOf } from './common.ts';
import { strict } from './strict.ts';

export const webhookBody = strict({
  url: z.string().describe('Where the events are sent, as in https://example.com/hook.'),
  events: z.array(oneOf(EVENT_TYPES)).nullish().describe('Of which events; of all by default.'),
});

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()).nullable(),
  createdAt: moment,
  seq: z.number().int().describe('The last event that it was told of, or that was not for it.'),
  failures: z.number().int().describe('How often the next one was tried in vain.'),
  retryAt: moment.nullable(),
  lastError: z.string().nullable(),
  disabledAt: moment.nullable().describe('When it was given up. Register it anew once it can be reached.'),
});

export const newWebhook = webhook.extend({
  secret: z.string().describe('What the signatures are made with, as Standard Webhooks says. Shown only now.'),
});

export const webhookList = z.object({ items: z.array(webhook) });

export type WebhookShown = z.output<typeof webhook>;
export type WebhookMade = z.output<typeof newWebhook>;
export type WebhookList = z.output<typeof webhookList>;
