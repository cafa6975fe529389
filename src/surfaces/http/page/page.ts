/**
 * The inbox page as `npm run build` leaves it: one HTML file, an icon, and assets that have their own hash in their name. Nothing of
 * it is secret, so it needs no token; what it shows it gets from the API, which does.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isUtf8MimeType, mime, send } from '@fastify/send';
import type { FastifyReply } from 'fastify';
import { PACKAGE_FOLDER } from '../../../util/package-folder.ts';
import type { Routes } from '../app.ts';
import { unbuilt } from './unbuilt.ts';

/** Where the build puts the page. */
export const PAGE_FOLDER = join(PACKAGE_FOLDER, 'dist', 'web');

/** As Vite writes them. No slash, and no dot in front: nothing that leads anywhere else. */
const ASSET = /^\w[\w.-]{0,199}$/;

/** In Accept-Encoding; with a weight of 0 it is refused. */
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

const A_YEAR = 'public, max-age=31536000, immutable';

/** Sends the page, where there is one. */
export interface Page {
  readonly isBuilt: () => boolean;
  readonly send: (reply: FastifyReply) => Promise<FastifyReply>;
}

/** The page in a folder. It may be built while the server runs. */
export function pageIn(folder: string): Page {
  return {
    isBuilt: () => existsSync(join(folder, 'index.html')),
    send: (reply) => sendFile(reply, folder, 'index.html'),
  };
}

/** Sends one file of the page; compressed if the client takes that and the build left a compressed copy. */
async function sendFile(reply: FastifyReply, folder: string, path: string): Promise<FastifyReply> {
  const { raw, headers: wanted } = reply.request;
  const isCompressed = GZIP.test(String(wanted['accept-encoding'])) && existsSync(join(folder, `${path}.gz`));
  const options = { root: folder, index: false, dotfiles: 'ignore', cacheControl: false, acceptRanges: false } as const;
  const found = await send(raw, isCompressed ? `${path}.gz` : path, options);
  // A missing asset must not be cached for a year, so it gets none of these headers.
  if (found.type !== 'file') return reply.callNotFound() as unknown as FastifyReply;
  const vary = [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ');
  reply.code(found.statusCode).headers(found.headers).header('vary', vary);
  reply.header('cache-control', path.startsWith('assets/') ? A_YEAR : 'no-cache');
  if (isCompressed) reply.header('content-encoding', 'gzip').header('content-type', contentType(path));
  return reply.send(found.stream);
}

/** The type of the file itself: that of its compressed copy would be gzip. */
function contentType(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
}

/** The page and its parts. Its own addresses stand behind a `#`, so that none of them can be one of the API's. */
export function pageRoutes(folder: string = PAGE_FOLDER): Routes {
  return async (app) => {
    const page = pageIn(folder);
    const schema = { hide: true };

    app.get('/', { config: { may: 'anyone', page: true }, schema }, (_request, reply) =>
      page.isBuilt() ? page.send(reply) : reply.type('text/html; charset=utf-8').send(unbuilt(app.command)),
    );

    app.get('/favicon.svg', { config: { may: 'anyone' }, schema }, (_request, reply) =>
      sendFile(reply, folder, 'favicon.svg'),
    );

    app.get('/assets/:name', { config: { may: 'anyone' }, schema }, (request, reply) => {
      const { name } = request.params as { name: string };
      return ASSET.test(name) ? sendFile(reply, folder, `assets/${name}`) : reply.callNotFound();
    });
  };
}
