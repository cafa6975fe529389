/**
 * Makes the screenshots of the README: the inbox page, and the prompt in a terminal. Both show the real program with questions that this
 * script asks. Needs Chromium (set `CHROMIUM_PATH` for another one) and tmux.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../test/support/chromium.ts';
import { buildPageIfOld } from './build-page.ts';
import { terminalPage } from './screenshots/terminal-page.ts';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'bin', 'askonce.js');
const IMAGES = join(ROOT, 'docs', 'images');
const MAX_BYTES = 300_000;
const TRIES = 100;

interface Asked {
  readonly session: string;
  readonly question: string;
  readonly flags: readonly string[];
}

const INBOX: readonly Asked[] = [
  {
    session: 'checkout-api',
    question: 'Which database should the orders service use?',
    flags: [
      ...['--option', 'PostgreSQL', '--option', 'SQLite', '--recommended', 'PostgreSQL'],
      ...['--header', 'Database', '--asker', 'claude-code'],
      ...['--context', 'The service runs on three machines and writes about 50 orders a second.'],
    ],
  },
  {
    session: 'checkout-api',
    question: 'Should I delete the table orders_old?',
    flags: ['--type', 'CONFIRM', '--asker', 'claude-code', '--subject', 'orders_old'],
  },
  {
    session: 'release-notes',
    question: 'Who are the release notes written for?',
    flags: ['--option', 'Customers', '--option', 'Operators', '--asker', 'codex'],
  },
];

const scratch = mkdtempSync(join(tmpdir(), 'askonce-screenshots-'));
// The page shows the name of the project.
const folder = join(scratch, 'shop');
mkdirSync(folder);
const env = { ...process.env, ASKONCE_DB: join(folder, 'askonce.db'), ASKONCE_BY: 'you' };

const askonce = (...args: string[]): void => {
  execFileSync(process.execPath, [BIN, ...args], { cwd: folder, env, stdio: 'ignore' });
};

mkdirSync(IMAGES, { recursive: true });
buildPageIfOld();
let browser: Browser | undefined;
try {
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  await inboxPicture(browser);
  await promptPicture(browser);
} finally {
  await browser?.close();
  rmSync(scratch, { recursive: true, force: true });
}

async function inboxPicture(browser: Browser): Promise<void> {
  for (const { session, question, flags } of INBOX) parked('ask', question, '--session', session, ...flags);
  const server = spawn(process.execPath, [BIN, 'serve', '--port', '0'], { cwd: folder, env });
  try {
    const url = await printed(server.stderr, /is listening on (\S+)/);
    const page = await browser.newPage({
      viewport: { width: 960, height: 790 },
      colorScheme: 'light',
      deviceScaleFactor: 1.5,
    });
    await page.goto(url);
    await page.getByText(INBOX[0]!.question).first().waitFor();
    await save(page.screenshot({ animations: 'disabled' }), 'inbox.png');
    await page.close();
  } finally {
    server.kill('SIGTERM');
  }
}

/** The REPL with an agent that asks one question, in a tmux terminal; Chromium renders its text and colours. */
async function promptPicture(browser: Browser): Promise<void> {
  const project = join(folder, 'shop');
  mkdirSync(project);
  const question = {
    question: 'Which format should the settings file have?',
    options: [{ label: 'YAML', description: 'easy to read and edit' }, { label: 'JSON' }, { label: 'TOML' }],
  };
  writeFileSync(join(project, 'agent.sh'), `#!/bin/sh\necho 'NEEDS_CLARIFICATION: ${JSON.stringify(question)}'\n`, {
    mode: 0o755,
  });
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', `askonce-${process.pid}`, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  const shown = async (wanted: string): Promise<string> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const plain = tmux('capture-pane', '-p').trimEnd();
      // The last row is “…” while the picker ignores keys.
      if (plain.includes(wanted) && !plain.endsWith('…')) return tmux('capture-pane', '-e', '-p');
      await sleep(100);
    }
    throw new Error(`The terminal never showed “${wanted}”. It shows:\n${tmux('capture-pane', '-p')}`);
  };
  const variables = [
    `ASKONCE_DB=${join(folder, 'prompt.db')}`,
    'COLORTERM=',
    'TERM=screen-256color',
    'CI=',
    'NO_COLOR=',
  ];
  const command = ['env', ...variables, process.execPath, BIN, '--exec', './agent.sh'];
  tmux('new-session', '-d', '-x', '80', '-y', '18', '-c', project, ...command);
  try {
    await shown('>');
    tmux('send-keys', 'Add a settings file', 'Enter');
    const screen = await shown('❯ 1');
    const page = await browser.newPage({ viewport: { width: 820, height: 480 }, deviceScaleFactor: 1.5 });
    await page.setContent(terminalPage(screen));
    await save(page.locator('pre').screenshot(), 'prompt.png');
  } finally {
    tmux('kill-server');
  }
}

/** Exit code 2 means that the question waits, which the screenshot needs. */
function parked(...args: string[]): void {
  try {
    askonce(...args);
  } catch (error) {
    if ((error as { status?: number }).status === 2) return;
    throw error;
  }
  throw new Error(`The question was answered without a person: ${args[1]}`);
}

function printed(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (data) => {
      text += String(data);
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    stream.on('end', () => reject(new Error(`The server ended: ${text}`)));
  });
}

async function save(taken: Promise<Buffer>, name: string): Promise<void> {
  const file = join(IMAGES, name);
  writeFileSync(file, await taken);
  const { size } = statSync(file);
  if (size > MAX_BYTES) throw new Error(`${name} has ${size} bytes; at most ${MAX_BYTES} are allowed.`);
  console.log(`docs/images/${name}: ${Math.round(size / 1000)} kB`);
}
