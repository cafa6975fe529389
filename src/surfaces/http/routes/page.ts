/** What the inbox page needs besides questions and jobs; open to other clients too. */
import { basename } from 'node:path';
import { machineId } from '../../../util/process-namespace.ts';
import type { App } from '../app.ts';
import { AT_THE_MACHINE, checkRole } from '../guard/tokens.ts';
import { isShared } from '../projects.ts';
import { problems } from '../schemas/common.ts';
import {
  filesFound,
  filesQuery,
  type InsightShown,
  insight,
  insightQuery,
  me,
  pairBody,
  paired,
  projectList,
} from '../schemas/page.ts';

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
    ({ principal }) => ({
      ...{ name: principal.name, role: principal.role, approves: principal.approves },
      tokensNeeded: app.tokensNeeded && principal !== AT_THE_MACHINE,
      shared: isShared(app) && principal.project === null,
      ...(principal.role === 'asker' ? {} : { machine: machineId() }),
    }),
  );

  app.post(
    '/pair',
    {
      config: { may: 'anyone' },
      schema: {
        operationId: 'pair',
        tags,
        summary: 'Exchange a pairing code for an answerer’s token',
        description: 'A code works once, for five minutes. `askonce serve --lan` shows one.',
        body: pairBody,
        response: { 200: paired, ...problems(400, 403, 410) },
      },
    },
    async ({ body: { code, name = 'phone' }, principal }) => {
      // It needs no token; but a request with an agent's token is known to come from an agent.
      if (principal.token !== null) checkRole(principal, 'answerer');
      const { token, record } = await app.askonce.access.pairing.redeem(code, name);
      return { token, name: record.name, role: record.role, expiresAt: record.expiresAt };
    },
  );

  app.get(
    '/projects',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'projects',
        tags,
        summary: 'List the projects that use the store',
        response: { 200: projectList },
      },
    },
    async ({ askonce, principal: { role } }) => {
      const projects = (await askonce.projects()).filter((path) => !isShared(app) || path !== app.askonce.project);
      return { items: projects.map((path) => (role === 'asker' ? basename(path) : path)) };
    },
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
    async ({ query, askonce }) => {
      const { items, more } = await askonce.files.find(query as object);
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
    async ({ query, askonce }) => (await askonce.stats(query as object)) as InsightShown,
  );
}
