/** What a body may be: JSON of limited depth, without keys that reach JavaScript's prototypes. */
import type { IncomingHttpHeaders } from 'node:http';
import { AskOnceError } from '../../../core/model/errors.ts';
import type { App } from '../app.ts';

export const BODY_LIMIT = 1024 * 1024;
const DEEPEST = 64;

/** Accepts JSON only. */
export function readJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (!isPlain(request.headers)) {
      done(notPlain());
      return;
    }
    // Some clients send a content type without a body.
    if (body === '') {
      done(null, undefined);
      return;
    }
    // Calls back synchronously, although its types allow a promise.
    void parse(request, body as string, (error, value) => {
      if (error) done(error);
      else if (isDeeper(value, DEEPEST)) done(tooDeep());
      else done(null, value);
    });
  });
}

/** Neither compressed nor in another character set: parsed as is, it would be misread. */
function isPlain({ 'content-encoding': packed, 'content-type': type = '' }: IncomingHttpHeaders): boolean {
  const [, charset = 'utf-8'] = /charset="?([^";\s]+)/i.exec(type) ?? [];
  return (packed === undefined || packed === 'identity') && /^(?:utf-?8|us-ascii)$/i.test(charset);
}

function notPlain(): AskOnceError {
  return new AskOnceError('content_type_unsupported', 'Send the body as uncompressed UTF-8.');
}

/** Whether arrays and objects are nested more than `levels` deep. Looks no deeper than that. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}

function tooDeep(): AskOnceError {
  return new AskOnceError('body_invalid', `The body is nested deeper than ${DEEPEST} levels.`);
}
