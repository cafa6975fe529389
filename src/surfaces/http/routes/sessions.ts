/** What a session has settled. */
import type { App } from '../app.ts';
import { idParams, problems } from '../schemas/common.ts';
import { historyPage, historyQuery } from '../schemas/records.ts';

export function sessionRoutes(app: App): void {
  app.get(
    '/sessions/:id/history',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'history',
        tags: ['sessions'],
        summary: 'List the answers of a session, oldest first',
        params: idParams,
        querystring: historyQuery,
        response: { 200: historyPage, ...problems(400) },
      },
    },
    async ({ params: { id }, query }) => {
      const { items, next } = await app.askonce.history({ ...query, session: id } as object);
      return { items: [...items], next };
    },
  );
}
