/** Maps errors of the driver to the error catalogue. */
import { AskOnceError, type ErrorCode } from '../../core/model/errors.ts';

const CODES: readonly [RegExp, ErrorCode, string][] = [
  [
    /^SQLITE_(NOTADB|CORRUPT)/,
    'store_corrupt',
    'is damaged or is not an AskOnce store. Restore it from a backup, or use another file with --db',
  ],
  [/^SQLITE_READONLY/, 'store_read_only', 'is read-only. Check the permissions of the file and its folder'],
  [
    /^SQLITE_FULL/,
    'store_full',
    'is out of disk space. Free some and try again; nothing that was acknowledged is lost',
  ],
  [
    /^SQLITE_(CANTOPEN|PERM|AUTH|NOLFS)/,
    'store_unavailable',
    'cannot be opened. Check that its folder exists and is writable',
  ],
  [/^SQLITE_(BUSY|LOCKED)/, 'store_busy', 'is locked by another process. Try again'],
  [/^SQLITE_IOERR/, 'store_failed', 'cannot be read or written. Check the disk'],
];

export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** Converts whatever the driver threw to an error of the catalogue. */
export function storeError(error: unknown, file: string): AskOnceError {
  if (error instanceof AskOnceError) return error;
  const code = codeOf(error);
  const known = CODES.find(([pattern]) => pattern.test(code));
  if (known) return new AskOnceError(known[1], `The store ${file} ${known[2]}.`, { file, cause: code }, error);
  const what = error instanceof Error ? error.message : String(error);
  return new AskOnceError('store_failed', `The store ${file} failed: ${what}.`, { file, cause: code }, error);
}
