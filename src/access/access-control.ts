/** Network access and its keys, as the library's users see them. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Engine } from '../engine/engine.ts';
import { AnswerLinks } from './links.ts';
import { Pairing } from './pairing.ts';
import { SigningKeys } from './signing-keys.ts';
import { Tokens } from './tokens.ts';

const PERSON = 'person_';

/** Available as `askonce.access`. */
export class AccessControl {
  /**
   * Tokens of people and agents. An asker's token can never answer.
   * @example
   * const { token, record } = await askonce.access.tokens.create({ name: 'alice', role: 'answerer' });
   * console.log((await askonce.access.tokens.check(token)).role); // 'answerer'
   * await askonce.access.tokens.revoke(record.id);
   * console.log(await askonce.access.tokens.check(token)); // null
   */
  readonly tokens: Tokens;
  /**
   * Links that let a person without a token answer one question.
   * @example
   * const { token } = await askonce.access.links.make(question.id, { expires: '2d' });
   */
  readonly links: AnswerLinks;
  /**
   * Codes that pair another device of the person, such as a phone.
   * @example
   * const { code } = await askonce.access.pairing.make();
   * const { token } = await askonce.access.pairing.redeem(code, 'phone');
   */
  readonly pairing: Pairing;
  private readonly keys: SigningKeys;

  constructor(engine: Engine) {
    this.keys = new SigningKeys(engine.store);
    this.tokens = new Tokens(engine);
    this.links = new AnswerLinks(engine, this.keys);
    this.pairing = new Pairing(engine, this.keys);
  }

  /**
   * Returns the credential of the person at this machine. A server on loopback needs no token, but it approves only for this credential or
   * for the token of an answerer: a program that an agent runs has neither.
   * @example
   * console.log(`http://127.0.0.1:4766/#token=${await askonce.access.personKey()}`);
   */
  async personKey(): Promise<string> {
    return `${PERSON}${await this.keys.of('person')}`;
  }

  /**
   * Whether a text is the credential of the person at this machine.
   * @example
   * console.log(await askonce.access.isPerson('person_guess')); // false
   */
  async isPerson(text: string): Promise<boolean> {
    if (typeof text !== 'string' || !text.startsWith(PERSON)) return false;
    const [given, wanted] = [text, await this.personKey()].map((one) => createHash('sha256').update(one).digest());
    return timingSafeEqual(given!, wanted!);
  }

  /**
   * Returns the key that protects data a surface sends out and must get back unchanged. All processes on the same store share it.
   * @example
   * const key = await askonce.access.sealingKey('mcp');
   */
  sealingKey(purpose: 'mcp'): Promise<string> {
    return this.keys.of(purpose);
  }
}
