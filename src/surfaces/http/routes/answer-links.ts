/**
 * Answering by a link: it needs no token, since the link is one, for a single question. It allows nothing else. Host and Origin are checked
 * and requests counted as everywhere.
 */

import { z } from 'zod';
import { linkUsed } from '../../../access/links.ts';
import type { AskOnce } from '../../../askonce.ts';
import { AskOnceError, type ErrorCode } from '../../../core/model/errors.ts';
import { NO_DEADLINE } from '../../../core/model/question.ts';
import type { Clarification, ListedClarification } from '../../../core/model/views.ts';
import type { App, Principal, Routes } from '../app.ts';
import { checkRole } from '../guard/tokens.ts';
import { PAGE_FOLDER, pageIn } from '../page/page.ts';
import { wantsPage } from '../page/wants-page.ts';
import {
  answerBody,
  becauseBody,
  type LinkedQuestion,
  link,
  linkBody,
  linkedQuestion,
  linkReceipt,
  pressed,
  tokenParams,
} from '../schemas/answering.ts';
import { idParams, problems } from '../schemas/common.ts';

const tags = ['answer links'];

/** An answer by link names no person, and is never attributed to the user who runs the server. */
const BY_LINK = { by: null, surface: 'link' };

const SETTLED: ReadonlySet<ErrorCode> = new Set(['already_answered', 'clarification_closed']);

export interface AnswerLinkOptions {
  /** The base of links; by default the address of the request that created them. */
  readonly publicUrl?: string;
  /** The folder of the page for browsers. */
  readonly page?: string;
}

export function answerLinkRoutes({ publicUrl, page = PAGE_FOLDER }: AnswerLinkOptions = {}): Routes {
  return async (app) => {
    app.post(
      '/clarifications/:id/link',
      {
        config: { may: 'answerer' },
        schema: {
          operationId: 'link',
          tags,
          summary: 'Create a link for answering this one question',
          params: idParams,
          body: linkBody,
          response: { 200: link, ...problems(400, 403, 404, 409, 410) },
        },
      },
      async ({ params: { id }, body, protocol, host, askonce }) => {
        const { token, expiresAt } = await askonce.access.links.make(id, (body ?? {}) as object);
        const base = publicUrl ?? `${protocol}://${host}`;
        return { url: `${base.replace(/\/$/, '')}/a/${token}`, token, expiresAt };
      },
    );
    await looking(app, page);
    answering(app);
    pressing(app);
  };
}

/** One address for people and programs: browsers get the page, which then fetches the question from the same address. */
async function looking(app: App, folder: string): Promise<void> {
  const { askonce } = app;
  const page = pageIn(folder);

  app.get(
    '/a/:token',
    {
      config: { may: 'anyone', page: true },
      schema: {
        operationId: 'linkedQuestion',
        tags,
        summary: 'Get the question of a link',
        description: 'With `Accept: text/html`, returns the page for it.',
        params: tokenParams,
        response: {
          200: {
            description: 'The question, or the page for it.',
            content: { 'application/json': { schema: linkedQuestion }, 'text/html': { schema: z.string() } },
          },
          ...problems(404, 410),
        },
      },
    },
    async ({ params: { token }, headers }, reply) => {
      // Keeps an existing `vary`, as for pages of allowed origins.
      reply.header('vary', [reply.getHeader('vary') ?? [], 'accept'].flat().join(', '));
      if (wantsPage(headers.accept) && page.isBuilt()) return (await page.send(reply)) as never;
      const { clarification, expiresAt } = await askonce.access.links.read(token);
      return shown((await askonce.questions.get(clarification))!, expiresAt);
    },
  );
}

function answering(app: App): void {
  const { askonce } = app;

  app.post(
    '/a/:token',
    {
      config: { may: 'anyone' },
      schema: {
        operationId: 'answerByLink',
        tags,
        summary: 'Answer the question of a link',
        params: tokenParams,
        body: answerBody,
        response: { 200: linkReceipt, ...problems(400, 403, 404, 410, 422) },
      },
    },
    async ({ params: { token }, body, principal }) =>
      byLink(askonce, principal, token, (id) => askonce.questions.answer(id, body.answer, BY_LINK)),
  );

  app.post(
    '/a/:token/decline',
    {
      config: { may: 'anyone' },
      schema: {
        operationId: 'declineByLink',
        tags,
        summary: 'Close the question of a link without an answer',
        params: tokenParams,
        body: becauseBody,
        response: { 200: linkReceipt, ...problems(400, 403, 404, 410) },
      },
    },
    async ({ params: { token }, body, principal }) =>
      byLink(askonce, principal, token, (id) => askonce.questions.decline(id, body?.because ?? undefined, BY_LINK)),
  );
}

/** The button of a notification. It needs no body: what it answers is in its token. */
function pressing(app: App): void {
  const { askonce } = app;
  app.post(
    '/b/:token',
    {
      config: { may: 'anyone' },
      schema: {
        operationId: 'pressButton',
        tags,
        summary: 'Answer a question by the button of a notification',
        params: tokenParams,
        response: { 200: pressed, ...problems(403, 404, 410, 422) },
      },
    },
    async ({ params: { token }, principal }) => {
      if (principal.token !== null) checkRole(principal, 'answerer');
      const { status } = await askonce.notifications.press(token, { by: null, surface: 'button' });
      return { status };
    },
  );
}

async function byLink(
  askonce: AskOnce,
  principal: Principal,
  token: string,
  settle: (id: string) => Promise<{ status: 'accepted' | 'replayed'; clarification: Clarification }>,
) {
  // A link needs no token; but a request with an agent's token is known to come from an agent.
  if (principal.token !== null) checkRole(principal, 'answerer');
  const link = await askonce.access.links.read(token);
  const { status, clarification } = await settle(link.clarification).catch((error: unknown) => {
    // Another answer came first. The holder of the link does not learn whose.
    if (error instanceof AskOnceError && SETTLED.has(error.code)) throw linkUsed();
    throw error;
  });
  return { status, question: shown({ ...clarification, ...NO_DEADLINE, unanswered: null }, link.expiresAt) };
}

function shown(record: ListedClarification, expiresAt: number): LinkedQuestion {
  const { question, type, header, reason, context, options, recommended, multiSelect, strictOptions } = record;
  const { destructive, subject, status, answer, deadline, onTimeout, onTimeoutAnswer } = record;
  return {
    ...{ question, type, options: [...options], multiSelect, strictOptions, destructive, subject },
    ...(header === undefined ? {} : { header }),
    ...(reason === undefined ? {} : { reason }),
    ...(context === undefined ? {} : { context }),
    ...(recommended === undefined ? {} : { recommended }),
    ...{ status, answer, deadline, onTimeout, onTimeoutAnswer, expiresAt },
  };
}
