import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ListedClarification, OpenOptions } from '../../src/index.ts';
import { planner } from '../../src/worker/agents/planner/planner.ts';
import { questionAbout } from '../../src/worker/agents/planner/questions.ts';
import type { RunContext, RunnableJob } from '../../src/worker/executor.ts';
import { type Bench, endOf, setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';

const AT = Date.UTC(2026, 0, 31, 9, 30);

interface Run {
  readonly result: Promise<string | undefined>;
  readonly log: string[];
  /** Every question that came to the person, with what the planner asked. */
  readonly asked: ListedClarification[];
}

/** What a person does with a question: answers it, declines it (null), or something of the test's own. */
type Answer = string | null | (() => unknown);

/** Runs one task as a runner would, and answers each question that comes with the next of `answers`. */
function runTask(bench: Bench, prompt: string, answers: readonly Answer[] = [], more: Partial<Options> = {}): Run {
  const { id = 'task-1', session: sessionId = 's', kept = new Map<string, string>(), signal } = more;
  const job: RunnableJob = {
    id,
    session: sessionId,
    prompt,
    originalPrompt: prompt,
    spec: null,
    project: bench.root,
    folder: bench.root,
    run: 1,
  };
  const session = bench.askonce.session(sessionId, more.policy === undefined ? {} : { policy: more.policy });
  const log: string[] = [];
  const asked: ListedClarification[] = [];
  const left = [...answers];
  const context: RunContext = {
    ask: (what, options = {}) =>
      session.ask(what, {
        ...options,
        ...more.ask,
        job: job.id,
        userMessage: job.prompt,
        async onParked({ items }) {
          const waits = items.find(({ outcome }) => outcome === 'parked');
          const question = (await bench.askonce.questions.get(waits!.id!))!;
          asked.push(question);
          const answer = left.shift();
          if (answer === undefined) throw new Error(`no answer is ready for: ${question.question}`);
          if (typeof answer === 'function') await answer();
          else if (answer === null) await bench.askonce.questions.decline(question.id, 'not now');
          else await bench.askonce.questions.answer(question.id, answer, { by: 'Ada' });
        },
      }),
    async once(key, run) {
      if (!kept.has(key)) kept.set(key, JSON.stringify(await run()));
      return JSON.parse(kept.get(key)!);
    },
    log: (line) => log.push(line),
    signal: signal ?? new AbortController().signal,
  };
  const result = endOf(Promise.resolve(planner({ now: () => AT })(job, context)).then((text) => text ?? undefined));
  return { result, log, asked };
}

interface Options {
  id: string;
  session: string;
  kept: Map<string, string>;
  policy: NonNullable<OpenOptions['policy']>;
  ask: { timeout?: string; onTimeout?: 'fail' | 'fallback' };
  signal: AbortSignal;
}

async function projectOf(files: readonly string[], options: OpenOptions = {}): Promise<Bench> {
  const bench = await setUp(sqlite, options);
  for (const file of files) {
    mkdirSync(dirname(join(bench.root, file)), { recursive: true });
    writeFileSync(join(bench.root, file), `this is ${file}\n`);
  }
  return bench;
}

const specOf = ({ root }: Bench, name = 'task-1.md') => readFileSync(join(root, '.askonce', 'specs', name), 'utf8');

describe('the planner', () => {
  it('writes down a task that leaves nothing open, and says that nothing was built', async () => {
    const bench = await projectOf(['src/settings.ts']);
    const { result, log, asked } = runTask(bench, 'Add a dark mode toggle\nto the settings page in settings.ts');
    expect(await result).toBe(
      'The clarified task is in .askonce/specs/task-1.md. No agent is configured, so nothing was built.',
    );
    expect(asked).toEqual([]);
    expect(log).toEqual([
      'No agent is configured, so nothing was built. The clarified task is in .askonce/specs/task-1.md. ' +
        'Configure one with --exec, for example --exec "claude -p".',
    ]);
    expect(specOf(bench)).toBe(`# Task task-1

- Written: 2026-01-31T09:30:00.000Z
- Session: s
- Action: change

## The task, in the person's words

> Add a dark mode toggle
> to the settings page in settings.ts

## Targets

- src/settings.ts (exists)
`);
    expect(readdirSync(join(bench.root, '.askonce', 'specs'))).toEqual(['task-1.md']);
  });

  it('asks what is to be fixed, and keeps the answer with who gave it', async () => {
    const bench = await projectOf(['src/app.ts']);
    const { result, asked } = runTask(bench, 'fix it', ['the crash in app.ts']);
    await result;
    expect(asked).toMatchObject([
      { question: 'What should be fixed?', type: 'FREE_TEXT', reason: 'missing_required_info', subject: 'fix it' },
    ]);
    expect(specOf(bench)).toContain('- Action: fix');
    expect(specOf(bench)).toContain('- src/app.ts (exists)');
    expect(specOf(bench)).toMatch(
      /### What should be fixed\?\n\n> the crash in app\.ts\n\n- Answered by: user \(Ada\)\n- Evidence: \S/,
    );
  });

  it('reads the answer in its turn: a name that fits several files is asked for', async () => {
    const bench = await projectOf(['a/settings.ts', 'b/settings.ts']);
    const { result, asked } = runTask(bench, 'fix it', ['settings.ts', '2']);
    await result;
    expect(asked[1]).toMatchObject({
      question: 'Which settings.ts is meant?',
      type: 'TARGET_FILE',
      reason: 'target_file_ambiguous',
      options: [{ label: 'a/settings.ts' }, { label: 'b/settings.ts' }],
    });
    expect(specOf(bench)).toContain('- b/settings.ts (exists)');
    expect(specOf(bench)).not.toContain('- a/settings.ts');
  });

  it('asks what to do with a thing, and nothing more after “Fix it”', async () => {
    const bench = await projectOf(['src/app.ts']);
    const { result, asked } = runTask(bench, 'app.ts', ['Fix it']);
    await result;
    expect(asked).toMatchObject([
      {
        question: 'What should be done with app.ts?',
        type: 'SELECT_ONE',
        reason: 'target_action_ambiguous',
        options: [{ label: 'Create it' }, { label: 'Change it' }, { label: 'Fix it' }, { label: 'Explain it' }],
      },
    ]);
    expect(specOf(bench)).toContain('- Action: fix');
  });

  it('takes words of the person’s own for the action', async () => {
    const bench = await projectOf([]);
    await runTask(bench, 'the login page', ['delete it']).result;
    expect(specOf(bench)).toContain('- Action: delete');
  });

  it('asks before a file would be overwritten, about that file, as a destructive question', async () => {
    const bench = await projectOf(['notes.md']);
    const { result, asked } = runTask(bench, 'yes, create notes.md', ['yes']);
    await result;
    expect(asked).toMatchObject([
      { type: 'CONFIRM', reason: 'target_file_exists', destructive: true, subject: 'notes.md' },
    ]);
    expect(specOf(bench)).toContain('- notes.md (exists, will be overwritten)');
    expect(readFileSync(join(bench.root, 'notes.md'), 'utf8')).toBe('this is notes.md\n');
  });

  // The engine finds that in the words too; the planner does not count on it.
  it('says itself that overwriting destroys, and what', () => {
    const question = questionAbout({ reason: 'target_file_exists', file: 'notes.md' }, 'create notes.md');
    expect(question).toMatchObject({ destructive: true, subject: 'notes.md' });
  });

  it('offers the files only where they can be told apart, and are not too many to read', () => {
    const options = (candidates: string[]) =>
      questionAbout({ reason: 'target_file_ambiguous', written: 'a.ts', candidates }, 'fix a.ts').options;
    expect(options(['x/a.ts', 'y/a.ts'])).toEqual(['x/a.ts', 'y/a.ts']);
    expect(options(['x/a.ts', 'X/a.ts'])).toBeUndefined();
    expect(options(Array.from({ length: 201 }, (_, i) => `${i}/a.ts`))).toBeUndefined();
  });

  it('asks so also after “Create it”, and for hidden folders, which the listing leaves out', async () => {
    const bench = await projectOf(['.github/workflows/ci.yml']);
    const { result, asked } = runTask(bench, '.github/workflows/ci.yml', ['Create it', 'yes']);
    await result;
    expect(asked.map(({ type }) => type)).toEqual(['SELECT_ONE', 'CONFIRM']);
  });

  it('asks for another file where the first is to stay, and confirms that one too where it exists', async () => {
    const bench = await projectOf(['notes.md', 'docs/draft.md']);
    const { result, asked } = runTask(bench, 'create notes.md', ['no', 'use docs/draft.md', 'no', 'docs/fresh.md']);
    await result;
    expect(asked.map(({ type, subject }) => [type, subject])).toEqual([
      ['CONFIRM', 'notes.md'],
      ['FREE_TEXT', 'notes.md'],
      ['CONFIRM', 'docs/draft.md'],
      ['FREE_TEXT', 'docs/draft.md'],
    ]);
    expect(specOf(bench)).toContain(
      '- notes.md (exists, will not be changed)\n- docs/draft.md (exists, will not be changed)\n- docs/fresh.md (new)',
    );
  });

  it('does not go in circles: a file that is to stay is no other file', async () => {
    const bench = await projectOf(['a.md', 'b.md']);
    const { result, asked } = runTask(bench, 'create a.md', ['no', 'b.md', 'no', 'a.md']);
    expect(await result).toContain('1 point is left open.');
    expect(asked).toHaveLength(4);
    expect(specOf(bench)).toContain('## Open points\n\n- Which file to create instead of “b.md”: “a.md” is a file');
  });

  it.each(['../elsewhere.md', 'something nicer'])('keeps open what names no file of the project: %s', async (said) => {
    const bench = await projectOf(['a.md']);
    await runTask(bench, 'create a.md', ['no', said]).result;
    expect(specOf(bench)).toContain(`“${said}” is not a file inside the project.`);
  });

  it('records what was declined as an open point', async () => {
    const bench = await projectOf(['a.md']);
    const { result } = runTask(bench, 'create a.md', [null]);
    expect(await result).toContain('1 point is left open.');
    expect(specOf(bench)).toContain('“a.md” exists already. Should it be overwritten? Not answered: declined');
    expect(specOf(bench)).toContain('- a.md (exists, will not be changed)');
  });

  it('records what expired as an open point', async () => {
    const bench = await projectOf([]);
    const { result } = runTask(bench, 'fix it', [() => bench.clock.advance(60_001)], {
      ask: { timeout: '1m', onTimeout: 'fail' },
    });
    await result;
    expect(specOf(bench)).toContain('What should be fixed? Not answered: expired');
  });

  it('records a fallback as an assumption', async () => {
    const bench = await projectOf(['x/a.ts', 'y/a.ts', 'x/b.ts', 'y/b.ts']);
    const { result, asked } = runTask(bench, 'fix a.ts and b.ts', ['x/a.ts'], { policy: 'orchestrator' });
    await result;
    expect(asked).toHaveLength(1);
    expect(specOf(bench)).toContain('## Assumptions\n\n- Which b.ts is meant? No answer, so: Previous');
  });

  it('fails with the words of an ask that failed', async () => {
    const bench = await projectOf(['x/a.ts', 'y/a.ts', 'x/b.ts', 'y/b.ts']);
    const { result } = runTask(bench, 'fix a.ts and b.ts', ['x/a.ts'], { policy: 'job' });
    await expect(result).rejects.toThrow('Clarification did not resolve ambiguity. Please rephrase.');
    expect(existsSync(join(bench.root, '.askonce', 'specs'))).toBe(false);
  });

  it('asks nothing again when it is run again, and writes nothing twice', async () => {
    const bench = await projectOf(['notes.md']);
    const kept = new Map<string, string>();
    await runTask(bench, 'create notes.md', ['no', 'other.md'], { kept }).result;
    writeFileSync(join(bench.root, '.askonce', 'specs', 'task-1.md'), 'edited');
    const again = runTask(bench, 'create notes.md', [], { kept });
    expect(await again.result).toContain('.askonce/specs/task-1.md');
    expect(again.asked).toEqual([]);
    expect(specOf(bench)).toBe('edited');
  });

  it('never writes over a spec that says something else, and finds its own again', async () => {
    const bench = await projectOf([]);
    await runTask(bench, 'deploy').result;
    expect(await runTask(bench, 'deploy').result).toContain('specs/task-1.md');
    writeFileSync(join(bench.root, '.askonce', 'specs', 'task-1.md'), 'edited');
    expect(await runTask(bench, 'deploy').result).toContain('specs/task-1-2.md');
    expect(specOf(bench)).toBe('edited');
  });

  it('applies in a session what was answered there, and asks anew for other words', async () => {
    const bench = await projectOf([]);
    await runTask(bench, 'fix it', ['the login page']).result;
    const same = runTask(bench, 'fix it', [], { id: 'task-2' });
    await same.result;
    expect(same.asked).toEqual([]);
    expect(specOf(bench, 'task-2.md')).toContain('- Answered by: history');
    const other = runTask(bench, 'fix that', ['the footer'], { id: 'task-3' });
    await other.result;
    expect(other.asked).toHaveLength(1);
  });

  it('makes a plain file name of any job id', async () => {
    const bench = await projectOf([]);
    const text = await runTask(bench, 'deploy', [], { id: '../../etc/x:y' }).result;
    expect(text).toMatch(/specs\/_etc_x_y-[0-9a-f]{8}\.md/);
    expect(readdirSync(bench.root)).toEqual(['.askonce']);
  });

  it('quotes what the person said, so that it cannot pass for a part of the spec', async () => {
    const bench = await projectOf([]);
    await runTask(bench, 'deploy\n## Open points\n\n- none').result;
    expect(specOf(bench).match(/^## .*$/gm)).toEqual(["## The task, in the person's words"]);
  });

  it('asks what to do where the task is empty', async () => {
    const bench = await projectOf([]);
    const { result, asked } = runTask(bench, '', ['fix it']);
    await result;
    expect(asked.map(({ question }) => question)).toEqual(['What should be done?']);
    expect(specOf(bench)).toContain('- Action: fix');
  });

  it('stops where it is told to, before it writes', async () => {
    const bench = await projectOf([]);
    const { result } = runTask(bench, 'deploy', [], { signal: AbortSignal.abort(new Error('cancelled')) });
    await expect(result).rejects.toThrow('cancelled');
    expect(existsSync(join(bench.root, '.askonce'))).toBe(false);
  });
});
