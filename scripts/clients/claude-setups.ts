/** The ways in which Claude Code reaches AskOnce: hooks by command and by http, and the prompt tool; and what its agent does there. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AskOnce } from '../../src/index.ts';
import type { Around } from './cases.ts';
import type { Client } from './client.ts';
import { ASKONCE, type Workplace } from './workplace.ts';

type SetUp = Client['setUp'];

/** Starts Claude Code with these settings and arguments. */
export type Start = (place: Workplace, settings: object, args?: readonly string[]) => ReturnType<SetUp>;

const EVENTS = { PreToolUse: 'AskUserQuestion', PermissionRequest: '', Elicitation: '', Notification: '' };
type EventName = keyof typeof EVENTS;

/** The settings that run one hook for these events. */
export function hooksOf(hook: object, events = Object.keys(EVENTS) as EventName[]): object {
  const all = events.map((event) => [event, [{ matcher: EVENTS[event], hooks: [hook] }]]);
  return { hooks: Object.fromEntries(all) };
}

export const byCommand = (...flags: readonly string[]): object => ({
  type: 'command',
  command: [process.execPath, ASKONCE, 'hook', 'claude-code', ...flags].map((word) => `'${word}'`).join(' '),
  timeout: 60,
  onFailure: 'block',
});

/** Runs `askonce serve` in the workplace until it is removed. If it is killed, it is started again at the same address. */
export async function byHttp(place: Workplace, wait: string): Promise<object> {
  const url = await serve(place, '0');
  return {
    type: 'http',
    url: `${url}/hooks/claude-code?wait=${wait}`,
    headers: { 'X-Claude-Code-Entrypoint': '$CLAUDE_CODE_ENTRYPOINT', 'X-AskOnce-Own-Hooks': '$ASKONCE_OWN_HOOKS' },
    allowedEnvVars: ['CLAUDE_CODE_ENTRYPOINT', 'ASKONCE_OWN_HOOKS'],
    timeout: 60,
    onFailure: 'block',
  };
}

async function serve(place: Workplace, port: string): Promise<string> {
  const server = spawn(process.execPath, [ASKONCE, 'serve', '--port', port], {
    cwd: place.project,
    env: place.shelter(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  let isOver = false;
  place.atEnd(async () => {
    isOver = true;
    server.kill('SIGKILL');
    await ended;
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, found] = /listening on (http:\/\/[^\s#]+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found.replace(/\/$/, ''));
    });
    void ended.then(() => reject(new Error(`askonce serve ended: ${said}`)));
  });
  void ended.then(() => {
    // The workplace may be removed while it starts.
    if (!isOver) place.model.thinkUntil(serve(place, new URL(url).port).catch(() => {}));
  });
  return url;
}

export interface Setups {
  readonly command: (wait: string, ...flags: readonly string[]) => SetUp;
  readonly http: (wait: string) => SetUp;
  readonly prompt: (settings?: object, ...flags: readonly string[]) => SetUp;
}

export function setupsWith(start: Start): Setups {
  const mcp = (place: Workplace, flags: readonly string[]): readonly string[] => {
    const askonce = { command: process.execPath, args: [ASKONCE, 'mcp', ...flags] };
    place.write(join(place.project, '.mcp.json'), { mcpServers: { askonce } });
    return ['--mcp-config', '.mcp.json', '--strict-mcp-config'];
  };
  return {
    command:
      (wait, ...flags) =>
      (place) =>
        start(place, hooksOf(byCommand('--wait', wait, ...flags))),
    http: (wait) => async (place) => start(place, hooksOf(await byHttp(place, wait))),
    prompt:
      (settings = {}, ...flags) =>
      (place) => {
        const prompt = ['--permission-prompt-tool', 'mcp__askonce__approve'];
        return start(place, settings, [...prompt, ...mcp(place, ['--approve', ...flags])]);
      },
  };
}

/** A file that the agent's command makes. */
export const BASH = { tool: 'Bash', args: { command: 'touch made', description: 'make a file' } };
export const QUESTIONS = {
  tool: 'AskUserQuestion',
  args: {
    questions: [
      {
        question: 'Which database should I use?',
        header: 'Database',
        multiSelect: false,
        options: [
          { label: 'PostgreSQL', description: 'a server', preview: 'db: postgres://…' },
          { label: 'SQLite', description: 'a file', preview: 'db: file.db' },
        ],
      },
      {
        question: 'Which features do you want?',
        header: 'Features',
        multiSelect: true,
        options: [
          { label: 'Auth', description: 'who is there' },
          { label: 'Cache', description: 'what is known' },
        ],
      },
      {
        question: 'What should it be called?',
        header: 'Name',
        multiSelect: false,
        options: [
          { label: 'app', description: 'short' },
          { label: 'service', description: 'long' },
        ],
      },
    ],
  },
};

export type OnQuestion = NonNullable<Around['onQuestion']>;

export const decide =
  (decision: Parameters<AskOnce['approvals']['decide']>[1]): OnQuestion =>
  (id, askonce) =>
    askonce.approvals.decide(id, { by: 'ada', surface: 'page', ...decision });

const answers: Record<string, string | string[]> = {
  // The second line is a note on the choice.
  'Which database should I use?': 'SQLite\nuntil there are two machines',
  'Which features do you want?': ['Auth', 'Cache'],
  'What should it be called?': 'ledger, in lower case',
  'Region?': 'Europe',
  'Replicas?': '3',
  'Backups?': 'yes',
};

export const answerAll: OnQuestion = async (id, askonce) => {
  const question = (await askonce.questions.get(id))!;
  await askonce.questions.answer(id, answers[question.question]!, { by: 'ada', surface: 'page' });
};

/** Whether files that the agent's commands make are there, looked at before the workplace is removed. */
export function watching(setUp: SetUp): { setUp: SetUp; made: (file?: string) => boolean } {
  const files = ['made', 'edited', 'other'];
  const made = new Set<string>();
  return {
    made: (file = 'made') => made.has(file),
    async setUp(place) {
      place.atEnd(() => {
        for (const file of files) if (existsSync(join(place.project, file))) made.add(file);
      });
      return setUp(place);
    },
  };
}
