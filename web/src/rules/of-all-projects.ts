/** The rules of all projects that the server serves: one inbox makes rules in each of them. */
import type { RuleList } from '../../../src/surfaces/client/index.ts';
import { api, apiIn, codeOf } from '../state/api.ts';

export interface ProjectRule {
  readonly rule: RuleList['items'][number];
  /** Null for a rule of the person's configuration, which holds in all of them, and for the server's own project. */
  readonly project: string | null;
}

export async function rulesOfAllProjects(): Promise<readonly ProjectRule[]> {
  const [own, { items: projects }] = await Promise.all([api().rules({ everySession: true }), api().projects()]);
  const lists = await Promise.all(
    projects.map(async (project) => (await rulesIn(project)).map((rule) => ({ rule, project }))),
  );
  const named = lists.flat().filter(({ rule }) => rule.from !== 'config');
  const keys = new Set(named.map(({ rule }) => keyOf(rule)));
  // The person's configuration holds everywhere; and the server's own project may not be in the list yet.
  return [...own.items.filter((rule) => !keys.has(keyOf(rule))).map((rule) => ({ rule, project: null })), ...named];
}

const keyOf = ({ id, from, effect, rule }: ProjectRule['rule']) => id ?? `${from} ${effect} ${rule}`;

async function rulesIn(project: string): Promise<RuleList['items']> {
  try {
    return (await apiIn(project).rules({ everySession: true })).items;
  } catch (error) {
    // The server serves only its own project, the folder is gone, or an asker may not name it.
    if (codeOf(error) === 'argument_invalid') return [];
    throw error;
  }
}
