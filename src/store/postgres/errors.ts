/** Maps errors of the server, the driver and the network to the error catalogue, and to what happened to the statement. */
import { AskOnceError, type ErrorCode } from '../../core/model/errors.ts';

/**
 * What happened to a statement that failed.
 *
 * undone   nothing was written, and a retry may well succeed
 * lost     the connection broke: it may or may not have been written, which must be looked up
 * refused  nothing was written: a constraint of the schema rejected it
 * failed   nothing was written, and a retry would fail the same way
 */
export type Fate = 'undone' | 'lost' | 'refused' | 'failed';

/** Deadlock, serialization failure, lock or statement timeout, cancelled statement, no memory or connections left. */
const UNDONE = /^(40P01|40001|55P03|57014|53000|53200|53300|53400|57P03)$/;
/** A constraint of the schema, or our own `lost_race()`. */
const REFUSED = /^(23\d{3}|AO001)$/;
/** The server is shutting down, ended a transaction that stood still, or is read-only, as after a failover to a standby. */
const CONNECTION = /^(08\w{3}|57P0[1245]|25006|25P03)$/;

/** Set by us if a reply did not come in time. */
export const NO_REPLY = 'NO_REPLY';

/**
 * The prepared statement on this connection can no longer be used: a newer AskOnce has added a column, or a connection pooler has mixed it
 * up. Another connection prepares it again.
 */
function isOutdated(error: unknown): boolean {
  const code = sqlState(error);
  const { routine } = error as { routine?: unknown };
  return code === '26000' || code === '42P05' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

export function fateOf(error: unknown): Fate {
  const code = sqlState(error);
  if (UNDONE.test(code) || isOutdated(error)) return 'undone';
  if (REFUSED.test(code)) return 'refused';
  // A read-only server did not write the statement, but the connection leads to the wrong server.
  if (code === '25006') return 'undone';
  if (CONNECTION.test(code) || !isServerError(error)) return 'lost';
  return 'failed';
}

/** Whether this connection is no longer usable. */
export function isBroken(error: unknown): boolean {
  return CONNECTION.test(sqlState(error)) || !isServerError(error) || isOutdated(error);
}

/** Whether a server that is unreachable now may be reachable in a moment; a wrong name or password stays wrong. */
export function mayComeBack(error: unknown): boolean {
  const code = sqlState(error);
  return /^(53300|57P0[1235]|08\w{3}|25006|25P03)$/.test(code) || !isServerError(error) || isOutdated(error);
}

/** Whether a migration gave up a lock that others hold, or was in the way of one of them. */
export function isLockedOut(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(sqlState(error));
}

/** Whether the server is there but has no free connection, is still starting, or ended our connection for being idle. */
export function willPass(error: unknown): boolean {
  return /^(53300|57P03|57P05|25P03)$/.test(sqlState(error));
}

/** The driver itself detects that a password is required and none was given. */
const NO_PASSWORD = /^SASL|client password/;

/** The five-character SQLSTATE, or the name of a system error. */
export function sqlState(error: unknown): string {
  if (error instanceof Error && NO_PASSWORD.test(error.message)) return '28P01';
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** An error sent by the server, which means that the statement was not executed. */
function isServerError(error: unknown): boolean {
  if (sqlState(error) === '28P01') return true;
  return typeof (error as { severity?: unknown } | null)?.severity === 'string';
}

const CODES: readonly [RegExp, ErrorCode, string][] = [
  [
    /^(28\w{3})$/,
    'store_unavailable',
    'rejected the user name or password, or requires a password. Check the URL, or set PGPASSWORD',
  ],
  [/^3D000$/, 'store_unavailable', 'has no such database. Create it, or check the URL'],
  [
    /^(42501|3F000)$/,
    'store_read_only',
    'denies this user access to its schema. Grant USAGE on the schema and rights on its tables; creating a schema needs CREATE on the database',
  ],
  [/^25006$/, 'store_read_only', 'is read-only, like a standby. Connect to the primary server'],
  [/^(53100|53200)$/, 'store_full', 'is out of disk space. Nothing that was acknowledged is lost'],
  [/^(53300|57P03)$/, 'store_busy', 'accepts no more connections. Try again, or raise max_connections'],
  [/^(57014|55P03|40P01|40001)$/, 'store_busy', 'was too busy to write in time. Nothing was written; try again'],
  [
    /^(08\w{3}|57P0[1245]|25P03|E[A-Z_]+|NO_REPLY|)$/,
    'store_unavailable',
    'cannot be reached. Check that it is running and that the URL is correct',
  ],
  [/^(XX00[12])$/, 'store_corrupt', 'is damaged. Restore it from a backup'],
];

/** Raised by the guard against older releases. */
const NEWER = 'AO002';

/** Converts any error to one of the catalogue; `where` is the address without its password. */
export function storeError(error: unknown, where: string): AskOnceError {
  if (error instanceof AskOnceError) return error;
  const code = sqlState(error);
  const message = error instanceof Error ? error.message : String(error);
  const known = CODES.find(([pattern]) => pattern.test(code));
  const details = { store: where, cause: code || message };
  if (code === NEWER)
    return new AskOnceError('store_newer', `The store ${where} cannot be written: ${message}.`, details, error);
  if (known) return new AskOnceError(known[1], `The store ${where} ${known[2]} (${message}).`, details, error);
  return new AskOnceError('store_failed', `The store ${where} failed: ${message}.`, details, error);
}
