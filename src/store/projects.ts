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

const FIND = 'SELECT number FROM projects WHERE project = $1';
/** Two processes may want the same number: one of them inserts nothing, and tries again. */
const ADD = `INSERT INTO projects (number, project) SELECT coalesce(max(number) + 1, 0), $1 FROM projects WHERE true
  ON CONFLICT DO NOTHING`;

export function storedProjects({ run, runAll, withField }: ProjectRunner): Projects {
  const find = async (project: string): Promise<number | null> => {
    const [row] = await run({ name: 'project', text: FIND, values: [project] });
    return row === undefined ? null : Number(row.number);
  };
  /** Their rows keep the folder in which they were made, because the paths in them start there. */
  const rename = (from: string, to: string) => {
    const change = (table: string, set: string) => ({
      name: `rename ${table}`,
      text: `UPDATE ${table} SET project = $2${set} WHERE project = $1 RETURNING 1 AS changed`,
      values: [from, to],
    });
    return runAll([
      {
        ...change('projects', ''),
        text: `UPDATE projects SET project = $2 WHERE project = $1
          AND NOT EXISTS (SELECT 1 FROM projects WHERE project = $2) RETURNING number`,
      },
      change('sessions', ''),
      change('jobs', ', folder = coalesce(folder, $1)'),
      change('clarifications', `, details = ${withField('details', 'folder')}`),
      change('preferences', ''),
    ]);
  };
  return {
    list: async () =>
      (await run({ name: 'projects', text: 'SELECT project FROM projects ORDER BY number', values: [] })).map(
        (row) => row.project as string,
      ),
    async numberOf(project, folder) {
      const known = await find(project);
      if (known !== null) return known;
      if (folder !== project && (await find(folder)) !== null) await rename(folder, project);
      for (;;) {
        const number = await find(project);
        if (number !== null) return number;
        await run({ name: 'add project', text: ADD, values: [project] });
      }
    },
  };
}
