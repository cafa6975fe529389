/**
 * Tests the promises of docs/clients.md with the real clients: `npm run clients` installs Claude Code, Codex, Gemini CLI and OpenCode from
 * npm (about 400 MB each, once), runs each of them against a fake model on loopback, and prints the table. No account is needed, and your
 * own settings are neither read nor written. Only the installation uses the network. The terminal of Claude Code needs tmux.
 *
 *   npm run clients -- codex gemini      only these
 *   npm run clients -- --only killed     only the cases with these words, in the way, the column or the case
 *   npm run clients -- --write           writes the results into docs/clients.md
 *   npm run clients -- --cache DIR       where they are installed; ~/.cache/askonce/clients by default
 *
 * Exit code 0: everything holds. 1: something does not, and is marked in the table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, Trial } from './clients/cases.ts';
import { CLIENTS, casesOf } from './clients/clients.ts';
import { installed, usualCache } from './clients/install.ts';
import { pageWith, summary, type Tried } from './clients/table.ts';

const PAGE = join(import.meta.dirname, '..', 'docs', 'clients.md');

const { values, positionals } = parseArgs({
  options: {
    cache: { type: 'string' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !CLIENTS.some((client) => client.name === name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown client “${unknown[0]}”. Use one of ${CLIENTS.map((one) => one.name).join(', ')}.\n`);
  process.exit(1);
}
if (values.write && values.only !== '') {
  process.stderr.write('Use either --write or --only: the page holds all cases of a client.\n');
  process.exit(1);
}
const cache = values.cache ?? usualCache();
const chosen = CLIENTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const isWanted = ({ way, column, tried }: Case) => `${way}: ${column}: ${tried}`.includes(values.only);

const all: Tried[] = [];
for (const client of chosen) {
  const trial = new Trial(client, installed(client, cache));
  for (const { way, column, tried, run } of casesOf(client).filter(isWanted)) {
    const case_ = { client, way, column, tried };
    const done = await run(trial).then(
      (happened) => ({ ...case_, happened, held: true }),
      (error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        return { ...case_, happened: `**NOT AS PROMISED**: ${why}`, held: false };
      },
    );
    all.push(done);
    process.stdout.write(`${client.title}: ${way}: ${column}: ${tried}\n  ${done.happened.replaceAll(/\s+/g, ' ')}\n`);
  }
}
process.stdout.write(`\n${summary(all)}\n`);
if (values.write) writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), all));
const failed = all.filter(({ held }) => !held).length;
process.stdout.write(
  `\n${failed === 0 ? `All ${all.length} cases hold.` : `${failed} of ${all.length} did not hold.`}\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
