/** Authenticates the sender of a request, and checks its role. */
import type { Caller, Role } from '../../../core/access.ts';
import { AskOnceError } from '../../../core/model/errors.ts';
import type { Principal } from '../app.ts';

/** What is known about a valid token. */
export interface KnownToken {
  /** Null for the credential of the person at the machine, which is no token of the store. */
  readonly id: string | null;
  readonly name: string | null;
  readonly role: Role;
  readonly project?: string | null;
}

export type CheckToken = (text: string) => Promise<KnownToken | null>;

/** The user of the machine, who needs no token. */
export const AT_THE_MACHINE: Principal = {
  name: null,
  role: 'admin',
  token: null,
  approves: false,
  project: null,
};

/** An anonymous sender: may do only what anyone may. */
export const ANYONE: Principal = { name: null, role: 'asker', token: null, approves: false, project: null };

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
  if (known) {
    const { name, role, id, project = null } = known;
    return { name, role, token: id, approves: role !== 'asker', project };
  }
  const remedy = 'It is unknown, expired or revoked. Create one with `askonce token create`.';
  throw new AskOnceError('token_invalid', `The token is not valid. ${remedy}`);
}

/** The sender of a request, as the engine identifies callers. */
export function callerOf({ token, role, project }: Principal): Caller | null {
  return token === null ? null : { token, role, ...(project === null ? {} : { project }) };
}

/** Throws if the role is too low for the route. A route without `may` is for admins. */
export function checkRole({ role }: Principal, may: Role | 'anyone' | undefined): void {
  if (may === 'anyone' || GOOD_FOR[role].includes(may ?? 'admin')) return;
  const wanted = may === 'answerer' ? 'an answerer or an admin' : 'an admin';
  throw new AskOnceError('role_too_low', `This token has the role ${role}; this request needs ${wanted}.`);
}

/** Throws unless the sender proved to be a person who may answer. That a request comes from this machine is no proof: agents run here too. */
export function mustApprove({ approves }: Principal): void {
  if (approves) return;
  const remedy =
    'Open the address that `askonce serve` printed, use `askonce inbox`, or send the token of an answerer.';
  throw new AskOnceError('answerer_needed', `Approving needs proof that you are a person. ${remedy}`);
}

export function tokenMissing(): AskOnceError {
  return new AskOnceError('token_missing', 'A token is required. Send it as: Authorization: Bearer <token>.');
}
