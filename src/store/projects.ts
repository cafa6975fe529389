/** The numbered projects of both stores. Both databases understand these statements; each store supplies the functions that run them. */
import type { Projects } from '../ports.ts';
import type { Row } from './rows.ts';

export interface ProjectStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

export interface ProjectRunner {
  readonly run: (statement: ProjectStatement) => Promise<Row[]>;
  /** Runs statements in one transaction, unless the first returns no row. */
  readonly runAll: (statements: readonly ProjectStatement[]) => Promise<void>;
  /** The expression that adds a field with the value `$1` to the JSON object in a column. */
  readonly withField: (column: string, field: string) => string;
}

/**
 * The number of a project, and whether its folder has left anything under its own name: a process that was opened before the folder got the
 * name of its repository goes on under the old one. Each lookup is by an index.
 */
const FIND = `SELECT number, NOT EXISTS (SELECT 1 FROM projects WHERE project = $2) AND (
    EXISTS (SELECT 1 FROM jobs WHERE project = $2 AND active_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM clarifications WHERE project = $2 AND status = 'pending')
    OR EXISTS (SELECT 1 FROM clarifications WHERE project = $2 AND taught_at IS NOT NULL)) AS strays
  FROM projects WHERE project = $1`;
/** What comes before the rows of a folder get the name of its project; they keep theirs if it finds nothing. */
const RENAME = `UPDATE projects SET project = $2 WHERE project = $1
  AND NOT EXISTS (SELECT 1 FROM projects WHERE project = $2) RETURNING number`;
const TAKE = `SELECT number FROM projects WHERE project = $2 AND NOT EXISTS (SELECT 1 FROM projects WHERE project = $1)`;
/** Two processes may want the same number: one of them inserts nothing, and tries again. */
const ADD = `INSERT INTO projects (number, project) SELECT coalesce(max(number) + 1, 0), $1 FROM projects WHERE true
  ON CONFLICT DO NOTHING`;

export function storedProjects({ run, runAll, withField }: ProjectRunner): Projects {
  const find = async (project: string, folder: string): Promise<{ number: number; strays: boolean } | null> => {
    const [row] = await run({ name: 'project', text: FIND, values: [project, folder] });
    return row === undefined ? null : { number: Number(row.number), strays: Boolean(row.strays) };
  };
  /** Their rows keep the folder in which they were made, because the paths in them start there. */
  const rename = (from: string, to: string, first: string) => {
    const change = (table: string, set: string, where = '') => ({
      name: `rename ${table}`,
      text: `UPDATE ${table} SET project = $2${set} WHERE project = $1 ${where} RETURNING 1 AS changed`,
      values: [from, to],
    });
    return runAll([
      { name: first === TAKE ? 'take project' : 'rename project', text: first, values: [from, to] },
      change('sessions', ''),
      change('jobs', ', folder = coalesce(folder, $1)'),
      change('clarifications', `, details = ${withField('details', 'folder')}`),
      change(
        'preferences',
        '',
        `AND NOT EXISTS (SELECT 1 FROM preferences x WHERE x.project = $2
          AND x.canonical_key = preferences.canonical_key AND x.subject = preferences.subject)`,
      ),
    ]);
  };
  return {
    list: async () =>
      (await run({ name: 'projects', text: 'SELECT project FROM projects ORDER BY number', values: [] })).map(
        (row) => row.project as string,
      ),
    async numberOf(project, folder) {
      const known = await find(project, folder);
      if (known?.strays) await rename(folder, project, TAKE);
      if (known !== null) return known.number;
      if (folder !== project && (await find(folder, folder)) !== null) await rename(folder, project, RENAME);
      for (;;) {
        const found = await find(project, folder);
        if (found !== null) return found.number;
        await run({ name: 'add project', text: ADD, values: [project] });
      }
    },
  };
}
