/** The server as its routes see it: fastify with zod's types, the engine, and who is asking. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { AskOnce } from '../../askonce.ts';
import type { Role } from '../../core/access.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse<IncomingMessage>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Adds routes to the server. A route says in its `config.may` who may call it; one that does not is for admins. */
export type Routes = (app: App) => void | Promise<void>;

/** Who sends a request. On loopback without tokens that is whoever sits at the machine. */
export interface Principal {
  readonly name: string | null;
  readonly role: Role;
  /** The token's id; null where none was needed. */
  readonly token: string | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly askonce: AskOnce;
    /** How askonce is typed at the server's machine. */
    readonly command: string;
    /** Aborted when the server begins to stop. Whatever waits on behalf of a request ends then. */
    readonly stopping: AbortSignal;
    readonly metrics: Registry;
    /** Whether requests need a token. */
    readonly tokensNeeded: boolean;
    /** Whether who sent a request may still do so: what goes on for long outlasts a token that was revoked or has expired. */
    mayStay(request: FastifyRequest): Promise<boolean>;
  }
  interface FastifyRequest {
    principal: Principal;
  }
  interface FastifyContextConfig {
    /** Who may call the route: a role and those above it, or anyone, with a token or without. */
    may?: Role | 'anyone';
    /** A page that people open from a link, wherever they find it. Only for GET, and only where nothing is changed by it. */
    page?: boolean;
    /** Does not count towards how much a client may send. */
    unlimited?: boolean;
    /** Served also while the server stops. */
    whileStopping?: boolean;
  }
}
