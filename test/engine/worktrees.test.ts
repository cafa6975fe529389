/** Worktrees of one repository are one project: they share sessions, jobs, keys and preferences. Paths start in each folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import { type Bench, codeOf, only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores, type StoreKind } from '../support/stores.ts';

const COLOUR = 'Which colour should the button have?';
const PLAIN = { wait: false } as const;

/** A repository with a worktree, of the files of git that say so. */
function repository(main: string, tree: string): void {
  const git = join(main, '.git');
  for (const folder of [join(git, 'objects'), join(git, 'worktrees', 'tree'), tree])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(git, 'worktrees', 'tree', 'HEAD'), 'ref: refs/heads/tree\n');
  writeFileSync(join(git, 'worktrees', 'tree', 'commondir'), '../..\n');
  writeFileSync(join(tree, '.git'), `gitdir: ${join(git, 'worktrees', 'tree')}\n`);
}

interface Trees extends Bench {
  readonly main: AskOnce;
  readonly tree: AskOnce;
  readonly folder: string;
}

async function trees(store: StoreKind): Promise<Trees> {
  const bench = await setUp(store);
  const folder = join(bench.root, '..', 'tree');
  repository(bench.root, folder);
  return { ...bench, main: bench.askonce, tree: await bench.open({ project: folder }), folder };
}

async function runOnce(askonce: AskOnce): Promise<string[]> {
  const folders: string[] = [];
  const runner = askonce.runner({
    executor: async ({ folder }) => {
      folders.push(folder);
    },
  });
  onTestFinished(() => runner.stop());
  await runner.start();
  await runner.idle();
  return folders;
}

describeOnStores('worktrees of one repository', (store) => {
  it('are one project, known by its main folder, with a folder each', async () => {
    const { main, tree, root, folder } = await trees(store);
    expect([main.project, main.folder]).toEqual([root, root]);
    expect([tree.project, tree.folder]).toEqual([root, folder]);
  });

  it('share sessions, jobs, keys and preferences', async () => {
    const { main, tree } = await trees(store);
    const id = parkedId(await main.session('checkout').ask(COLOUR, { ...PLAIN, job: 'build' }));
    expect(parkedId(await tree.session('checkout').ask(COLOUR, PLAIN))).toBe(id);
    expect(await tree.jobs.get('build')).toMatchObject({ id: 'build', project: main.project, folder: main.folder });
    const keyed = { ...PLAIN, idempotencyKey: 'k' };
    const [one, other] = [
      await main.ask([{ question: 'Which size?' }], keyed),
      await tree.ask([{ question: 'Which size?' }], keyed),
    ];
    expect(other).toEqual(one);
    await tree.preferences.set('Which test runner should I use?', 'vitest');
    expect(only(await main.session('s').ask('Which test runner should I use?', PLAIN))).toMatchObject({
      answer: 'vitest',
    });
  });

  it('read the paths of a question in the folder where it was asked, also if another folder answers', async () => {
    const { main, tree, root, folder } = await trees(store);
    writeFileSync(join(folder, 'only-here.txt'), '');
    writeFileSync(join(root, 'only-there.txt'), '');
    const ask = { question: 'Which file should I change?', type: 'TARGET_FILE' } as const;
    const id = parkedId(await tree.session('s').ask(ask, PLAIN));
    expect((await main.files.find({ clarification: id })).items).toEqual([{ path: 'only-here.txt' }]);
    expect(await codeOf(main.questions.answer(id, join(root, 'only-there.txt')))).toBe('answer_refused');
    const { clarification } = await main.questions.answer(id, join(folder, 'only-here.txt'));
    expect(clarification).toMatchObject({ answer: 'only-here.txt', project: root, folder });
  });

  it('run the jobs that were made in them, each in its own folder', async () => {
    const { main, tree, folder } = await trees(store);
    await tree.jobs.queue('Build it', { id: 'there' });
    expect(await runOnce(main)).toEqual([]);
    expect(await main.jobs.get('there')).toMatchObject({ state: 'QUEUED', project: main.project, folder });
    expect(await runOnce(tree)).toEqual([folder]);
  });
});

describeOnStores('a folder that becomes part of a repository', (store) => {
  it('takes what it had with it: sessions, jobs, preferences, and where paths start', async () => {
    const { askonce, open, root } = await setUp(store);
    const folder = join(root, 'inner');
    mkdirSync(folder);
    const before = await open({ project: folder });
    const ask = { question: 'Which file should I change?', type: 'TARGET_FILE' } as const;
    const id = parkedId(await before.session('checkout').ask(ask, { ...PLAIN, job: 'asks' }));
    await before.jobs.queue('Build it', { id: 'build' });
    await before.preferences.set('Which test runner should I use?', 'vitest');
    await before.close();
    // The store knows the outer folder as another project, until it is the repository of both.
    await askonce.close();
    repository(join(root, '..', 'whole'), join(root, '..', 'tree'));
    writeFileSync(join(folder, '.git'), `gitdir: ${join(root, '..', 'whole', '.git', 'worktrees', 'tree')}\n`);
    const after = await open({ project: folder });
    expect(after.project).toBe(join(root, '..', 'whole'));
    expect(parkedId(await after.session('checkout').ask(ask, PLAIN))).toBe(id);
    expect(await after.jobs.get('build')).toMatchObject({ state: 'QUEUED', project: after.project, folder });
    expect((await after.preferences.list()).items).toMatchObject([{ answer: 'vitest', project: after.project }]);
    writeFileSync(join(folder, 'here.txt'), '');
    expect((await after.questions.answer(id, 'here.txt')).clarification).toMatchObject({ answer: 'here.txt', folder });
    expect(await runOnce(after)).toEqual([folder]);
  });

  it('takes what a process adds that was opened there before, from when the folder is opened next', async () => {
    const { askonce, open, root } = await setUp(store);
    repository(join(root, '..', 'whole'), join(root, '..', 'tree'));
    writeFileSync(join(root, '.git'), `gitdir: ${join(root, '..', 'whole', '.git', 'worktrees', 'tree')}\n`);
    const runner = 'Which test runner should I use?';
    await (await open()).preferences.set(runner, 'vitest');
    await askonce.jobs.queue('Build it', { id: 'build', session: 'late' });
    await askonce.session('late').ask(COLOUR, PLAIN);
    await askonce.preferences.set(runner, 'jest');
    await askonce.preferences.set(COLOUR, 'blue');
    const after = await open();
    // The repository has one of the two preferences already, and keeps it.
    const { items } = await after.preferences.list();
    expect(items.map(({ answer }) => answer).toSorted()).toEqual(['blue', 'vitest']);
    expect((await after.questions.list({ session: 'late' })).items).toMatchObject([{ project: after.project }]);
    expect(await runOnce(after)).toEqual([root]);
  });
});
