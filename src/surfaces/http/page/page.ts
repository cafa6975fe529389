/**
 * The inbox page as `npm run build` leaves it: one HTML file, an icon, and assets that have their own hash in their name. Nothing of
 * it is secret, so it needs no token; what it shows it gets from the API, which does.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { PACKAGE_FOLDER } from '../../../util/package-folder.ts';
import type { App, Routes } from '../app.ts';
import { unbuilt } from './unbuilt.ts';

/** Where the build puts the page. */
export const PAGE_FOLDER = join(PACKAGE_FOLDER, 'dist', 'web');

/** As Vite writes them. No slash, and no dot in front: nothing that leads anywhere else. */
const ASSET = /^\w[\w.-]{0,199}$/;

const A_YEAR = 'public, max-age=31536000, immutable';

/** Sends the page, where there is one. */
export interface Page {
  readonly isBuilt: () => boolean;
  readonly send: (reply: FastifyReply) => FastifyReply;
}

/** Lets this part of the server send files of the page. */
export async function pageOf(app: App, folder: string): Promise<Page> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    // It may be built while the server runs.
    suppressWarning: true,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    // Only of what was found: that an asset is missing must not be remembered for a year.
    setHeaders: (reply, path) => {
      const isAsset = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', isAsset ? A_YEAR : 'no-cache');
    },
  });
  return {
    isBuilt: () => existsSync(join(folder, 'index.html')),
    send: (reply) => reply.sendFile('index.html'),
  };
}

/** The page and its parts. Its own addresses stand behind a `#`, so that none of them can be one of the API's. */
export function pageRoutes(folder: string = PAGE_FOLDER): Routes {
  return async (app) => {
    const page = await pageOf(app, folder);
    const schema = { hide: true };

    app.get('/', { config: { may: 'anyone', page: true }, schema }, (_request, reply) =>
      page.isBuilt() ? page.send(reply) : reply.type('text/html; charset=utf-8').send(unbuilt(app.command)),
    );

    app.get('/favicon.svg', { config: { may: 'anyone' }, schema }, (_request, reply) => reply.sendFile('favicon.svg'));

    app.get('/assets/:name', { config: { may: 'anyone' }, schema }, (request, reply) => {
      const { name } = request.params as { name: string };
      return ASSET.test(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound();
    });
  };
}
