/** What `askonce doctor` found, one line each. */

export interface Check {
  /** What was looked at, in one word. */
  readonly name: string;
  /** `warn`: it works, but perhaps not as you want. `fail`: a question or a permission would not arrive. */
  readonly status: 'ok' | 'warn' | 'fail';
  readonly text: string;
  /** What to do about it. */
  readonly next?: string;
}

export const ok = (name: string, text: string): Check => ({ name, status: 'ok', text });
export const warn = (name: string, text: string, next?: string): Check => found(name, 'warn', text, next);
export const fail = (name: string, text: string, next?: string): Check => found(name, 'fail', text, next);

function found(name: string, status: Check['status'], text: string, next?: string): Check {
  return { name, status, text, ...(next === undefined ? {} : { next }) };
}
