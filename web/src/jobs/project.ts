/** The project whose jobs are on screen. A server of all projects has none of its own, so the person chooses one. */
import { signal } from '@preact/signals';
import type { AskOnceClient } from '../../../src/surfaces/client/index.ts';
import { api, apiIn, me } from '../state/api.ts';
import { storedSignal } from '../state/stored.ts';

/** Those that the person may choose from; null if there is nothing to choose, or not read yet. */
export const jobProjects = signal<readonly string[] | null>(null);
const chosen = storedSignal<string | null>('job-project', null);

/** The one that was used last, else the first; null on a server of one project. */
export function jobProject(): string | null {
  if (me.value?.shared !== true) return null;
  const all = jobProjects.value;
  return all === null || all.includes(chosen.value ?? '') ? chosen.value : (all[0] ?? null);
}

export function chooseJobProject(project: string): void {
  chosen.value = project;
}

/** The server runs jobs in folders of its machine only. */
const isFolder = (project: string) => /^(?:\/|[a-z]:[\\/])/i.test(project);

/** Reads them again each time a view of jobs opens: a project may be new. */
export async function readJobProjects(): Promise<void> {
  if (me.peek()?.shared === true) jobProjects.value = (await api().projects()).items.filter(isFolder);
}

/** The client for the jobs on screen. */
export function jobsApi(): AskOnceClient {
  const project = jobProject();
  return project === null ? api() : apiIn(project);
}
