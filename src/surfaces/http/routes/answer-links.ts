/**
 * Answering by a link: no token is needed, since the link is one, for a single question. It can read and do nothing else. Host and
 * Origin are checked and requests counted as everywhere.
 */

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
  tokenParams,
} from '../schemas/answering.ts';
import { idParams, problems } from '../schemas/common.ts';

const tags = ['answer links'];

/** Whoever has the link; certainly not whoever runs the server. */
const BY_LINK = { by: null, surface: 'link' };

const SETTLED: ReadonlySet<ErrorCode> = new Set(['already_answered', 'clarification_closed']);

export interface AnswerLinkOptions {
  /** What links begin with; by default the address that they were asked for at. */
  readonly publicUrl?: string;
  /** Where the page is that browsers get. */
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
          summary: 'Make a link by which somebody may answer this one question',
          params: idParams,
          body: linkBody,
          response: { 200: link, ...problems(400, 403, 404, 409, 410) },
        },
      },
      async ({ params: { id }, body, protocol, host }) => {
        const { token, expiresAt } = await app.askonce.access.links.make(id, (body ?? {}) as object);
        const base = publicUrl ?? `${protocol}://${host}`;
        return { url: `${base.replace(/\/$/, '')}/a/${token}`, token, expiresAt };
      },
    );
    await looking(app, page);
    answering(app);
  };
}

/** One address for people and for programs: browsers get the page, which then fetches the question from the same address. */
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
        summary: 'The question of a link',
        description: 'Whoever would rather have `text/html` gets the page for it.',
        params: tokenParams,
        response: { 200: linkedQuestion, ...problems(404, 410) },
      },
    },
    async ({ params: { token }, headers }, reply) => {
      // The page of another origin may be allowed, which is said there as well.
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

async function byLink(
  askonce: AskOnce,
  principal: Principal,
  token: string,
  settle: (id: string) => Promise<{ status: 'accepted' | 'replayed'; clarification: Clarification }>,
) {
  // A link needs no token; but whoever brings an agent's is known to be one.
  if (principal.token !== null) checkRole(principal, 'answerer');
  const link = await askonce.access.links.read(token);
  const { status, clarification } = await settle(link.clarification).catch((error: unknown) => {
    // Somebody was quicker. Whose answer won is not for whoever has the link.
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
