/** Which of the waiting questions `askonce inbox` shows. */
import { AskOnceError } from '../../core/model/errors.ts';
import type { QuestionQuery } from '../../library/questions.ts';
import type { Service } from '../service/service.ts';
import { nameOf } from '../terminal/whose.ts';

export interface FilterFlags {
  in?: string;
  agent?: string;
  kind?: string;
  search?: string;
  newer?: string;
  older?: string;
  snoozed?: boolean;
}

/** Whether the list is a part of all that wait, so that its numbers are not those that commands take. */
export function isFiltered(flags: FilterFlags): boolean {
  return ['in', 'agent', 'kind', 'search', 'newer', 'older', 'snoozed'].some(
    (name) => flags[name as keyof FilterFlags],
  );
}

export async function filterOf(askonce: Service, flags: FilterFlags): Promise<QuestionQuery> {
  const { agent, kind, search, newer, older } = flags;
  return {
    ...(flags.in === undefined ? {} : { project: await projectNamed(askonce, flags.in) }),
    ...(agent === undefined ? {} : { agent }),
    ...(kind === undefined ? {} : { kind: kind as 'question' }),
    ...(search === undefined ? {} : { text: search }),
    ...(newer === undefined ? {} : { since: newer }),
    ...(older === undefined ? {} : { before: older }),
    ...(flags.snoozed ? { snoozed: 'only' as const } : {}),
  };
}

/** A project by its path, or by the last part of it. */
export async function projectNamed(askonce: Service, name: string): Promise<string> {
  if (name === '.') return askonce.project;
  const all = await askonce.projects();
  const found = all.includes(name) ? [name] : all.filter((project) => nameOf(project) === name);
  if (found.length === 1) return found[0]!;
  const known = (found.length === 0 ? all : found).join(', ');
  const what = found.length === 0 ? `No project “${name}” uses this store` : `Several projects are called “${name}”`;
  throw new AskOnceError('argument_invalid', `${what}. Name one by its path: ${known}.`);
}
