/** Which agent runs the tasks of a command line, and the flags that select it again. */
import type { Task } from '../../core/model/task.ts';
import { ORCHESTRATOR } from '../../library/jobs.ts';
import { acpCommandOf } from '../../worker/agents/acp/command.ts';
import { agentsOnPath } from '../../worker/agents/command/agents-on-path.ts';
import type { Service } from '../service/service.ts';
import { shellQuoted } from '../terminal/text.ts';
import type { StoreLocation } from './store-location.ts';

const PLANNER = 'the planner';
const FUNCTION = 'the config file';
/**
 * The agent name for jobs of the HTTP API. It does not depend on the executor, so a server restarted with another agent still runs them.
 */
const SERVER = 'askonce serve';

/** The name under which tasks are claimed. A worker takes only tasks with its own agent name. */
export function agentOf({ settings: { executor } }: StoreLocation): string {
  if (executor === null) return PLANNER;
  return typeof executor === 'string' ? executor : FUNCTION;
}

/** The same for the jobs of a server. A server without a builder leaves jobs to servers that have one, and takes none of theirs. */
export function agentOfServer({ settings: { executor } }: StoreLocation, hasBuilder: boolean): string | null {
  return hasBuilder || executor !== null ? SERVER : null;
}

/** What runs the tasks, in words for people. */
export function agentName({ settings: { executor } }: StoreLocation): string {
  if (typeof executor === 'string') return executor;
  if (executor !== null) return 'the function in the config file';
  const [found] = agentsOnPath();
  return found
    ? `none, so tasks are only clarified and written down; try --exec "${found.command}"`
    : 'none (set one with --exec)';
}

/** The command that continues a task, for hints that people copy. */
export function goOnWith(
  { id, agent }: { readonly id: string; readonly agent: string | null },
  location: StoreLocation,
  typed?: string,
): string {
  if (agent === ORCHESTRATOR) return `${location.command} orchestrate --job ${id} --pm <command> --worker <command>`;
  if (agent === SERVER) return `${location.command} serve`;
  return `${location.command} resume ${id}${execFor(agent, location, typed)}`;
}

/** The flags that give a task the agent it needs, for hints that people copy. */
export function execFor(agent: string | null, { settings }: StoreLocation, typed: string | undefined): string {
  const known = typed === undefined && settings.executor === agent;
  if (agent === null || [PLANNER, FUNCTION, SERVER].includes(agent) || known) return '';
  const acp = acpCommandOf(agent);
  return acp === null ? ` --exec ${shellQuoted(agent)}` : ` --acp ${shellQuoted(acp)}`;
}

/** Tasks of the folder that could run if their agent were available. */
export async function tasksForOthers(askonce: Service, location: StoreLocation): Promise<Task[]> {
  const { items } = await askonce.jobs.list({ state: ['QUEUED', 'RUNNING'], limit: 1000 });
  const mine = agentOf(location);
  return items.filter(({ folder, agent }) => folder === location.project && agent !== null && agent !== mine);
}
