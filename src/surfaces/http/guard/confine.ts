/** Which projects the sender of a request sees: all, or only one. Routes use `request.askonce`, so none of them has to filter. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AskOnce } from '../../../askonce.ts';
import { projectSeenBy } from '../../../core/access.ts';
import type { App } from '../app.ts';
import { callerOf } from './tokens.ts';

/** Runs after the guard, which knows the sender, and after the project was chosen. */
export function confineRequests(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const only = projectSeenBy(callerOf(request.principal), request.askonce.project);
    if (only === null) {
      done();
      return;
    }
    const from = only === request.askonce.project ? request.askonce : app.askonce;
    from.only(only).then(
      (askonce) => {
        request.askonce = askonce;
        done();
      },
      (error: Error) => done(error),
    );
  });
}

/** AskOnce in the project of a question, with its settings and its folder, for a sender who sees all projects; else as the sender sees it. */
export async function askonceOfQuestion(
  app: App,
  { principal, askonce }: Pick<FastifyRequest, 'principal' | 'askonce'>,
  reply: FastifyReply,
  id: string,
): Promise<AskOnce> {
  return projectSeenBy(callerOf(principal), askonce.project) === null
    ? app.projects.ofQuestion(id, reply.raw)
    : askonce;
}
