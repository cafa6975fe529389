/** A folder with a PM and a worker in it, for `askonce orchestrate`. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Ended, newFolder, type Started } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';
import { type StoreKind, sqlite } from '../../support/stores.ts';
import { makeRepository } from './at-server.ts';

export interface Orchestra {
  readonly path: string;
  /** Any command on its store. */
  run(...args: string[]): Promise<Ended>;
  /** A line as it would be typed, in a shell that knows `askonce`. */
  sh(line: string, input?: string): Started;
  readonly env: Readonly<Record<string, string>>;
  /** Orchestrates a goal with its PM and worker, as job j1 of session s1. */
  start(...args: string[]): Started;
  /** The same to its end. */
  orchestrate(...args: string[]): Promise<Ended>;
  /** The lines of a file that PM or worker write. */
  lines(file: string): string[];
  write(file: string, text: string): void;
}

/** What the scripts begin with: what they are told, and words to say things with. */
const HEAD = `told=$(cat)
# Writes down that a part was begun, and waits there for as long as the file “hold” names it.
part() {
  echo "$1" >> parts
  while [ "$(cat hold 2>/dev/null)" = "$1" ]; do echo "holds $1" >&2; sleep 0.1; done
}
ask() { echo "{\\"status\\":\\"NEEDS_CLARIFICATION\\",\\"question\\":\\"$1\\",$FORM}"; }
FORM='"options":["SQLite","PostgreSQL"],"blocker":"exclusive_requirements","tried":"Both are named","fallback":"Take SQLite","risk":"A move later"'
`;

/** A PM that plans, asks, asks again, and completes; each turn writes its name into “parts”. */
const FULL_PM = `case "$told" in
*"You MUST proceed"*) part complete; echo 'As I was told:'
  echo '{"status":"COMPLETE","summary":"It is built.","assumptions":[{"decision":"The region is Europe","reasoning":"The team is there","confidence":"medium","risk":"Slow elsewhere"}]}' ;;
*"Clarification Answer: PostgreSQL"*) part again; ask 'Which region should it run in?' ;;
*"Task “Build it” is done"*) part asks; ask 'Which database should it use?' ;;
*) part plans; echo '{"status":"PLAN","tasks":["Look around","Build it"]}' ;;
esac`;

const WORKER = 'part "works: $told"; echo "did: $told"';

export async function orchestra({
  pm = FULL_PM,
  worker = WORKER,
  store = sqlite,
  at,
}: {
  pm?: string;
  worker?: string;
  store?: StoreKind;
  /** The server that it uses instead of a store, from a repository on another machine. */
  at?: { readonly url: string; readonly token: string };
} = {}): Promise<Orchestra> {
  const folder = newFolder();
  const { path } = folder;
  const write = (file: string, text: string) => writeFileSync(join(path, file), text);
  write('pm.sh', HEAD + pm);
  write('worker.sh', HEAD + worker);
  mkdirSync(join(path, 'bin'));
  write('bin/askonce', `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
  chmodSync(join(path, 'bin/askonce'), 0o755);
  const place = at ? { ASKONCE_URL: at.url, ASKONCE_TOKEN: at.token } : { ASKONCE_DB: await storeIn(path, store) };
  if (at) makeRepository(path);
  const env = { ...place, PATH: join(path, 'bin') + delimiter + process.env.PATH };
  const commands = ['--pm', 'sh pm.sh', '--worker', 'sh worker.sh', '--job', 'j1', '--session', 's1'];
  const start = (...args: string[]) => folder.start(['orchestrate', 'Build it', ...commands, ...args], { env });
  return {
    path,
    env,
    run: (...args) => folder.run(args, { env }),
    sh(line, input) {
      const started = folder.start(['-c', line], {
        env,
        program: 'sh',
        ...(input === undefined ? {} : { stdin: 'pipe' }),
      });
      started.child.stdin?.end(input);
      return started;
    },
    start,
    orchestrate: (...args) => start(...args).ended,
    lines: (file) => (existsSync(join(path, file)) ? readFileSync(join(path, file), 'utf8').trimEnd().split('\n') : []),
    write,
  };
}

async function storeIn(path: string, store: StoreKind): Promise<string> {
  const made = await store.make(path);
  onTestFinished(() => made.close());
  return made.where.db!;
}

/** The id of the question that is shown as open. */
export const OPEN = /^question open: (q-\S+) /m;
