/** Who is told of events by HTTP: registered, listed, removed. For admins: it is they who say where news of the team goes. */
import { z } from 'zod';
import { EVENT_TYPES } from '../../core/records.ts';
import type { WebhookInput } from '../../webhooks.ts';
import type { App, Routes } from '../app.ts';
import { idParams, moment, oneOf, problems } from '../schemas/common.ts';

const TAGS = ['webhooks'];

const webhookBody = z.object({
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

const newWebhook = webhook.extend({
  secret: z.string().describe('What the signatures are made with, as Standard Webhooks says. Shown only now.'),
});

const webhookList = z.object({ items: z.array(webhook) });

export type WebhookShown = z.output<typeof webhook>;
export type WebhookMade = z.output<typeof newWebhook>;
export type WebhookList = z.output<typeof webhookList>;

export interface WebhookRoutesOptions {
  readonly allowPrivate?: boolean;
  /** Told when one was registered or removed. */
  readonly changed?: () => void;
}

export function webhookRoutes({ allowPrivate = false, changed = () => {} }: WebhookRoutesOptions = {}): Routes {
  return (app: App) => {
    const { webhooks } = app.askonce;

    app.post(
      '/webhooks',
      {
        config: { may: 'admin' },
        schema: {
          tags: TAGS,
          operationId: 'addWebhook',
          summary: 'Tell a URL of events from now on',
          description:
            'Signed by the Standard Webhooks scheme, in order, tried again for days. Private addresses are refused.',
          body: webhookBody,
          response: { 201: newWebhook, ...problems(400, 403) },
        },
      },
      async ({ body: { url, events } }, reply) => {
        const { secret, webhook } = await webhooks.add({ url, events, allowPrivate } as WebhookInput);
        changed();
        return reply.code(201).send({ ...shown(webhook), secret });
      },
    );

    app.get(
      '/webhooks',
      {
        config: { may: 'admin' },
        schema: {
          tags: TAGS,
          operationId: 'webhooks',
          summary: 'All webhooks, and how far each was told',
          response: { 200: webhookList, ...problems(403) },
        },
      },
      async () => ({ items: (await webhooks.list()).map(shown) }),
    );

    app.delete(
      '/webhooks/:id',
      {
        config: { may: 'admin' },
        schema: {
          tags: TAGS,
          operationId: 'removeWebhook',
          summary: 'Tell it nothing any more',
          params: idParams,
          response: { 204: z.null().describe('It is gone.'), ...problems(403, 404) },
        },
      },
      async ({ params: { id } }, reply) => {
        await webhooks.remove(id);
        changed();
        return reply.code(204).send(null);
      },
    );
  };
}

function shown({ events, ...rest }: Awaited<ReturnType<App['askonce']['webhooks']['list']>>[number]): WebhookShown {
  return { ...rest, events: events === null ? null : [...events] };
}
