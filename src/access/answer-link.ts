/**
 * Answer links and buttons. A link lets its holder answer one question until it expires, a button only in one way, and neither allows
 * anything else. Pure: both carry all their data, signed with a key that only the store has. The format is versioned, because links stay in
 * mailboxes for weeks.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The question that a link may answer, and until when. */
export interface AnswerLink {
  readonly clarification: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  /** For a button: the position of the choice that it makes. */
  readonly choice?: number;
}

const LINK = '1';
const BUTTON = '2';
/** Longer than any token ever issued. */
const MAX_TOKEN_LENGTH = 400;
/** A version, a clarification, a time, for a button its choice, and a SHA-256 signature. */
const FORM = /^\w+\.[\w-]+\.[\da-z]+(?:\.\d+)?\.[\w-]{43}$/;

/** Whether a text has the format of a link token, whichever key signed it. */
export function hasLinkForm(token: unknown): token is string {
  return typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH && FORM.test(token);
}

/** Returns the token of a link. It contains only letters, digits, dots, dashes and underscores, so it is safe in any URL. */
export function signLink(key: string, { clarification, expiresAt, choice }: AnswerLink): string {
  const what = [Buffer.from(clarification).toString('base64url'), expiresAt.toString(36)];
  const said = (choice === undefined ? [LINK, ...what] : [BUTTON, ...what, choice]).join('.');
  return `${said}.${signature(key, said)}`;
}

/**
 * Returns the content of a token, expired or not, or null if this key did not sign it. Signatures are compared as text, so a link has
 * exactly one spelling, and in constant time, so that timing reveals nothing about a forged one.
 */
export function readLink(key: string, token: string): AnswerLink | null {
  if (!hasLinkForm(token)) return null;
  const at = token.lastIndexOf('.');
  const said = token.slice(0, Math.max(0, at));
  const given = Buffer.from(token.slice(at + 1));
  const wanted = Buffer.from(signature(key, said));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const [version, clarification, expiresAt, choice] = said.split('.');
  if (version !== (choice === undefined ? LINK : BUTTON) || clarification === undefined || expiresAt === undefined)
    return null;
  return {
    clarification: Buffer.from(clarification, 'base64url').toString(),
    expiresAt: Number.parseInt(expiresAt, 36),
    ...(choice === undefined ? {} : { choice: Number(choice) }),
  };
}

/** Signs for this purpose only, in case the key is ever used for another. */
function signature(key: string, said: string): string {
  return createHmac('sha256', key).update(`askonce answer link\n${said}`).digest('base64url');
}
