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
    async ({ params: { id }, query, askonce }) => {
      const { items, next } = await askonce.history({ ...query, session: id } as object);
      // Paths of this machine are not for every asker; the questions themselves say whose they are.
      const shown = items.map(({ session: _s, project: _p, folder: _f, branch: _b, agent: _a, ...entry }) => entry);
      return { items: shown, next };
    },
  );
}
