/** A hook of Claude Code whose call a rule decides: as a command, which starts a process, and as a request to a server. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, PACKAGE_ENTRIES } from '../scripts/bundle.ts';
import { type Bench, percentile } from './report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Another command each time, all of them matched by the rule. */
const event = (n: number) => ({
  hook_event_name: 'PermissionRequest',
  session_id: 'bench',
  cwd: '.',
  tool_name: 'Bash',
  tool_input: { command: `npm test -- case-${n}` },
});

export async function onHooks({ report, quick, dir }: Bench): Promise<void> {
  report.title('A hook of Claude Code, decided by a rule');
  const project = join(dir, 'hooks');
  mkdirSync(join(project, '.askonce'), { recursive: true });
  const config = join(dir, 'hooks-config');
  mkdirSync(join(config, 'askonce'), { recursive: true });
  const rules = JSON.stringify({ allow: ['Bash(npm test:*)'] });
  writeFileSync(join(config, 'askonce', 'approvals.json'), rules, { mode: 0o600 });
  const bin = await installed(join(dir, 'hooks-package'));
  const env = { ...process.env, XDG_CONFIG_HOME: config };

  report.progress('hooks as a command');
  const commands: number[] = [];
  // The first run fills caches, and is not counted.
  for (let n = 0; n <= (quick ? 10 : 30); n += 1) {
    const ms = await byCommand(bin, project, env, n);
    if (n > 0) commands.push(ms);
  }
  report.atMost('by command, p50', percentile(commands, 0.5), 150, 'ms');

  report.progress('hooks over HTTP');
  const server = spawn(process.execPath, [bin, 'serve', '--port', '0'], {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const url = await addressOf(server.stderr);
    const requests: number[] = [];
    for (let n = -200; n < (quick ? 200 : 1_000); n += 1) {
      const ms = await byHttp(url, n);
      if (n >= 0) requests.push(ms);
    }
    report.atMost('by http, p50', percentile(requests, 0.5), 5, 'ms');
    report.figure('by http, p99', percentile(requests, 0.99), 'ms');
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
}

/** The published package, which people have: bundled, and without sources. */
async function installed(folder: string): Promise<string> {
  await bundle(PACKAGE_ENTRIES, join(folder, 'dist'));
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'bin', 'askonce.js');
}

function byCommand(bin: string, cwd: string, env: NodeJS.ProcessEnv, n: number): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [bin, 'hook', 'claude-code'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(JSON.stringify({ ...event(n), cwd }));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.once('close', () => {
      if (said.includes('"behavior":"allow"')) resolve(performance.now() - start);
      else reject(new Error(`not allowed: ${said}`));
    });
  });
}

async function byHttp(url: string, n: number): Promise<number> {
  const start = performance.now();
  const reply = await fetch(`${url}/hooks/claude-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event(n)),
  });
  const said = await reply.text();
  if (!said.includes('"behavior":"allow"')) throw new Error(`not allowed: ${reply.status} ${said}`);
  return performance.now() - start;
}

async function addressOf(stderr: AsyncIterable<Buffer>): Promise<string> {
  let said = '';
  for await (const text of stderr) {
    said += String(text);
    const [, url] = /listening on (\S+)/.exec(said) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`the server did not start: ${said}`);
}
