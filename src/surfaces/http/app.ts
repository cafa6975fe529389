/** The server as its routes see it: fastify with zod's types, the engine, and the caller. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { AskOnce } from '../../askonce.ts';
import type { Role } from '../../core/access.ts';
import type { Projects } from './projects.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse<IncomingMessage>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Adds routes to the server. A route declares in its `config.may` who may call it; without that, only admins may. */
export type Routes = (app: App) => void | Promise<void>;

/** The sender of a request. On loopback without tokens, that is the user of the machine. */
export interface Principal {
  readonly name: string | null;
  readonly role: Role;
  /** The token's id; null if none was needed. */
  readonly token: string | null;
  /** Whether it may decide approvals: it has an answerer's credential. */
  readonly approves: boolean;
  /** The project that its token is bound to; null if none. */
  readonly project: string | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly askonce: AskOnce;
    /** The projects of the store. */
    readonly projects: Projects;
    /** How askonce is called on the server's machine. */
    readonly command: string;
    /** Aborted when the server begins to stop. Everything that waits on behalf of a request ends then. */
    readonly stopping: AbortSignal;
    readonly metrics: Registry;
    /** Whether requests need a token. */
    readonly tokensNeeded: boolean;
    /** Whether the sender of a request still has access: a long request can outlast a token that was revoked or has expired. */
    mayStay(request: FastifyRequest): Promise<boolean>;
  }
  interface FastifyRequest {
    principal: Principal;
    /** AskOnce in the project that the request names, else the server's own; and as the sender may see it: all projects, or one. */
    askonce: AskOnce;
  }
  interface FastifyContextConfig {
    /** Who may call the route: a role and those above it, or anyone, with or without a token. */
    may?: Role | 'anyone';
    /** A page that people open from a link on any site. Only for GET requests that change nothing. */
    page?: boolean;
    /** Does not count towards the rate limit. */
    unlimited?: boolean;
    /** Also served while the server stops. */
    whileStopping?: boolean;
  }
}
