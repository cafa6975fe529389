/** What a server is, for the other programs of AskOnce on its machine: a second one that finds the port taken says whose it is. */
import { version } from '../../util/version.ts';
import type { App, Routes } from './app.ts';

export interface About {
  readonly name: 'AskOnce';
  readonly version: string;
  readonly pid: number;
  /** The folder that it was started for. */
  readonly folder: string;
  readonly store: string;
  /** `person`: it serves all projects. */
  readonly whose: 'person' | 'project' | 'named' | 'server';
}

/** Paths of the machine are for its own user, and not for an agent with a token. */
export function aboutRoutes({ store, whose }: Pick<About, 'store' | 'whose'>): Routes {
  return (app: App) => {
    app.get('/about', { config: { may: 'admin' }, schema: { hide: true } }, (): About => {
      return { name: 'AskOnce', version: version(), pid: process.pid, folder: app.askonce.folder, store, whose };
    });
  };
}
