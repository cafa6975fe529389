/** A reader that throws is no fault of whoever sent the prompt: the job goes on unread, and the fault is told and counted. */
import { expect, it, onTestFinished } from 'vitest';
import { AskOnce } from '../../src/askonce.ts';
import type { Interpreter } from '../../src/core/model/interpretation.ts';
import { POLICIES } from '../../src/core/model/policy.ts';
import { Engine } from '../../src/engine/engine.ts';
import { PromptReader, type Rules } from '../../src/engine/interpretation-cache.ts';
import { interpret } from '../../src/interpret/interpret.ts';
import { projectFiles } from '../../src/library/project-files.ts';
import { openStore } from '../../src/store/open.ts';
import { appOn } from '../http/serving.ts';
import { setUp } from '../support/open.ts';
import { describeOnStores, type StoreKind, sqlite } from '../support/stores.ts';

const CONFLICT = 'hot frozen cheese';
const FAULT = 'Cannot read properties of undefined';

/** AskOnce whose rules throw where `throwsAt` says so, with what was logged. */
async function openWith(
  kind: StoreKind,
  throwsAt: (input: Parameters<Rules>[0]) => boolean,
  model: Interpreter | null = null,
) {
  const { db, root, clock } = await setUp(kind);
  const silent = () => null;
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const rules: Rules = (input) => {
    if (throwsAt(input)) throw new TypeError(FAULT);
    return interpret(input);
  };
  const engine = new Engine({
    store: await openStore(db, root),
    files: projectFiles(root),
    clock,
    resolvers: { input: silent, preference: silent, sentinel: silent },
    promptReader: new PromptReader(async () => rules, model, log),
    log,
  });
  const askonce = new AskOnce(engine, POLICIES.interactive, null);
  onTestFinished(() => askonce.close());
  return { askonce, lines };
}

describeOnStores('a prompt that the rules throw at', (kind) => {
  it('makes a job all the same, as if there were no conflict, and its spec says that nobody looked', async () => {
    const { askonce, lines } = await openWith(kind, () => true);
    const { job, clarification } = await askonce.jobs.submit(CONFLICT);
    expect(clarification).toBeNull();
    expect(job).toMatchObject({
      state: 'QUEUED',
      clarificationStatus: 'skipped',
      spec: { prompt: CONFLICT, settled: [] },
    });
    expect(job.spec?.assumptions).toEqual([expect.stringContaining('could not be checked')]);
    expect(lines).toEqual([expect.stringMatching(`continues without a check for conflicts: TypeError: ${FAULT}`)]);
    expect(lines[0]).not.toContain(CONFLICT);
    expect(askonce.jobs.unread).toBe(1);
  });

  it('is built with the answer as it is, where they throw at that', async () => {
    const { askonce } = await openWith(kind, ({ answer }) => answer !== undefined);
    const { job } = await askonce.jobs.submit(CONFLICT);
    expect(await askonce.jobs.answer(job.id, 'hot')).toMatchObject({
      settled: true,
      job: { state: 'RUNNING', clarificationAnswer: 'hot' },
      spec: { prompt: `${CONFLICT}\n\nClarification Answer: hot`, settled: [{ answer: 'hot' }] },
    });
  });

  it('is read by the rules where another interpreter throws, which is told as well', async () => {
    const model: Interpreter = async () => {
      throw new Error('the model is away');
    };
    const { askonce, lines } = await openWith(kind, () => false, model);
    const { job } = await askonce.jobs.submit(CONFLICT);
    expect(job.clarificationStatus).toBe('asked');
    expect((await askonce.jobs.answer(job.id, 'hot')).settled).toBe(true);
    expect(lines[0]).toMatch(/using the rules instead: Error: the model is away/);
  });
});

it('is counted for Prometheus', async () => {
  const { askonce } = await openWith(sqlite, () => true);
  const app = await appOn(askonce);
  onTestFinished(() => app.close());
  const look = async () => {
    const headers = { host: '127.0.0.1', authorization: 'Bearer token-of-asker' };
    return (await app.inject({ url: '/metrics', headers })).body;
  };
  expect(await look()).toContain('askonce_unread_prompts_total 0');
  await askonce.jobs.submit(CONFLICT);
  expect(await look()).toContain('askonce_unread_prompts_total 1');
});
