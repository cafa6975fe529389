/** Network access and its keys, as the library's users see them. */

import type { Engine } from '../engine/engine.ts';
import { AnswerLinks } from './links.ts';
import { SigningKeys } from './signing-keys.ts';
import { Tokens } from './tokens.ts';

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
  private readonly keys: SigningKeys;

  constructor(engine: Engine) {
    this.keys = new SigningKeys(engine.store);
    this.tokens = new Tokens(engine);
    this.links = new AnswerLinks(engine, this.keys);
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
