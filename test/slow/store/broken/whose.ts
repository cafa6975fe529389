/** Stores that go wrong with whose question it is, and with second thoughts. */
import { type Broken, broken, deciding } from './wrapping.ts';

export const BROKEN_WHOSE: readonly Broken[] = [
  broken('lists the questions of all projects', (inner) => ({
    list: ({ project: _, ...query }) => inner.list(query),
  })),
  broken('counts what waits in all projects', (inner) => ({ pendingCount: (most) => inner.pendingCount(most) })),
  broken('knows neither agents nor kinds nor ages', (inner) => ({
    list: ({ agent: _agent, kind: _kind, since: _since, before: _before, ...query }) => inner.list(query),
  })),
  broken('finds what is not searched for', (inner) => ({ list: ({ words: _, ...query }) => inner.list(query) })),
  broken('lists what other asks put', (inner) => ({ list: ({ ask: _, ...query }) => inner.list(query) })),
  broken('shows what was put off', (inner) => ({ list: ({ snoozed: _, ...query }) => inner.list(query) })),
  broken('forgets who asked', (inner) =>
    deciding(inner, {
      effects: (effects) =>
        effects.map((effect) =>
          effect.do === 'insert_clarification'
            ? { ...effect, clarification: { ...effect.clarification, agent: null } }
            : effect,
        ),
    }),
  ),
  broken('lists projects by their names', (inner) => ({
    projects: {
      numberOf: (project, folder) => inner.projects.numberOf(project, folder),
      list: async () => (await inner.projects.list()).toSorted(),
    },
  })),
  broken('forgets what a corrected answer taught', (inner) =>
    deciding(inner, {
      effects: (effects) =>
        effects.map((effect) => (effect.do === 'insert_clarification' ? { ...effect, teaches: false } : effect)),
    }),
  ),
  broken('forgets which question an answer succeeds', (inner) =>
    deciding(inner, {
      effects: (effects) =>
        effects.map((effect) =>
          effect.do === 'insert_clarification'
            ? { ...effect, clarification: { ...effect.clarification, succeeds: null } }
            : effect,
        ),
    }),
  ),
  broken('revokes nothing', (inner) =>
    deciding(inner, {
      effects: (effects) => (effects.some(({ do: what }) => what === 'retire_clarification') ? [] : effects),
    }),
  ),
  broken('always has something to bring back', (inner) => ({
    overdue: async (now, limit) => ({ ...(await inner.overdue(now, limit)), returning: ['q-none'] }),
  })),
  broken('brings nothing back', (inner) => ({
    overdue: async (now, limit) => ({ ...(await inner.overdue(now, limit)), returning: [] }),
  })),
];
