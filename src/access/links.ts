/** Links that let a person without a token answer one question, as the library's users see them. */

import { buttonChoices } from '../core/answer/choices.ts';
import { noAnswerTaken } from '../core/answer/closed-errors.ts';
import { durationMs } from '../core/model/duration.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { ClarificationRecord } from '../core/model/records.ts';
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

/** One choice of a question, and the token that makes it. */
export interface AnswerButton extends NewAnswerLink {
  readonly label: string;
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
    const asked = await this.open(id);
    // Anyone may hold a link, and a call must be seen whole before it is allowed.
    if (asked.call)
      throw new AskOnceError('approval_needed', `${asked.id} is an approval, and links only answer questions.`);
    return this.signed(asked.id, options);
  }

  /**
   * Makes a button for each choice of a waiting question: its holder may give that one answer, until the button expires or the question is
   * settled. A dangerous question, an approval and a question without choices have no buttons.
   * @example
   * const [first] = await askonce.access.links.buttons(question.id, { expires: '1d' });
   * console.log(first?.label);
   */
  async buttons(id: string, options: { expires?: string | number } = {}): Promise<readonly AnswerButton[]> {
    const asked = await this.open(id);
    return Promise.all(
      buttonChoices(asked).map(async (label, choice) => ({ label, ...(await this.signed(asked.id, options, choice)) })),
    );
  }

  /**
   * Returns the question of a button and the answer that it gives. It is refused like a link.
   * @example
   * const [first] = await askonce.access.links.buttons(question.id);
   * if (first) {
   *   const { clarification, answer } = await askonce.access.links.press(first.token);
   *   await askonce.questions.answer(clarification, answer, { surface: 'button' });
   * }
   */
  async press(token: string): Promise<{ readonly clarification: string; readonly answer: string }> {
    const { link, asked } = await this.opened(token, true);
    const answer = buttonChoices(asked)[link.choice!];
    if (answer === undefined) throw linkInvalid();
    return { clarification: asked.id, answer };
  }

  private async open(id: string): Promise<ClarificationRecord> {
    const clarification = textId(id, 'clarification');
    const asked = await this.engine.store.clarification(clarification);
    const refused = noAnswerTaken(clarification, asked);
    if (refused) throw refused;
    return asked!;
  }

  private async signed(id: string, options: { expires?: string | number }, choice?: number): Promise<NewAnswerLink> {
    const { expires } = omitNullish(options, 'options');
    const ms = durationMs(expires ?? DEFAULT_LIFETIME);
    if (ms === 0) throw invalidArgument('expires', 'a duration greater than 0');
    const expiresAt = Math.ceil(this.engine.clock.now() + ms);
    const link = { clarification: id, expiresAt, ...(choice === undefined ? {} : { choice }) };
    return { token: signLink(await this.keys.of('answer-links'), link), expiresAt };
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
    return (await this.opened(token, false)).link;
  }

  private async opened(token: string, isButton: boolean): Promise<{ link: AnswerLink; asked: ClarificationRecord }> {
    const link = hasLinkForm(token) ? readLink(await this.keys.of('answer-links'), token) : null;
    const asked = link && (await this.engine.store.clarification(link.clarification));
    if (!link || !asked || (link.choice !== undefined) !== isButton) throw linkInvalid();
    if (link.expiresAt <= this.engine.clock.now()) {
      const text = 'This link has expired. If the question is still open, ask for a new link or answer it elsewhere.';
      throw new AskOnceError('link_expired', text);
    }
    if (asked.status !== 'pending') throw linkUsed();
    return { link, asked };
  }
}

function linkInvalid(): AskOnceError {
  return new AskOnceError('link_invalid', 'No such link. Check that you copied all of it.');
}

export function linkUsed(): AskOnceError {
  return new AskOnceError('link_used', 'This link has been used, or its question was closed elsewhere.');
}
