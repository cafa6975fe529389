/** How the user calls this command: hints to copy start with it. */
import { basename, dirname } from 'node:path';

/** The command that runs a binary, by the name of the package manager. */
const RUNNERS: Readonly<Record<string, string>> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' };

/**
 * `askonce` if it is on the user's path. A package manager adds `node_modules/.bin` to the path of what it starts, and of nothing else, so
 * a command started from there needs the package manager again.
 */
export function typedCommand(env: NodeJS.ProcessEnv = process.env, script = process.argv[1] ?? ''): string {
  const folder = dirname(script);
  const isLocal = basename(folder) === '.bin' && basename(dirname(folder)) === 'node_modules';
  if (!isLocal && env.npm_lifecycle_event !== 'npx') return 'askonce';
  const manager = /^\w+/.exec(env.npm_config_user_agent ?? '')?.[0] ?? 'npm';
  return `${Object.hasOwn(RUNNERS, manager) ? RUNNERS[manager] : RUNNERS.npm} askonce`;
}
