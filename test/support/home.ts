/** Keeps the programs that tests start away from the home of the person who runs the tests: it may hold their own store. */
import { realpathSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { sep } from 'node:path';
import { configFolder } from '../../src/util/config-folder.ts';
import { dataFolder } from '../../src/util/data-folder.ts';

/** Returns the environment of a child; throws if the child would keep anything in the real home. */
export function keptOutOfHome<Env extends NodeJS.ProcessEnv>(env: Env, home = userInfo().homedir): Env {
  // Where a scratch folder is below the home, it is still a scratch folder.
  const scratch = [tmpdir(), realpathSync(tmpdir())];
  const isBelow = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);
  for (const folder of [dataFolder(env), configFolder(env), env.XDG_STATE_HOME ?? home])
    if (isBelow(folder, home) && !scratch.some((one) => isBelow(folder, one)))
      throw new Error(`A test would use ${folder}. Give it folders of its own: test/support/scratch.setup.ts.`);
  return env;
}
