/**
 * The inbox page as built by `npm run build`: one HTML file, an icon, and assets with a hash in their names. None of it is secret, so it
 * needs no token; its data comes from the API, which does.
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

/** File names as Vite writes them. Without slashes and leading dots, so that no name leads out of the folder. */
const ASSET = /^\w[\w.-]{0,199}$/;

/** Files with fixed names: the icon, and what makes the page an app on a phone. */
const NAMED = [
  ...['favicon.svg', 'manifest.webmanifest', 'icon-192.png', 'icon-512.png', 'apple-touch-icon.png'],
  'sw.js',
] as const;

/** Matches gzip in Accept-Encoding; a weight of 0 rejects it. */
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

const A_YEAR = 'public, max-age=31536000, immutable';

/** Sends the page, if it is built. */
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

/** Sends one file of the page; compressed if the client accepts that and the build made a compressed copy. */
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

/** The type of the original file: that of its compressed copy would be gzip. */
function contentType(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
}

/** Routes for the page and its assets. The page's own addresses follow a `#`, so that they cannot collide with the API's. */
export function pageRoutes(folder: string = PAGE_FOLDER): Routes {
  return async (app) => {
    const page = pageIn(folder);
    const schema = { hide: true };

    app.get('/', { config: { may: 'anyone', page: true }, schema }, (_request, reply) =>
      page.isBuilt() ? page.send(reply) : reply.type('text/html; charset=utf-8').send(unbuilt(app.command)),
    );

    for (const name of NAMED)
      app.get(`/${name}`, { config: { may: 'anyone' }, schema }, (_request, reply) => sendFile(reply, folder, name));

    app.get('/assets/:name', { config: { may: 'anyone' }, schema }, (request, reply) => {
      const { name } = request.params as { name: string };
      return ASSET.test(name) ? sendFile(reply, folder, `assets/${name}`) : reply.callNotFound();
    });
  };
}
