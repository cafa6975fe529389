/**
 * Pairs another device of the person, such as a phone: a code that is shown on this machine is exchanged there for an answerer's token. A
 * code works once and for five minutes. It carries its data, signed with a key of the store, so any process of the store can make one;
 * that it was used is known by the id of its token, of which there can only be one.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AskOnceError } from '../core/model/errors.ts';
import type { Engine } from '../engine/engine.ts';
import type { SigningKeys } from './signing-keys.ts';
import { createToken, type NewToken } from './tokens.ts';

const LIFETIME_MS = 5 * 60_000;
const DEVICE_LIFETIME = '90d';
const FORM = /^1\.([\w-]{22})\.([\da-z]{1,11})\.([\w-]{43})$/;

export interface PairingCode {
  readonly code: string;
  readonly expiresAt: number;
}

/** Available as `askonce.access.pairing`. */
export class Pairing {
  private readonly engine: Engine;
  private readonly keys: SigningKeys;

  constructor(engine: Engine, keys: SigningKeys) {
    this.engine = engine;
    this.keys = keys;
  }

  /**
   * Makes a code that pairs one device within five minutes.
   * @example
   * const { code } = await askonce.access.pairing.make();
   * console.log(`http://192.168.0.7:4766/#pair=${code}`);
   */
  async make(): Promise<PairingCode> {
    const expiresAt = this.engine.clock.now() + LIFETIME_MS;
    const said = `1.${randomBytes(16).toString('base64url')}.${expiresAt.toString(36)}`;
    return { code: `${said}.${signature(await this.keys.of('pairing'), said)}`, expiresAt };
  }

  /**
   * Exchanges a code for the token of an answerer. A code that was used, is late or was not made here is refused.
   * @example
   * const { code } = await askonce.access.pairing.make();
   * const { token, record } = await askonce.access.pairing.redeem(code, 'phone');
   * console.log(record.role); // 'answerer'
   */
  async redeem(code: string, name: string): Promise<NewToken> {
    const [, nonce, expiresAt, given] = (typeof code === 'string' && FORM.exec(code)) || [];
    const wanted = signature(await this.keys.of('pairing'), `1.${nonce}.${expiresAt}`);
    if (given === undefined || !timingSafeEqual(Buffer.from(given), Buffer.from(wanted))) throw refused();
    if (Number.parseInt(expiresAt!, 36) <= this.engine.clock.now()) throw refused();
    const id = `tok-pair-${nonce}`;
    const input = { name, role: 'answerer', expires: DEVICE_LIFETIME } as const;
    return createToken(this.engine, input, id).catch(async (error: unknown) => {
      // The code was used before: the store keeps one token of an id.
      const isUsed = (await this.engine.store.access.tokens()).some((token) => token.id === id);
      throw isUsed ? refused() : error;
    });
  }
}

function signature(key: string, said: string): string {
  return createHmac('sha256', key).update(`askonce pairing\n${said}`).digest('base64url');
}

function refused(): AskOnceError {
  const text = 'This pairing code was used, has expired, or is not one. A code works once, for five minutes.';
  return new AskOnceError('pairing_refused', `${text} Run \`askonce serve --lan\` again for another.`);
}
