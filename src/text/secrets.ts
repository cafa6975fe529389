/** Knows the name of a secret when it sees one. */
import { fold } from './fold.ts';
import { lazy, rowsOf } from './lists.ts';

const pattern = (role: string): RegExp => {
  const words = rowsOf('secrets').flatMap(([name, list = '']) => (name === role ? list.split(' ') : []));
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('_', "[\\s_-]?(?:'s )?"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![a-z\\d])`, 'gu');
};
const secret = lazy(() => pattern('secret'));
const harmless = lazy(() => pattern('harmless'));

/**
 * Whether a text names a secret: a password, a key, a card number. A question about one gets no field that others can read.
 * @example
 * namesSecret('What is the API key of the mail service?'); // true
 * namesSecret('Which key should I sort by?'); // false
 */
export function namesSecret(text: string): boolean {
  const folded = fold(text.slice(0, 20_000));
  if (folded.search(secret()) < 0) return false;
  return folded.replace(harmless(), ' ').search(secret()) >= 0;
}
