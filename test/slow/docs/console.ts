/** Runs the terminal sessions that a page shows, line by line, and compares what is printed with what the page promises. */
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BIN } from '../../support/programs.ts';

export interface Typed {
  readonly command: string;
  /** What the page shows below it. */
  readonly shown: string;
}

/** The commands of a session, each with the lines that follow it. */
export function typedIn(session: string): Typed[] {
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...shown] = part.trimEnd().split('\n');
      return { command, shown: shown.join('\n').trimEnd() };
    });
}

const ID = /\b[qas]-[0-9a-z]{14}\b/g;

export class Console {
  private readonly folder: string;
  private readonly env: NodeJS.ProcessEnv;
  private lastCode = 0;
  /** The page's ids are nobody's; each stands for the one that was printed in its place. */
  private readonly ids = new Map<string, string>();

  /** A terminal in an empty folder, where `askonce` is the command of this checkout. */
  constructor(folder: string) {
    this.folder = join(folder, 'work');
    mkdirSync(this.folder);
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const command = join(bin, 'askonce');
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
    chmodSync(command, 0o755);
    const inherited = Object.entries(process.env).filter(([name]) => !/^(ASKONCE_|NODE_OPTIONS|VITEST)/.test(name));
    this.env = { ...Object.fromEntries(inherited), PATH: bin + delimiter + process.env.PATH };
  }

  /** What the command printed, with the page's ids where they stand for the printed ones. */
  type({ command, shown }: Typed): string {
    const exported = /^export (\w+)=(\S*)$/.exec(command);
    if (exported) {
      this.env[exported[1]!] = exported[2];
      return '';
    }
    if (command === 'echo $?') return String(this.lastCode);
    const printed = this.run(command.replace(ID, (id) => this.ids.get(id) ?? id));
    const [theirs, ours] = [shown.match(ID) ?? [], printed.match(ID) ?? []];
    for (const [index, id] of theirs.entries()) if (!this.ids.has(id) && ours[index]) this.ids.set(id, ours[index]);
    const page = new Map([...this.ids].map(([id, real]) => [real, id]));
    return printed.replace(ID, (id) => page.get(id) ?? id);
  }

  /** Both streams into one file, as a terminal would show them. */
  private run(command: string): string {
    const file = join(this.folder, '..', 'printed');
    const out = openSync(file, 'w');
    const { status, error } = spawnSync('sh', ['-c', command], {
      cwd: this.folder,
      env: this.env,
      stdio: ['ignore', out, out],
      timeout: 60_000,
    });
    closeSync(out);
    if (error) throw error;
    this.lastCode = status ?? -1;
    return readFileSync(file, 'utf8').trimEnd();
  }
}
