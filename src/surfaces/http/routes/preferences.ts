/** The stored preferences of the project. */
import { invalidArgument } from '../../../util/arguments.ts';
import type { App } from '../app.ts';
import { callerOf } from '../guard/tokens.ts';
import { problems } from '../schemas/common.ts';
import {
  forgetBody,
  forgetQuery,
  preference,
  preferenceBody,
  preferencesPage,
  preferencesQuery,
  recalled,
  recallQuery,
  shownPreference,
} from '../schemas/records.ts';

const tags = ['preferences'];

export function preferenceRoutes(app: App): void {
  app.get(
    '/recall',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'recall',
        tags,
        summary: 'Find what people have answered or usually answer about a topic',
        querystring: recallQuery,
        response: { 200: recalled, ...problems(400) },
      },
    },
    async ({ query: { about, limit }, askonce }) => ({
      items: [...(await askonce.recall(about, limit === undefined ? {} : { limit }))],
    }),
  );

  app.get(
    '/preferences',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'preferences',
        tags,
        summary: 'List the project’s usual answers',
        querystring: preferencesQuery,
        response: { 200: preferencesPage, ...problems(400) },
      },
    },
    async ({ query, askonce, principal }) => {
      const { project, ...page } = query;
      if (project && principal.role === 'asker') throw invalidArgument('project', 'left out by an asker');
      const { items, next } = await askonce.preferences.list({ ...(page as object), ...ofProject(project) });
      return { items: items.map((one) => shownPreference(one, principal)), next };
    },
  );

  app.put(
    '/preferences',
    {
      config: { may: 'answerer' },
      schema: {
        operationId: 'setPreference',
        tags,
        summary: 'Set a usual answer',
        description: 'Takes effect at once and is not changed by later answers. Destructive questions cannot have one.',
        body: preferenceBody,
        response: { 200: preference, ...problems(400, 403) },
      },
    },
    async ({ body: { question, answer, subject, project }, principal, askonce }) => {
      const how = { caller: callerOf(principal), ...ofProject(project) };
      return shownPreference(await askonce.preferences.set(question, answer, subject ?? undefined, how), principal);
    },
  );

  app.delete(
    '/preferences',
    {
      config: { may: 'answerer' },
      schema: {
        operationId: 'forgetPreference',
        tags,
        summary: 'Forget a usual answer',
        description: 'Give the question in the query or the body. Returns the removed preference.',
        querystring: forgetQuery,
        body: forgetBody,
        response: { 200: preference, ...problems(400, 403, 404) },
      },
    },
    async ({ query, body, principal, askonce }) => {
      const { question, subject, project } = { ...query, ...body };
      const how = { caller: callerOf(principal), ...ofProject(project) };
      if (question === undefined || question === null)
        throw invalidArgument('question', 'the question whose preference to forget');
      return shownPreference(await askonce.preferences.forget(question, subject ?? undefined, how), principal);
    },
  );
}

const ofProject = (project: string | null | undefined) => (project ? { project } : {});
