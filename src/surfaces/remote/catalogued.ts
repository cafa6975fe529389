/** What a server refuses, as the errors that the library throws. */
import { AskOnceError, ERRORS, type ErrorCode } from '../../core/model/errors.ts';
import { AskOnceClientError } from '../client/index.ts';

/** These return at once, and translate errors themselves. */
const AT_ONCE: readonly string[] = ['session', 'on'];

/** The same with errors of the catalogue, as the library throws them. */
export function translated<T extends object>(service: T): T {
  return Object.fromEntries(
    Object.entries(service).map(([name, value]: [string, unknown]) => {
      if (typeof value === 'object' && value !== null && name !== 'clock') return [name, translated(value)];
      if (typeof value !== 'function' || AT_ONCE.includes(name)) return [name, value];
      return [
        name,
        async (...args: unknown[]) => {
          try {
            return await (value as (...args: unknown[]) => unknown)(...args);
          } catch (error) {
            throw error instanceof AskOnceClientError ? catalogued(error) : error;
          }
        },
      ];
    }),
  ) as T;
}

export function catalogued(error: AskOnceClientError): AskOnceError {
  const { type: _type, title: _title, status: _status, detail: _detail, code: _code, ...details } = error.problem ?? {};
  const code: ErrorCode = error.code in ERRORS ? (error.code as ErrorCode) : 'server_unreachable';
  return new AskOnceError(code, error.message, details, error);
}
