/** The choice of the project whose jobs are shown or made. */
import { useEffect } from 'preact/hooks';
import { me } from '../state/api.ts';
import { texts } from '../texts.ts';
import { nameOf } from '../waiting/filters.ts';
import { chooseJobProject, jobProject, jobProjects, readJobProjects } from './project.ts';

export function ProjectChoice() {
  const shared = me.value?.shared === true;
  useEffect(() => {
    // Without the list the server says what is missing.
    readJobProjects().catch(() => {});
  }, [shared]);
  if (!shared || jobProjects.value === null) return null;
  if (jobProjects.value.length === 0) return <p class="text-muted">{texts.job.noProject}</p>;
  return (
    <label class="flex flex-col gap-1">
      <span class="font-medium">{texts.job.project}</span>
      <select
        class="field"
        value={jobProject() ?? ''}
        onChange={(event) => chooseJobProject(event.currentTarget.value)}
      >
        {jobProjects.value.map((path) => (
          <option key={path} value={path} title={path}>
            {nameOf(path)}
          </option>
        ))}
      </select>
    </label>
  );
}
