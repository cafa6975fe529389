/** Which project a request belongs to. One server may serve every project of its store. */
import { isAbsolute } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { AskOnce } from '../../askonce.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { checkPrintable, checkText, LIMITS } from '../../util/arguments.ts';
import type { App, Principal } from './app.ts';
import { ANYONE } from './guard/tokens.ts';

/** Names the project of a request, in percent-encoding: the path of a folder of this machine, or any other name for one of elsewhere. */
export const PROJECT_HEADER = 'askonce-project';

/** What uses a project until it closes: the response to a request. */
export interface ProjectUser {
  readonly closed: boolean;
  once(event: 'close', left: () => void): unknown;
}

export interface Projects {
  named(name: string, user: ProjectUser): Promise<AskOnce>;
  /** The project that a token is bound to, with its own settings if this server has them. */
  bound(project: string, user: ProjectUser): Promise<AskOnce>;
  /** The project around a folder of this machine; null if there is no such folder. */
  around(folder: string, user: ProjectUser): Promise<AskOnce | null>;
  /** Whose question it is: its answer is checked by the settings and in the folder of its own project. */
  ofQuestion(id: string, user: ProjectUser): Promise<AskOnce>;
  /** Set for a server that belongs to no project: a job names its own, and this sees to it that it is run there. */
  runJobs?(askonce: AskOnce): void;
}

/** Whether the server belongs to no project: its own folder is none. */
export const isShared = ({ projects }: App): boolean => projects.runJobs !== undefined;

/** For a server that serves only its own project. */
export function onlyProject(askonce: AskOnce): Projects {
  return {
    async named(name) {
      if (name === askonce.project || name === askonce.folder) return askonce;
      throw new AskOnceError('argument_invalid', `This server serves only the project ${askonce.project}.`);
    },
    bound: async () => askonce,
    around: async () => null,
    ofQuestion: async () => askonce,
  };
}

/**
 * Sets the project of each request: the one that its token is bound to, whatever it names; else the one that it names; else the server's
 * own.
 */
export function chooseProject(app: App): void {
  app.decorateRequest('askonce');
  app.addHook('onRequest', (request, reply, done) => {
    request.askonce = app.askonce;
    const chosen = projectChosen(app, request, reply.raw);
    if (chosen === null) done();
    else
      chosen.then(
        (askonce) => {
          request.askonce = askonce;
          done();
        },
        (error: Error) => done(error),
      );
  });
}

function projectChosen(app: App, { principal, headers }: FastifyRequest, user: ProjectUser): Promise<AskOnce> | null {
  // A name from elsewhere must neither open another project nor tell whether there is one.
  if (principal.project !== null) return app.projects.bound(principal.project, user);
  const named = headers[PROJECT_HEADER];
  // Without a role there is nothing that a project would change.
  return named === undefined || principal === ANYONE ? null : projectNamed(app, String(named), principal, user);
}

async function projectNamed(app: App, encoded: string, principal: Principal, user: ProjectUser): Promise<AskOnce> {
  const name = checkText(decoded(encoded), PROJECT_HEADER, LIMITS.label);
  checkPrintable(name, PROJECT_HEADER);
  // An agent with a token runs elsewhere, where the same path is another folder.
  if (isAbsolute(name) && principal.role === 'asker') {
    const text = `An asker's token cannot name a folder of the server, such as ${name}. Name the project, such as github.com/acme/shop.`;
    throw new AskOnceError('argument_invalid', text, { argument: PROJECT_HEADER });
  }
  return app.projects.named(name, user);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AskOnceError('argument_invalid', `${PROJECT_HEADER} must be percent-encoded.`, {
      argument: PROJECT_HEADER,
    });
  }
}
