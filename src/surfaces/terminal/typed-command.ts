/** How the person types this command: the hints that they copy begin with it. */
import { basename, dirname } from 'node:path';

/** What stands before the name for each package manager, by what it calls itself. */
const RUNNERS: Readonly<Record<string, string>> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' };

/**
 * `askonce` where it is on the person's path. A package manager adds the folder `node_modules/.bin` to the path of what it starts,
 * and of nothing else, so what was started from there needs it again.
 */
export function typedCommand(env: NodeJS.ProcessEnv = process.env, script = process.argv[1] ?? ''): string {
  const folder = dirname(script);
  const isLocal = basename(folder) === '.bin' && basename(dirname(folder)) === 'node_modules';
  if (!isLocal && env.npm_lifecycle_event !== 'npx') return 'askonce';
  const manager = /^\w+/.exec(env.npm_config_user_agent ?? '')?.[0] ?? 'npm';
  return `${Object.hasOwn(RUNNERS, manager) ? RUNNERS[manager] : RUNNERS.npm} askonce`;
}
