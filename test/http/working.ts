/** A server for workers on another machine: one project, and how a worker in a folder there reaches it. */
import type { AskOnce } from '../../src/index.ts';
import { setUp } from '../support/open.ts';
import type { StoreKind } from '../support/stores.ts';
import { type Served, serveOn, type Who } from './serving.ts';

export const PLACE = { agent: 'sh', folder: 'laptop:/shop' };

/** The projects of a server that has one. */
export const only = (askonce: AskOnce) => ({
  named: async () => askonce,
  bound: async () => askonce,
  around: async () => null,
  ofQuestion: async () => askonce,
});

export async function serveAny(store: StoreKind) {
  const { askonce, clock } = await setUp(store);
  const { url, app } = await serveOn(askonce, { http: { projects: only(askonce) } });
  return { askonce, clock, url, app };
}

export const remote = ({ url }: Pick<Served, 'url'>, who: Who) => ({
  ...{ url, token: `token-of-${who}`, project: 'github.com/acme/shop', folder: '/shop', place: PLACE.folder },
});
