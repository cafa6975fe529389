/** Authenticates the sender of a request, and checks its role. */
import type { Caller, Role } from '../../../core/access.ts';
import { AskOnceError } from '../../../core/model/errors.ts';
import type { Principal } from '../app.ts';

/** What is known about a valid token. */
export interface KnownToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export type CheckToken = (text: string) => Promise<KnownToken | null>;

/** The user of the machine, who needs no token. */
export const AT_THE_MACHINE: Principal = { name: null, role: 'admin', token: null };

/** An anonymous sender: may do only what anyone may. */
export const ANYONE: Principal = { name: null, role: 'asker', token: null };

/** An answerer may also ask, an admin may do everything. An asker can never answer. */
const GOOD_FOR: Readonly<Record<Role, readonly Role[]>> = {
  asker: ['asker'],
  answerer: ['asker', 'answerer'],
  admin: ['asker', 'answerer', 'admin'],
};

const BEARER = /^bearer +([\x21-\x7e]{1,1000})$/i;

export async function principalOf(authorization: string, checkToken: CheckToken): Promise<Principal> {
  const [, text] = BEARER.exec(authorization.trim()) ?? [];
  const known = text === undefined ? null : await checkToken(text);
  if (known) return { name: known.name, role: known.role, token: known.id };
  const remedy = 'It is unknown, expired or revoked. Create one with `askonce token create`.';
  throw new AskOnceError('token_invalid', `The token is not valid. ${remedy}`);
}

/** The sender of a request, as the engine identifies callers. */
export function callerOf({ token, role }: Principal): Caller | null {
  return token === null ? null : { token, role };
}

/** Throws if the role is too low for the route. A route without `may` is for admins. */
export function checkRole({ role }: Principal, may: Role | 'anyone' | undefined): void {
  if (may === 'anyone' || GOOD_FOR[role].includes(may ?? 'admin')) return;
  const wanted = may === 'answerer' ? 'an answerer or an admin' : 'an admin';
  throw new AskOnceError('role_too_low', `This token has the role ${role}; this request needs ${wanted}.`);
}

export function tokenMissing(): AskOnceError {
  return new AskOnceError('token_missing', 'A token is required. Send it as: Authorization: Bearer <token>.');
}
