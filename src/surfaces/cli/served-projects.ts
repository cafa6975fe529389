/**
 * The projects that a server serves besides its own: each with the settings of its own config file, as far as these need no code, and with
 * its own folder for paths. Code of a project is never loaded here: the server was not started for it.
 */
import { EventEmitter } from 'node:events';
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
import type { Runner } from '../../worker/runner.ts';
import type { Projects, ProjectUser } from '../http/projects.ts';
import { agentOfServer } from './agents.ts';
import { nearestProject, type StoreLocation } from './store-location.ts';
import { openHere } from './with-store.ts';

/** Each has a connection to the store, and memory. What was idle longest is closed, and opened again when it is needed. */
const MAX_OPEN = 64;
/** A rule that somebody adds to the config file or to their own rules, or takes out, counts after this time. */
const READ_AGAIN_MS = 2_000;

const UNFINISHED = ['QUEUED', 'RUNNING', 'AWAITING_RESPONSE'] as const;

type Limits = Pick<OpenOptions, 'questionsPerMinute'>;

interface Served {
  readonly folder: string;
  readonly askonce: Promise<AskOnce>;
  /** The settings, to notice that they have changed. */
  readonly settings: string;
  readAt: number;
  /** How many requests use it. It is not closed before they end. */
  users: number;
}

export interface ServedProjects extends Projects {
  /** Runs the jobs that an earlier server of the person has left. */
  resumeJobs(): Promise<void>;
  close(): Promise<void>;
}

/** Makes the runner for the jobs of one project. */
type RunnerIn = (askonce: AskOnce, location: StoreLocation) => Runner;

/** A runner uses its project until the server stops. */
const STAYS: ProjectUser = { closed: false, once() {} };

/**
 * @param own The server's own project, which is opened and closed elsewhere.
 * @param runnerIn For a server that belongs to no project: it runs the jobs that are made in projects of this machine.
 */
export function servedProjects(
  own: AskOnce,
  location: StoreLocation,
  log: Log,
  limits: Limits = {},
  runnerIn: RunnerIn | null = null,
): ServedProjects {
  /** The one of each project that new requests get. */
  const served = new Map<string, Served>();
  /** Those, and the ones that were replaced while requests used them; what was idle longest is first. */
  const opened = new Set<Served>();
  const closing = new Set<Promise<void>>();

  const end = (one: Served) => {
    opened.delete(one);
    if (served.get(one.folder) === one) served.delete(one.folder);
    // What could not be opened need not be closed.
    const closed = one.askonce.then((askonce) => askonce.close()).catch(() => {});
    closing.add(closed);
    void closed.then(() => closing.delete(closed));
  };
  const tidy = () => {
    for (const one of opened)
      if (one.users === 0 && (opened.size > MAX_OPEN || served.get(one.folder) !== one)) end(one);
  };
  const use = (one: Served, user: ProjectUser): Promise<AskOnce> => {
    opened.delete(one);
    opened.add(one);
    one.users += 1;
    const left = () => {
      one.users -= 1;
      tidy();
    };
    if (user.closed) void one.askonce.then(left, left);
    else user.once('close', left);
    tidy();
    return one.askonce;
  };

  const named = async (name: string, user: ProjectUser): Promise<AskOnce> => {
    if (!isAbsolute(name) && (existsSync(name) || /(?:^|[\\/])\.{1,2}(?:[\\/]|$)/.test(name))) throw relative(name);
    const folder = isFolder(name) ? realpathSync(name) : name;
    if (folder === own.folder) return own;
    const known = served.get(folder);
    const now = performance.now();
    if (known && now - known.readAt < READ_AGAIN_MS) return use(known, user);
    const file = isFolder(folder) ? await loadConfig(folder) : {};
    const settings = written({ ...file, own: ownRules() });
    // Another request may have been faster.
    const latest = served.get(folder);
    if (latest?.settings === settings) {
      latest.readAt = now;
      return use(latest, user);
    }
    const askonce = openHere(
      { ...location, project: folder, settings: settingsFrom({ env: process.env, file }) },
      log,
      { ...limits, ...(isFolder(folder) ? {} : { files: filesElsewhere(folder) }) },
    );
    const one: Served = { folder, askonce, settings, readAt: now, users: 0 };
    served.set(folder, one);
    askonce.catch(() => end(one));
    return use(one, user);
  };

  const runners = new Map<string, Promise<Runner>>();
  const run = (folder: string) => {
    if (runnerIn === null || folder === own.folder || runners.has(folder) || !isFolder(folder)) return;
    const starting = named(folder, STAYS).then(async (askonce) => {
      const runner = runnerIn(askonce, { ...location, project: folder });
      await runner.start();
      return runner;
    });
    runners.set(folder, starting);
    starting.catch((error: unknown) => {
      runners.delete(folder);
      log(`[askonce] cannot run the jobs of ${folder}: ${String(error)}`);
    });
  };

  return {
    ...(runnerIn === null ? {} : { runJobs: ({ folder }) => run(folder) }),
    async resumeJobs() {
      for (const project of await own.projects()) {
        if (!isFolder(project)) continue;
        const user = Object.assign(new EventEmitter(), { closed: false });
        try {
          const { items } = await (await named(project, user)).jobs.list({ state: UNFINISHED, limit: 1_000 });
          if (items.some(({ agent }) => agent === agentOfServer(location, false))) run(project);
        } catch (error) {
          log(`[askonce] cannot look for jobs of ${project}: ${String(error)}`);
        }
        user.emit('close');
      }
    },
    named,
    bound: (project, user) => (project === own.project ? Promise.resolve(own) : named(project, user)),
    around: async (folder, user) => (isFolder(folder) ? named(nearestProject(realpathSync(folder)), user) : null),
    async ofQuestion(id, user) {
      const found = await own.questions.get(id);
      if (found === null || found.project === own.project) return own;
      const folder = found.folder ?? found.project;
      // The folder may be gone, or its config file may be wrong; the answer counts all the same.
      return named(existsSync(folder) || !isAbsolute(folder) ? folder : found.project, user).catch(() => own);
    },
    async close() {
      await Promise.allSettled([...runners.values()].map(async (runner) => (await runner).stop()));
      for (const one of opened) end(one);
      await Promise.all(closing);
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
