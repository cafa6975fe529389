/** Links that let a person without a token answer one question, as the library's users see them. */

import { noAnswerTaken } from '../core/answer/closed-errors.ts';
import { durationMs } from '../core/model/duration.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { Engine } from '../engine/engine.ts';
import { invalidArgument, omitNullish, textId } from '../util/arguments.ts';
import { type AnswerLink, hasLinkForm, readLink, signLink } from './answer-link.ts';
import type { SigningKeys } from './signing-keys.ts';

const DEFAULT_LIFETIME = '7d';

export interface NewAnswerLink {
  /** The last part of the link's URL. */
  readonly token: string;
  readonly expiresAt: number;
}

/** Available as `askonce.access.links`. */
export class AnswerLinks {
  private readonly engine: Engine;
  private readonly keys: SigningKeys;

  constructor(engine: Engine, keys: SigningKeys) {
    this.engine = engine;
    this.keys = keys;
  }

  /**
   * Makes a link to one waiting question. Its holder may answer that question until the link expires. A link cannot be revoked, but it
   * stops working once the question is settled.
   * @example
   * const { token, expiresAt } = await askonce.access.links.make(question.id, { expires: '2d' });
   */
  async make(id: string, options: { expires?: string | number } = {}): Promise<NewAnswerLink> {
    const { expires } = omitNullish(options, 'options');
    const ms = durationMs(expires ?? DEFAULT_LIFETIME);
    if (ms === 0) throw invalidArgument('expires', 'a duration greater than 0');
    const clarification = textId(id, 'clarification');
    const refused = noAnswerTaken(clarification, await this.engine.store.clarification(clarification));
    if (refused) throw refused;
    const expiresAt = Math.ceil(this.engine.clock.now() + ms);
    return { token: signLink(await this.keys.of('answer-links'), { clarification, expiresAt }), expiresAt };
  }

  /**
   * Returns the question that a link may answer. Once the question is settled the link is rejected, without revealing the answer. A link
   * that was not made here and a link whose question is gone get the same error.
   * @example
   * const { token } = await askonce.access.links.make(question.id);
   * const { clarification } = await askonce.access.links.read(token);
   * await askonce.questions.answer(clarification, 'YAML', { surface: 'link' });
   */
  async read(token: string): Promise<AnswerLink> {
    const link = hasLinkForm(token) ? readLink(await this.keys.of('answer-links'), token) : null;
    const clarification = link && (await this.engine.store.clarification(link.clarification));
    if (!link || !clarification) {
      throw new AskOnceError('link_invalid', 'No such link. Check that you copied all of it.');
    }
    if (link.expiresAt <= this.engine.clock.now()) {
      const text = 'This link has expired. If the question is still open, ask for a new link or answer it elsewhere.';
      throw new AskOnceError('link_expired', text);
    }
    if (clarification.status !== 'pending') throw linkUsed();
    return link;
  }
}

export function linkUsed(): AskOnceError {
  return new AskOnceError('link_used', 'This link has been used, or its question was closed elsewhere.');
}
