/** What may come in at the REPL without a terminal: scripts, other line ends, other languages, too much, and hostile text. */
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { BIN } from '../../support/programs.ts';
import { asking, askingLate, FORMAT, held, letGo, told } from './agents.ts';
import { newProject } from './repl.ts';

const idOf = (stdout: string) => /Task (task-\S+) queued/.exec(stdout)![1]!;

describe('a script as all of the input', () => {
  it('is taken line by line: each answer waits for its question', async () => {
    const project = newProject();
    const agent = asking(project, FORMAT, 'Which name should it have?');
    const lines = ['Create configuration file', '/respond YAML', '/respond settings', '/exit', 'never done'];
    const { code, stdout, stderr } = await project.piped(agent, `${lines.join('\n')}\n`);
    const task = idOf(stdout);
    expect(told(project, task).filter(Boolean).slice(1)).toEqual([
      'Clarification Answer: YAML',
      'Clarification Answer: settings',
    ]);
    expect(stdout).toMatch(
      /"YAML"\nTask \S+ continuing\.{3}\n[\s\S]*"settings"\nTask \S+ continuing\.{3}\n\[v\] Task \S+/,
    );
    expect(stdout.match(/queued\./g)).toHaveLength(1);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('works through a real shell pipe, and where the last line has no end', async () => {
    const project = newProject();
    const agent = asking(project, FORMAT);
    const line = `printf 'Create configuration file\\n/respond 2' | "$0" "$1" --exec "$2"`;
    const shell = spawn('sh', ['-c', line, process.execPath, BIN, agent], {
      cwd: project.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const code = await new Promise((resolve) => shell.on('close', resolve));
    expect(stdout).toContain('Response received: "JSON"\n');
    expect(told(project, idOf(stdout)).at(-1)).toBe('Clarification Answer: JSON');
    expect(code).toBe(0);
  });

  it('gives its answers to the oldest task first, whichever of them is quicker to ask', async () => {
    const project = newProject();
    const repl = project.repl(askingLate(project));
    repl.type('first', 'second', '/respond 1111', '/respond 2222');
    const [first, second] = [await repl.shows(/Task (task-\S+) queued/), await repl.shows(/Task (task-\S+) queued/)];
    await repl.shows(`[?] ${second} - second`);
    letGo(project);
    await repl.end();
    const { jobs } = await project.open();
    expect((await jobs.get(first))?.result).toContain('Clarification Answer: 1111');
    expect((await jobs.get(second))?.result).toContain('Clarification Answer: 2222');
  });

  it('may answer a task by its id before that task has asked', async () => {
    const project = newProject();
    const repl = project.repl(askingLate(project));
    const first = await repl.queue('first');
    repl.type(`/respond ${first} 1111`);
    letGo(project);
    await repl.shows(`Response received: "1111"\nTask ${first} continuing...\n`);
    expect((await repl.end()).code).toBe(0);
  });

  it('ends with 2 where it has too few answers, and with 1 and E107 where it has too many', async () => {
    const [project, other] = [newProject(), newProject()];
    const few = await other.piped(asking(other, FORMAT, 'Which name?'), 'Create it\n/respond YAML\n');
    expect(few.code).toBe(2);
    expect(few.stderr).toMatch(/^question open: q-\S+ \(task-\S+\): Which name\?\n$/);
    const many = await project.piped(asking(project, 'Which colour?'), 'Paint it\n/respond red\n/respond blue\n');
    expect(many.code).toBe(1);
    expect(many.stdout).toContain('Code: E107\n');
    expect(told(project, idOf(many.stdout)).at(-1)).toBe('Clarification Answer: red');
  });
});

describe('the end of the input', () => {
  it('lets an agent that runs ask, and ends with 2', async () => {
    const project = newProject();
    const repl = project.repl(held(project, 'echo "NEEDS_CLARIFICATION: Which port should it use?"'));
    await repl.queue('Start a server');
    const ended = repl.end();
    letGo(project);
    expect((await ended).code).toBe(2);
  });

  it('applies answers given in advance, by flag and by file, and asks for nothing they answer', async () => {
    const project = newProject();
    project.file('answers.json', JSON.stringify({ 'Which name should it have?': 'settings' }));
    const agent = asking(project, FORMAT, 'Which name should it have?');
    const args = ['--answer', `${FORMAT.question}=JSON`, '--answers', 'answers.json'];
    const { code, stdout, stderr } = await project.piped(agent, 'Create configuration file\n', args);
    expect(told(project, idOf(stdout)).filter(Boolean).slice(1)).toEqual([
      'Clarification Answer: JSON',
      'Clarification Answer: settings',
    ]);
    expect(stdout).toContain(`Answered in advance: ${FORMAT.question} → JSON\n`);
    expect(stdout).toContain('Answered in advance: Which name should it have? → settings\n');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('says which answer in advance was not taken, and leaves its question open', async () => {
    const project = newProject();
    const question = { question: 'Which format should I use?', options: ['YAML', 'JSON'], strictOptions: true };
    const args = ['--answer', 'Which format should I use?=TOML'];
    const { code, stderr } = await project.piped(asking(project, question), 'Create it\n', args);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^The answer supplied for “Which format should I use\?” was rejected: .*TOML.*\nquestion open: q-/,
    );
  });
});

describe('any text', () => {
  it('may have the line ends of Windows', async () => {
    const project = newProject();
    const agent = asking(project, 'Which name should it have?');
    const { code, stdout } = await project.piped(agent, 'Create it\r\n/respond settings\r\n/exit\r\n');
    expect(stdout).toContain('Response received: "settings"\n');
    expect(told(project, idOf(stdout))).toEqual(['Create it', '', 'Clarification Answer: settings']);
    expect(code).toBe(0);
  });

  it('may be Japanese, in the task, the question and the answer', async () => {
    const project = newProject();
    const agent = asking(project, '設定ファイルの形式はどれにしますか？');
    const { code, stdout } = await project.piped(
      agent,
      '設定ファイルを作成してください\n/respond ヤムル形式\n/tasks\n',
    );
    expect(stdout).toContain(' - 設定ファイルを作成してください\n    Question: 設定ファイルの形式はどれにしますか？\n');
    expect(stdout).toContain('Response received: "ヤムル形式"\n');
    expect(told(project, idOf(stdout))).toEqual([
      '設定ファイルを作成してください',
      '',
      'Clarification Answer: ヤムル形式',
    ]);
    expect(code).toBe(0);
  });

  it('may be very long: the agent gets all of it, and a list shows a line of it', async () => {
    const project = newProject();
    const long = `Write down ${'x'.repeat(90_000)} and stop`;
    const repl = project.repl('wc -c');
    const task = await repl.queue(long);
    await repl.shows(/COMPLETE\n {4}(\d+)/);
    expect((await (await project.open()).jobs.get(task))?.result).toBe(String(long.length));
    const list = await repl.block('/tasks');
    expect(list.split('\n').every((line) => line.length <= 80)).toBe(true);
    expect(list).toContain('…\n');
  });

  it('that is too long is refused in one short error, and the next line is taken', async () => {
    const project = newProject();
    const repl = project.repl('cat');
    await repl.shows(/agent: .*\n/);
    const shown = await repl.block('y'.repeat(1_100_000));
    expect(shown).toMatch(
      /^Error: The prompt has 1100000 characters; the limit is \d+\.[\s\S]*\nCode: text_too_long\n$/,
    );
    await repl.queue('Do it');
    await repl.shows('COMPLETE');
  });

  const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/;

  it('of a hostile agent never reaches the output raw, in its log, its result and its error', async () => {
    const project = newProject();
    const raw = "printf '\\033[2J\\033]0;owned\\007 \\302\\205 \\342\\200\\256exe.txt\\n'";
    project.file('hostile.sh', `prompt=$(cat); ${raw}; ${raw} >&2; case "$prompt" in *fail*) exit 3;; esac`);
    const lines = ['Do \u001b[1m it \u202e', 'fail', '/respond', '/tasks', '/logs 1', '/logs 2', '/x\u001b[5m'];
    const { code, stdout, stderr } = await project.piped('sh hostile.sh', `${lines.join('\n')}\n`);
    for (const written of ['Do \\u{1b}[1m it \\u{202e}', '  \\u{202e}exe.txt', 'exited with code 3: ', '/x\\u{1b}[5m'])
      expect(stdout).toContain(written);
    expect(stdout + stderr).not.toMatch(RAW);
    expect(code).toBe(1);
  });

  it.each([
    ['escape codes', 'Which \u001b[2Jname?', 'The question contains control characters.'],
    ['turned letters', 'Open \u202eexe.txt\u202c?', 'The question contains characters that change the text direction'],
  ])('with %s is no question: the agent is told so, and fails where it goes on', async (_what, question, why) => {
    const project = newProject();
    const { code, stdout } = await project.piped(asking(project, { question }), 'Do it\n/respond\n/tasks\n/logs 1\n');
    expect(stdout).toContain(`ERROR: The agent’s clarification request could not be read: ${why}`);
    expect(stdout).not.toMatch(RAW);
    expect(stdout).not.toContain('[?]');
    expect(code).toBe(1);
  });

  it('is a task where it is a path, and a command where one word stands behind a slash', async () => {
    const project = newProject();
    const repl = project.repl('cat');
    await repl.queue('/etc/hosts is wrong, say why');
    await repl.shows('COMPLETE\n    /etc/hosts is wrong, say why\n');
    expect(await repl.block('/respond: YAML')).toMatch(/^Error: Unknown command: \/respond:\n.*\/respond\?/);
    expect(await repl.block('/')).toMatch(/^Error: Unknown command: \/\n/);
    expect(await repl.block('   ')).toBe('');
  });
});
