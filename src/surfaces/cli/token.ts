/** `askonce token`: manages who has access over the network, and with which role. */

import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { TokenInput } from '../../access/tokens.ts';
import type { Role } from '../../core/access.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { TokenView } from '../../core/model/views.ts';
import { listedNamed } from '../terminal/id-lookup.ts';
import { colours, columns, EXIT, note, say, sayJson } from '../terminal/output.ts';
import { ago, moment, oneLine } from '../terminal/text.ts';
import { typedCommand } from '../terminal/typed-command.ts';
import { wrapped } from '../terminal/wrapping.ts';
import { notForAgents, personOnly } from './person-only.ts';
import { type GlobalOptions, storeLocation } from './store-location.ts';
import { isThere, withStore, withStoreThere } from './with-store.ts';

export interface CreateFlags extends GlobalOptions {
  role: string;
  name: string;
  expires?: string;
  /** True: to the project of the folder. */
  bound?: true | string;
}

const MAY: Readonly<Record<Role, string>> = {
  asker: 'ask and read, but never answer',
  answerer: 'ask, read and answer',
  admin: 'do everything',
};

/** Prints only the token on stdout, so that `TOKEN=$(askonce token create …)` works. */
export async function createToken(flags: CreateFlags): Promise<number> {
  personOnly('token create');
  const { role, name, expires } = flags;
  if (role !== 'asker') notForAgents('token create');
  return withStore(await storeLocation(flags), async (askonce) => {
    const bound = flags.bound === undefined ? {} : { project: boundTo(flags.bound, askonce.project) };
    const input = { role, name, ...(expires === undefined ? {} : { expires }), ...bound } as TokenInput;
    const { token, record } = await askonce.access.tokens.create(input);
    if (flags.json) sayJson({ token, ...shown(record) });
    else {
      say(token);
      const until = record.expiresAt === null ? 'until it is revoked' : `until ${moment(record.expiresAt)}`;
      const where = record.project === null ? '' : ` in ${record.project} only`;
      note(`${record.id}: allows ${record.name} to ${MAY[record.role]}${where}, ${until}.`);
      if (role === 'asker' && record.project === null)
        note(
          'It reads the questions and answers of every project that it names. For one project only, use --bound, or --bound github.com/acme/shop.',
        );
      note('The token is shown only once. Send it as: Authorization: Bearer <token>');
    }
    return EXIT.ok;
  });
}

/** A project of elsewhere has the name that its agents send; one of this machine is found by its folder. */
function boundTo(bound: true | string, here: string): string {
  if (bound === true) return here;
  if (!isAbsolute(bound) && !/^\.{1,2}(?:[\\/]|$)/.test(bound) && !existsSync(bound)) return bound;
  throw new AskOnceError('usage', `For the project of a folder, use --bound --project ${bound}.`);
}

export async function listTokens(flags: GlobalOptions): Promise<number> {
  personOnly('token list');
  const location = await storeLocation(flags);
  // Reading does not create a store.
  const items: readonly TokenView[] = (await isThere(location))
    ? await withStore(location, (askonce) => askonce.access.tokens.list())
    : [];
  if (flags.json) {
    sayJson({ items: items.map(shown) });
    return EXIT.ok;
  }
  if (items.length === 0) say(`No tokens yet. Create one with “${typedCommand()} token create”.`);
  const now = Date.now();
  for (const [at, token] of items.entries()) say(lines(token, at + 1, now).join('\n'));
  return EXIT.ok;
}

export async function revokeToken(typed: string, flags: GlobalOptions): Promise<number> {
  personOnly('token revoke');
  return withStoreThere(await storeLocation(flags), async (askonce) => {
    const id = listedNamed(typed, await askonce.access.tokens.list(), 'token_unknown', 'token list');
    const { status, record } = await askonce.access.tokens.revoke(id);
    const done = `Revoked ${record.id} of ${record.name}. It is no longer valid.`;
    if (flags.json) sayJson({ status, ...shown(record) });
    else say(oneLine(status === 'replayed' ? `${done} (Already done.)` : done));
    return EXIT.ok;
  });
}

/** The public fields of a token; never its hash. */
function shown({ id, name, role, createdAt, expiresAt, revokedAt, project }: TokenView): TokenView {
  return { id, name, role, createdAt, expiresAt, revokedAt, project };
}

function lines(token: TokenView, number: number, now: number): string[] {
  const { bold, dim } = colours;
  const width = columns() - 2;
  return [
    `${bold(token.id)}  #${number}  ${token.role}`,
    ...wrapped(token.name, width).map((line) => `  ${line}`),
    ...(token.project === null ? [] : wrapped(`only ${token.project}`, width).map((line) => `  ${dim(line)}`)),
    ...wrapped(`created ${ago(token.createdAt, now)}, ${stateOf(token, now)}`, width).map((line) => `  ${dim(line)}`),
    '',
  ];
}

function stateOf({ expiresAt, revokedAt }: TokenView, now: number): string {
  if (revokedAt !== null) return `revoked ${ago(revokedAt, now)}`;
  if (expiresAt === null) return 'never expires';
  return expiresAt <= now ? `expired ${ago(expiresAt, now)}` : `expires ${moment(expiresAt)}`;
}
