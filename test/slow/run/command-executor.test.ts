/** Agents on the command line, as real processes: what they find around them, and how they ask. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AskOnce } from '../../../src/index.ts';
import { commandExecutor } from '../../../src/worker/index.ts';
import { type Work, workOf } from '../../run/agents.ts';
import { endOf, setUp } from '../../support/open.ts';
import { BIN } from '../../support/programs.ts';
import { sqlite } from '../../support/stores.ts';

interface Limits {
  readonly totalMs?: number;
  readonly idleMs?: number;
  readonly promptMs?: number;
}

/** A runner whose agent is a shell script; `askonce` in it is the real command. */
async function scriptAtWork(script: string, limits: Limits = {}): Promise<Work> {
  const bench = await setUp(sqlite);
  const file = join(bench.outside, 'agent.sh');
  writeFileSync(file, `#!/bin/sh\naskonce() { '${process.execPath}' '${BIN}' "$@"; }\n${script}\n`);
  chmodSync(file, 0o755);
  const executor = commandExecutor({
    command: file,
    db: join(bench.outside, '..', 'askonce.db'),
    totalMs: 20_000,
    idleMs: null,
    isWaiting: (job) => work.runner.running().some((run) => run.waits && run.job.id === job),
    ...limits,
  });
  const work: Work = await workOf(bench, executor);
  return work;
}

const pendingOf = async (askonce: AskOnce) => (await askonce.questions.list({ status: 'pending' })).items;

describe('a command-line agent', () => {
  it('gets the prompt on its stdin, and the store, the session and the job in its environment', async () => {
    const work = await scriptAtWork('cat; echo; pwd; echo "$ASKONCE_DB|$ASKONCE_SESSION|$ASKONCE_JOB"');
    const id = await work.begin('Say where you are', { session: 's1' });
    const { state, result } = await work.ended(id);
    expect(state).toBe('COMPLETE');
    const db = join(work.outside, '..', 'askonce.db');
    expect(result!.split('\n')).toEqual(['Say where you are', work.root, `${db}|s1|${id}`]);
  });

  it('has both its streams in the log of its job, each line by its stream', async () => {
    const work = await scriptAtWork('echo working; echo careful >&2; echo done');
    const id = await work.begin('Go');
    await work.ended(id);
    const log = await work.askonce.jobs.log(id);
    const of = (stream: string) => log.filter((one) => one.stream === stream).map(({ line }) => line);
    expect(of('stdout')).toEqual(['working', 'done']);
    expect(of('stderr')).toEqual(['careful']);
    expect(work.lines).toContainEqual(['careful', 'stderr']);
  });

  it('that prints its question is run again with the answer on its stdin', async () => {
    const work = await scriptAtWork(
      'prompt=$(cat)\ncase "$prompt" in *"Answer: YAML"*) echo "Used YAML.";; *) echo "NEEDS_CLARIFICATION: Which format?";; esac',
    );
    const id = await work.begin('Add a config file');
    expect(await work.answering(id, 'YAML')).toMatchObject({ state: 'COMPLETE', result: 'Used YAML.', runs: 1 });
  });

  it('that fails ends its job in ERROR, with what it said on stderr', async () => {
    const work = await scriptAtWork('echo "no key is set" >&2; exit 4');
    expect(await work.ended(await work.begin('Go'))).toMatchObject({
      state: 'ERROR',
      error: 'The agent ended with exit code 4: no key is set',
    });
  });
});

describe('an agent that calls askonce itself', () => {
  it('waits for the answer and goes on, and its sub-agents share what the session was told', async () => {
    const work = await scriptAtWork(
      'one=$(askonce ask "Which format?" --wait 2>/dev/null) || exit 9\n' +
        'two=$(sh -c "\'$0\' sub" 2>/dev/null)\necho "$one and $two"',
    );
    // The sub-agent is a process of its own, started by the agent, and asks the same.
    const file = join(work.outside, 'agent.sh');
    const [first, ...rest] = readFileSync(file, 'utf8').split('\n');
    const sub = `if [ "$1" = sub ]; then '${process.execPath}' '${BIN}' ask "which format should I use?" --wait; exit; fi`;
    writeFileSync(file, [first, sub, ...rest].join('\n').replace('"Which format?"', '"Which format should I use?"'));
    const id = await work.begin('Add a config file');
    const question = await work.waits(id);
    expect(question).toMatchObject({ job: id, question: 'Which format should I use?' });
    await work.askonce.questions.answer(question.id, 'YAML');
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE', result: 'YAML and YAML', runs: 1 });
    expect(await work.count('clarifications')).toBe(1);
  });

  it.each([0, 1])(
    'and ends with %s without waiting leaves its job waiting, to be run again with the answer',
    async (code) => {
      const work = await scriptAtWork(
        `answer=$(askonce ask "Which format should I use?") || { echo "I will be back." >&2; exit ${code}; }\necho "Used $answer."`,
      );
      const id = await work.begin('Add a config file');
      await letGo(work, id);
      const [question] = await pendingOf(work.askonce);
      expect(await work.askonce.jobs.get(id)).toMatchObject({ state: 'AWAITING_RESPONSE', worker: null });
      await work.askonce.questions.answer(question!.id, 'YAML');
      expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE', result: 'Used YAML.', runs: 2 });
    },
  );

  it('cannot answer its own question, nor take an answer back', async () => {
    const work = await scriptAtWork(
      'askonce ask "Which format should I use?" >/dev/null 2>&1\n' +
        'id=$(askonce inbox --json | sed -n \'s/.*"id":"\\(q-[^"]*\\)".*/\\1/p\')\n' +
        'askonce answer "$id" YAML 2>&1; echo "ended with $?"\naskonce revoke "$id" 2>&1 | tail -1',
    );
    const id = await work.begin('Add a config file');
    await letGo(work, id);
    const log = (await work.askonce.jobs.log(id)).map(({ line }) => line);
    expect(log).toContain('ended with 1');
    expect(log.filter((line) => line === 'code: person_only')).toHaveLength(2);
    expect(await pendingOf(work.askonce)).toMatchObject([{ question: 'Which format should I use?', job: id }]);
  });
});

/** Until its run is over, and it waits for a person. */
async function letGo(work: Work, id: string): Promise<void> {
  const { askonce } = work;
  const released = Promise.withResolvers<void>();
  const off = askonce.events.on('job.released', () => released.resolve());
  try {
    await work.in(id, 'AWAITING_RESPONSE');
    if ((await askonce.jobs.get(id))!.worker !== null) await endOf(released.promise);
  } finally {
    off();
  }
}

describe('the clocks of an agent', () => {
  it('end it where it waits for typing, with a text that says what it waits for', async () => {
    const work = await scriptAtWork('printf "Overwrite a.txt? [Y/n] "; exec tail -f /dev/null', { promptMs: 200 });
    const { state, error } = await work.ended(await work.begin('Go'));
    expect(state).toBe('ERROR');
    expect(error).toContain('The agent waits for typing: “Overwrite a.txt? [Y/n]”.');
    expect(error).toContain('NEEDS_CLARIFICATION:');
  });

  it('leave it alone where it shows such a prompt and goes on', async () => {
    const work = await scriptAtWork('printf "Overwrite a.txt? [Y/n] "; read answer; echo; echo "Took the default."', {
      promptMs: 5_000,
    });
    expect(await work.ended(await work.begin('Go'))).toMatchObject({ state: 'COMPLETE' });
  });

  it.each([
    ['total', { totalMs: 300 }, 'The agent ran longer than', '--run-timeout'],
    ['idle', { idleMs: 300 }, 'The agent printed nothing for', '--idle-timeout'],
  ] as const)('end it at its limit, and say which setting allows it more: %s', async (_name, limits, said, flag) => {
    const work = await scriptAtWork('echo begun; exec tail -f /dev/null', limits);
    const { state, error } = await work.ended(await work.begin('Go'));
    expect(state).toBe('ERROR');
    expect(error).toContain(said);
    expect(error).toContain(flag);
  });

  it('stand still while its job waits for a person', async () => {
    // The limit is what one call of the command takes and more, but less than the whole: the wait must not count.
    const work = await scriptAtWork('askonce ask "Which format should I use?" --wait 2>/dev/null', { totalMs: 8_000 });
    const id = await work.begin('Add a config file');
    const question = await work.waits(id);
    const waited = performance.now();
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (performance.now() - waited < 9_000) return;
        clearInterval(timer);
        resolve();
      }, 100);
    });
    await work.askonce.questions.answer(question.id, 'YAML');
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE', result: 'YAML' });
  });
});
