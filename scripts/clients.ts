/**
 * Tests the promises of docs/mcp.md with the real clients: `npm run clients` installs Claude Code, Codex, Gemini CLI and OpenCode from npm
 * (about 400 MB each, once), runs each of them without a person against a fake model on loopback, and prints a table. No account is needed,
 * and your own settings are neither read nor written. Only the installation uses the network.
 *
 *   npm run clients -- codex gemini      only these
 *   npm run clients -- --cache DIR       where they are installed; ~/.cache/askonce/clients by default
 *
 * Exit code 0: everything holds. 1: something does not, and is marked in the table.
 */
import { parseArgs } from 'node:util';
import { CASES, Trial } from './clients/cases.ts';
import { claudeCode } from './clients/claude-code.ts';
import type { Client } from './clients/client.ts';
import { codex } from './clients/codex.ts';
import { gemini } from './clients/gemini.ts';
import { installed, usualCache } from './clients/install.ts';
import { opencode } from './clients/opencode.ts';

const CLIENTS: readonly Client[] = [claudeCode, codex, gemini, opencode];

const { values, positionals } = parseArgs({ options: { cache: { type: 'string' } }, allowPositionals: true });
const unknown = positionals.filter((name) => !CLIENTS.some((client) => client.name === name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown client “${unknown[0]}”. Use one of ${CLIENTS.map((one) => one.name).join(', ')}.\n`);
  process.exit(1);
}
const cache = values.cache ?? usualCache();
const chosen = CLIENTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

let failed = 0;
const lines = ['| client | version | tried | what happened |', '|---|---|---|---|'];
process.stdout.write(`${lines.join('\n')}\n`);
for (const client of chosen) {
  const trial = new Trial(client, installed(client, cache));
  for (const { tried, run } of [...CASES, ...(client.cases ?? [])]) {
    const happened = await run(trial).catch((error: unknown) => {
      failed += 1;
      return `**NOT AS PROMISED**: ${error instanceof Error ? error.message : String(error)}`;
    });
    const cells = [client.name, client.version, tried, happened];
    process.stdout.write(
      `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |\n`,
    );
  }
}
process.stdout.write(`\n${failed === 0 ? 'All of it holds.' : `${failed} did not hold.`}\n`);
process.exitCode = failed === 0 ? 0 : 1;
