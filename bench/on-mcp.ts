/** `askonce mcp` from a client's view: how soon it can list its tools. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Bench, percentile } from './report.ts';

const COMMAND = fileURLToPath(new URL('../bin/askonce.js', import.meta.url));

/** The first messages of a 2025-era client; sent before the server is ready to read. */
const HELLO = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
];

export async function onMcp({ report, quick, dir }: Bench): Promise<void> {
  report.title('MCP');
  const project = join(dir, 'mcp');
  mkdirSync(join(project, '.askonce'), { recursive: true });
  report.progress('starts of askonce mcp');
  const times: number[] = [];
  // The first run fills caches, and is not counted.
  for (let n = 0; n <= (quick ? 5 : 20); n += 1) {
    const ms = await untilTools(project);
    if (n > 0) times.push(ms);
  }
  report.atMost('from the start to the list of tools, p50', percentile(times, 0.5), 500, 'ms');
  report.figure('from the start to the list of tools, worst', Math.max(...times), 'ms');
}

async function untilTools(project: string): Promise<number> {
  const start = performance.now();
  const { ASKONCE_DB: _db, ...env } = process.env;
  const child = spawn(process.execPath, [COMMAND, 'mcp'], { cwd: project, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (const message of HELLO) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let ms = Number.NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line) as { id?: number; result?: { tools?: unknown[] } };
    if (id !== 2) continue;
    if (result?.tools?.length !== 3) throw new Error(`not the tools: ${line}`);
    ms = performance.now() - start;
    break;
  }
  child.stdin.end();
  await ended;
  return ms;
}
