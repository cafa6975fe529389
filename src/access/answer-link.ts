/**
 * Answer links: whoever has one may answer one question, until it expires, and nothing else. Pure: what the link says is in the
 * link, signed with a key that only the store has. The form is versioned, since links lie in people's mailboxes for weeks.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link is good for. */
export interface AnswerLink {
  readonly clarification: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

const VERSION = '1';
/** More than any that was ever made. */
const MAX_TOKEN_LENGTH = 400;
/** A version, a clarification, a time and a SHA-256. */
const FORM = /^\w+\.[\w-]+\.[\da-z]+\.[\w-]{43}$/;

/** Whether a text could be the token of a link at all, by whichever key. */
export function hasLinkForm(token: unknown): token is string {
  return typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH && FORM.test(token);
}

/** The token of a link: letters, digits, dots, dashes and underscores, so that it can stand in any address. */
export function signLink(key: string, { clarification, expiresAt }: AnswerLink): string {
  const said = [VERSION, Buffer.from(clarification).toString('base64url'), expiresAt.toString(36)].join('.');
  return `${said}.${signature(key, said)}`;
}

/**
 * What a token says, whether or not it has expired; null where this key did not sign it. Compared as text and in constant time:
 * one link has one spelling, and how much of a forged one was right takes no longer to find out.
 */
export function readLink(key: string, token: string): AnswerLink | null {
  if (!hasLinkForm(token)) return null;
  const at = token.lastIndexOf('.');
  const said = token.slice(0, Math.max(0, at));
  const given = Buffer.from(token.slice(at + 1));
  const wanted = Buffer.from(signature(key, said));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const [version, clarification, expiresAt] = said.split('.');
  if (version !== VERSION || clarification === undefined || expiresAt === undefined) return null;
  return {
    clarification: Buffer.from(clarification, 'base64url').toString(),
    expiresAt: Number.parseInt(expiresAt, 36),
  };
}

/** Signed for this purpose alone, should the key ever serve another. */
function signature(key: string, said: string): string {
  return createHmac('sha256', key).update(`askonce answer link\n${said}`).digest('base64url');
}
