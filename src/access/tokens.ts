/** Tokens that give people and agents access over the network. A token is shown once; only its SHA-256 is stored. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ROLES, type Role, type TokenRecord } from '../core/access.ts';
import { durationMs } from '../core/model/duration.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { type TokenView, tokenView } from '../core/model/views.ts';
import type { Engine } from '../engine/engine.ts';
import { checkText, invalidArgument, LIMITS, omitNullish, textId } from '../util/arguments.ts';
import { newId } from '../util/ids.ts';

/** A recognizable prefix, so that secret scanners find tokens in logs and source code. */
const PREFIX = 'askonce_';
const SECRET_BYTES = 32;
/** A token that is bound to a project looks different, so that releases which know no bound tokens refuse it. */
const BOUND = `${PREFIX}p_`;
const TOKEN = new RegExp(`^(${PREFIX}|${BOUND})[\\w-]{43}$`);

export interface TokenInput {
  /** The holder's name, shown next to the answers given with this token. */
  name: string;
  /** An `asker` asks and reads, an `answerer` also answers, an `admin` may do everything. */
  role: Role;
  /** The lifetime, such as `30d` or a number of milliseconds. By default the token is valid until it is revoked. */
  expires?: string | number;
  /**
   * Binds the token to a project, such as `askonce.project`: it asks and answers there and sees nothing of other projects. An asker's
   * token without one sees the project that the server serves. An admin's token belongs to the whole store.
   */
  project?: string;
}

export interface NewToken {
  /** The token itself. It cannot be shown again. */
  readonly token: string;
  readonly record: TokenView;
}

export interface TokenReceipt {
  /** `replayed`: the token was already revoked. */
  readonly status: 'accepted' | 'replayed';
  readonly record: TokenView;
}

/** Available as `askonce.access.tokens`. */
export class Tokens {
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Creates a token for one person or agent.
   * @example
   * const { token, record } = await askonce.access.tokens.create({ name: 'alice', role: 'answerer', expires: '30d' });
   */
  async create(input: TokenInput): Promise<NewToken> {
    return createToken(this.engine, input);
  }

  /**
   * Lists all tokens, oldest first, including expired and revoked ones.
   * @example
   * for (const { id, name, role } of await askonce.access.tokens.list()) console.log(id, name, role);
   */
  async list(): Promise<readonly TokenView[]> {
    return (await this.engine.store.access.tokens()).map(tokenView);
  }

  /**
   * Revokes a token. It gives no access from now on.
   * @example
   * const { record } = await askonce.access.tokens.create({ name: 'bot', role: 'asker' });
   * await askonce.access.tokens.revoke(record.id);
   */
  async revoke(id: string): Promise<TokenReceipt> {
    const { access } = this.engine.store;
    const wanted = textId(id, 'token');
    const isNew = await access.revokeToken(wanted, this.engine.clock.now());
    const record = (await access.tokens()).find((token) => token.id === wanted);
    if (record) return { status: isNew ? 'accepted' : 'replayed', record: tokenView(record) };
    throw new AskOnceError('token_unknown', `No token “${wanted}”. Run \`askonce token list\` to list them.`);
  }

  /**
   * Returns the token's record, or null if the text is not a token, or the token has expired or was revoked.
   * @example
   * const { token } = await askonce.access.tokens.create({ name: 'alice', role: 'answerer' });
   * const who = await askonce.access.tokens.check(token);
   * console.log(who.name); // 'alice'
   */
  async check(text: string, now: number = this.engine.clock.now()): Promise<TokenView | null> {
    // Text of any other shape is rejected without a query to the store.
    if (typeof text !== 'string' || !TOKEN.test(text)) return null;
    const omitNullish = hash('sha256', text);
    const record = await this.engine.store.access.token(omitNullish);
    // A store may compare hashes in its own way, so the hash is compared again here, exactly and in constant time.
    return record && isSame(record.hash, omitNullish) && isValid(record, now) ? tokenView(record) : null;
  }

  /**
   * Whether any valid token exists.
   * @example
   * await askonce.access.tokens.create({ name: 'alice', role: 'admin' });
   * console.log(await askonce.access.tokens.exist()); // true
   */
  async exist(): Promise<boolean> {
    const now = this.engine.clock.now();
    return (await this.list()).some((record) => isValid(record, now));
  }
}

/** @param id Refused if there is a token with it. */
export async function createToken(engine: Engine, input: TokenInput, id?: string): Promise<NewToken> {
  const { name, role, expires, project } = omitNullish(input, 'token');
  const createdAt = engine.clock.now();
  const bound = project === undefined ? null : checkProject(project, role);
  const token = (bound === null ? PREFIX : BOUND) + randomBytes(SECRET_BYTES).toString('base64url');
  const record: TokenRecord = {
    id: id ?? newId('tok', createdAt),
    name: checkName(name),
    role: checkRole(role),
    hash: hash('sha256', token),
    createdAt,
    expiresAt: expires === undefined ? null : createdAt + checkExpiry(expires),
    revokedAt: null,
    project: bound,
  };
  await engine.store.access.addToken(record);
  return { token, record: tokenView(record) };
}

function isValid({ revokedAt, expiresAt }: TokenView, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function checkName(name: unknown): string {
  const text = checkText(name, 'name', LIMITS.label).trim();
  if (text === '') throw invalidArgument('name', 'the name of its user');
  return text;
}

function checkRole(role: unknown): Role {
  const known = ROLES.find((one) => one === role);
  if (known === undefined) throw invalidArgument('role', 'asker, answerer or admin');
  return known;
}

function checkProject(project: unknown, role: Role): string {
  if (role === 'admin')
    throw invalidArgument('project', 'left out for an admin, whose token belongs to the whole store');
  return checkText(project, 'project', LIMITS.path);
}

function checkExpiry(expires: string | number): number {
  const ms = durationMs(expires);
  if (ms > 0) return ms;
  throw new AskOnceError(
    'duration_invalid',
    'A token must be valid for longer than 0 seconds. Write the duration like 12h or 30d.',
  );
}
