/** The whole REPL on a terminal of its own, in a project of its own, with agents that are small shell scripts. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolvedPromptIn } from '../../support/agent-prompts.ts';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';
import { type Awaited, type OpenTerminal, openTerminal, type TerminalOptions } from '../../support/pty.ts';

export interface Place extends Folder {
  /** Opens the REPL and waits for its prompt, or for what stands there instead. */
  open(options?: ReplOptions): Promise<OpenTerminal>;
  /** A shell with job control, in which the REPL is started with a word: `askonce`. */
  openShell(): Promise<OpenTerminal>;
  /** What the agents were given, run by run. */
  heard(): string[];
  /** What an agent wrote down of itself, such as the number of its process; empty until it has. */
  written(name: string): string;
}

export interface ReplOptions extends Partial<Omit<TerminalOptions, 'file' | 'program'>> {
  /** What shows that it is ready; the prompt by default. */
  readonly shows?: Awaited;
}

/**
 * A task's first word names the script that is run for it: `tasks` holds a script for each word. A script finds its prompt in
 * $prompt, without what it asked before in $task, and writes below $notes.
 */
export function newPlace(tasks: Readonly<Record<string, string>> = {}): Place {
  const folder = newFolder();
  const project = join(folder.path, 'project');
  const scripts = join(folder.path, 'scripts');
  const notes = join(folder.path, 'notes');
  for (const path of [project, scripts, notes]) mkdirSync(path);
  // A folder with this in it is a project, wherever the test's folder lies.
  mkdirSync(join(project, '.askonce'));
  for (const [word, script] of Object.entries(tasks)) writeFileSync(join(scripts, word), script);
  const agent = join(folder.path, 'agent.sh');
  writeFileSync(
    agent,
    `notes='${notes}'
prompt=$(cat)
printf '%s\\036' "$prompt" >> "$notes/heard"
blank='

'
task=$prompt
while [ "\${task#You asked: }" != "$task" ]; do task=\${task#*"$blank"}; done
word=\${task%%[!a-z]*}
. '${scripts}'/"$word"
`,
  );
  return {
    ...folder,
    path: project,
    run: (args, options) => folder.run(args, { cwd: project, ...options }),
    start: (args, options) => folder.start(args, { cwd: project, ...options }),
    async pending() {
      return JSON.parse((await folder.run(['inbox', '--json'], { cwd: project })).stdout).items;
    },
    async open({ shows = /^>( |$)/m, args = [], ...options } = {}) {
      const terminal = openTerminal({ file: BIN, args: ['--exec', `sh ${agent}`, ...args], cwd: project, ...options });
      await terminal.waitFor(shows);
      return terminal;
    },
    async openShell() {
      const started = `${process.execPath} ${BIN} --exec 'sh ${agent}'`;
      const rc = join(folder.path, 'rc');
      writeFileSync(rc, `PS1='$ '\naskonce() { ${started}; echo "exit $?"; }\n`);
      const args = ['--noprofile', '--rcfile', rc, '--noediting', '-i'];
      const terminal = openTerminal({ program: 'bash', file: args[0]!, args: args.slice(1), cwd: project });
      await terminal.waitFor(/^\$/m);
      return terminal;
    },
    heard: () => read(join(notes, 'heard')).split('\u001e').slice(0, -1).map(resolvedPromptIn),
    written: (name) => read(join(notes, name)).trim(),
  };
}

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** A script that asks, and ends once it has its answer. */
export function asks(question: object): string {
  const json = JSON.stringify(question).replaceAll("'", `'\\''`);
  return `case "$prompt" in *"Clarification Answer: "*) echo finished; exit;; esac
printf '%s\\n' 'NEEDS_CLARIFICATION: ${json}'`;
}

/** A script that runs until it is stopped, and says who it is. */
export const RUNS_ON =
  'echo "still at it"; echo $$ > "$notes/pid.new"; mv "$notes/pid.new" "$notes/pid"; exec sleep 600';

export const FORMAT = {
  question: 'Which format should it have?',
  options: [{ label: 'YAML', description: 'read by people' }, { label: 'JSON' }, { label: 'TOML' }],
};

/** Types a line and presses Enter. */
export function enter(terminal: OpenTerminal, line: string): void {
  terminal.type(line);
  terminal.press('enter');
}

/** The id that the REPL gave to its newest task. */
export function newestTask(terminal: OpenTerminal): string {
  return (
    terminal
      .everything()
      .join('\n')
      .match(/task-\w+(?= queued)/g)
      ?.at(-1) ?? 'no task'
  );
}
