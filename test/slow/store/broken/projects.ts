/** Stores that go wrong with projects. */
import type { Projects, Store } from '../../../../src/ports.ts';
import { type Broken, broken } from './wrapping.ts';

const numbering = (name: string, numberOf: (inner: Store) => Projects['numberOf']): Broken =>
  broken(name, (inner) => ({ projects: { list: () => inner.projects.list(), numberOf: numberOf(inner) } }));

export const BROKEN_PROJECTS: readonly Broken[] = [
  numbering('has one number for all projects', () => async () => 0),
  numbering('numbers projects in each opening for itself', () => {
    const known: string[] = [];
    return async (project) => {
      if (!known.includes(project)) known.push(project);
      return known.indexOf(project);
    };
  }),
  numbering(
    'takes a repository for another project than its folder',
    (inner) => (project) => inner.projects.numberOf(project, project),
  ),
  broken('lists the jobs of all projects', (inner) => ({
    runs: { ...inner.runs, list: ({ project: _, ...query }) => inner.runs.list(query) },
  })),
  broken('gives a worker the jobs of the main folder', (inner) => ({
    claim: ({ folder: _, ...claim }) => inner.claim(claim),
  })),
];
