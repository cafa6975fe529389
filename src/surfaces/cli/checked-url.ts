/** Checks a server address from the command line. */
import { AskOnceError } from '../../core/model/errors.ts';

export function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '');
  throw new AskOnceError('usage', `“${text}” is not a URL. Write it like https://ask.example.com.`);
}
