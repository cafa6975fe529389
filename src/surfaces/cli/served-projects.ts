/**
 * The projects that a server serves besides its own: each with the settings of its own config file, as far as these need no code, and with
 * its own folder for paths. Code of a project is never loaded here: the server was not started for it.
 */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { AskOnce, OpenOptions } from '../../askonce.ts';
import { ownRules } from '../../config/approvals-file.ts';
import type { Config } from '../../config/config.ts';
import { loadConfig } from '../../config/config-file.ts';
import { settingsFrom } from '../../config/settings.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Log } from '../../engine/ask.ts';
import type { RulesInput } from '../../library/approval-rules.ts';
import { filesElsewhere } from '../../library/project-files.ts';
import type { Projects } from '../http/projects.ts';
import { nearestProject, type StoreLocation } from './store-location.ts';
import { openHere } from './with-store.ts';

/** A store may hold more, but a server that one agent makes open any number of projects would run out of memory. */
const MAX_PROJECTS = 500;
/** A rule that somebody adds to the config file or to their own rules, or takes out, counts after this time. */
const READ_AGAIN_MS = 2_000;

type Limits = Pick<OpenOptions, 'questionsPerMinute'>;

interface Served {
  readonly askonce: Promise<AskOnce>;
  /** The settings, to notice that they have changed. */
  readonly settings: string;
  readAt: number;
}

export interface ServedProjects extends Projects {
  close(): Promise<void>;
}

/** @param own The server's own project, which is opened and closed elsewhere. */
export function servedProjects(own: AskOnce, location: StoreLocation, log: Log, limits: Limits = {}): ServedProjects {
  const served = new Map<string, Served>();
  const opened = new Set<Promise<AskOnce>>();

  const named = async (name: string): Promise<AskOnce> => {
    if (!isAbsolute(name) && (existsSync(name) || /(?:^|[\\/])\.{1,2}(?:[\\/]|$)/.test(name))) throw relative(name);
    const folder = isFolder(name) ? realpathSync(name) : name;
    if (folder === own.folder) return own;
    const known = served.get(folder);
    const now = performance.now();
    if (known && now - known.readAt < READ_AGAIN_MS) return known.askonce;
    const file = isFolder(folder) ? await loadConfig(folder) : {};
    const settings = written({ ...file, own: ownRules() });
    // Another request may have been faster.
    const latest = served.get(folder);
    if (latest?.settings === settings) {
      latest.readAt = now;
      return latest.askonce;
    }
    if (opened.size >= MAX_PROJECTS) {
      const text = `The server serves ${MAX_PROJECTS} projects already. Restart it to serve others.`;
      throw new AskOnceError('argument_invalid', text);
    }
    const askonce = openHere(
      { ...location, project: folder, settings: settingsFrom({ env: process.env, file }) },
      log,
      { ...limits, ...(isFolder(folder) ? {} : { files: filesElsewhere(folder) }) },
    );
    served.set(folder, { askonce, settings, readAt: now });
    opened.add(askonce);
    askonce.catch(() => {
      opened.delete(askonce);
      if (served.get(folder)?.askonce === askonce) served.delete(folder);
    });
    return askonce;
  };

  return {
    named,
    bound: (project) => (project === own.project ? Promise.resolve(own) : named(project)),
    around: async (folder) => (isFolder(folder) ? named(nearestProject(realpathSync(folder))) : null),
    async ofQuestion(id) {
      const found = await own.questions.get(id);
      if (found === null || found.project === own.project) return own;
      const folder = found.folder ?? found.project;
      // The folder may be gone, or its config file may be wrong; the answer counts all the same.
      return named(existsSync(folder) || !isAbsolute(folder) ? folder : found.project).catch(() => own);
    },
    async close() {
      await Promise.allSettled([...opened].map(async (askonce) => (await askonce).close()));
    },
  };
}

/** What a relative path means depends on where the server was started. */
function relative(name: string): AskOnceError {
  return new AskOnceError('argument_invalid', `“${name}” is a relative path. Name the project by its full path.`);
}

const isFolder = (path: string): boolean =>
  isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Regular expressions have no JSON of their own. */
function written(config: Config & { readonly own: RulesInput }): string {
  return JSON.stringify(config, (_name, value: unknown) => (value instanceof RegExp ? String(value) : value));
}
