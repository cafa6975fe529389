/** Webhooks: register, list, remove. For admins only: they decide where the team's events are sent. */
import { z } from 'zod';
import type { WebhookInput } from '../../../library/webhooks.ts';
import type { App, Routes } from '../app.ts';
import { idParams, problems } from '../schemas/common.ts';
import { newWebhook, type WebhookShown, webhookBody, webhookList } from '../schemas/webhooks.ts';

const TAGS = ['webhooks'];

export interface WebhookRoutesOptions {
  readonly allowPrivate?: boolean;
  /** Called when a webhook was registered or removed. */
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
          summary: 'Register a webhook for events from now on',
          description:
            'Signed as in Standard Webhooks, delivered in order, retried for days. Private addresses are rejected.',
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
          summary: 'List webhooks and their delivery status',
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
          summary: 'Delete a webhook',
          params: idParams,
          response: { 204: z.null().describe('Deleted.'), ...problems(403, 404) },
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
