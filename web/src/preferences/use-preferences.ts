/** The preferences of all projects that the user may see: each belongs to one of them. */
import { useEffect, useState } from 'preact/hooks';
import type { PreferenceShown } from '../../../src/surfaces/client/index.ts';
import { api, mayAnswer, me } from '../state/api.ts';
import { onEvent } from '../state/live.ts';

const PAGE = 200;

export interface ProjectPreferences {
  /** Null: that of the token, for an asker, who may name no other. */
  readonly project: string | null;
  readonly items: readonly PreferenceShown[];
  readonly next: string | null;
}

export function usePreferences() {
  const [projects, setProjects] = useState<readonly ProjectPreferences[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const run = (work: () => Promise<readonly ProjectPreferences[]>) => {
    work()
      .then((read) => {
        setProjects(read);
        setError(null);
      })
      .catch(setError);
  };
  const readAll = () =>
    run(async () => {
      const names = mayAnswer.value ? (await api().projects()).items : [null];
      return Promise.all(names.map((project) => readPage(project)));
    });
  const known = me.value !== null;
  useEffect(() => {
    if (!known) return;
    readAll();
    return onEvent(({ type }) => {
      if (type.startsWith('preference.') || type === 'clarification.answered') readAll();
    });
  }, [known]);
  const more = (of: ProjectPreferences) =>
    run(async () => {
      const { items, next } = await readPage(of.project, of.next);
      return projects!.map((one) => (one === of ? { ...one, items: [...of.items, ...items], next } : one));
    });
  return { projects, error, readAll, more };
}

async function readPage(project: string | null, after: string | null = null): Promise<ProjectPreferences> {
  const of = { ...(project === null ? {} : { project }), ...(after === null ? {} : { after }) };
  const { items, next } = await api().preferences({ ...of, limit: PAGE });
  return { project, items, next };
}
