/** The agent that waits: asks twice through the command line, and prints its answers. Goes on from task-agent.sh. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { BIN } from '../../support/programs.ts';

const [name, lock] = process.argv.slice(2) as [string, string];

function ask(question: string): string {
  const asked = spawnSync(process.execPath, [BIN, 'ask', question, '--wait'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (asked.status === 0) return asked.stdout.trim();
  rmSync(lock, { force: true });
  process.exit(1);
}

const answers = [ask(`What is the first colour of ${name}?`), ask(`What is the second colour of ${name}?`)];
rmSync(lock, { force: true });
process.stdout.write(`${name}: ${answers.join(' ')}\n`);
