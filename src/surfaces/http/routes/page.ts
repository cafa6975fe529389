/** What the inbox page needs besides questions and jobs; open to other clients too. */
import type { App } from '../app.ts';
import { problems } from '../schemas/common.ts';
import { filesFound, filesQuery, type InsightShown, insight, insightQuery, me } from '../schemas/page.ts';

const tags = ['page'];

export function pageDataRoutes(app: App): void {
  app.get(
    '/me',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'me',
        tags,
        summary: 'Get the caller and its role',
        description: '401 if a token is required but missing.',
        response: { 200: me },
      },
    },
    ({ principal: { name, role } }) => ({ name, role, tokensNeeded: app.tokensNeeded }),
  );

  app.get(
    '/files',
    {
      config: { may: 'answerer' },
      schema: {
        operationId: 'files',
        tags,
        summary: 'Search the project’s files',
        description: 'Excludes hidden folders, `node_modules`, `dist` and everything outside the project.',
        querystring: filesQuery,
        response: { 200: filesFound, ...problems(400, 403, 404) },
      },
    },
    async ({ query }) => {
      const { items, more } = await app.askonce.files.find(query as object);
      return { items: [...items], more };
    },
  );

  app.get(
    '/insight',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'insight',
        tags,
        summary: 'Get statistics about questions',
        querystring: insightQuery,
        response: { 200: insight, ...problems(400) },
      },
    },
    async ({ query }) => (await app.askonce.stats(query as object)) as InsightShown,
  );
}
