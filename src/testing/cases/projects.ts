/** The projects of a store: their numbers, what a new name for one changes, and the jobs of their folders. */
import assert from 'node:assert/strict';
import { park } from '../drive.ts';
import { claims, newWorker, queue, queueCommand } from '../drive-jobs.ts';
import { askCommand, NOW, newId, PROJECT } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

export const PROJECTS = casesAbout('projects', {
  'have a number each, from 0 on, which stays': async ({ openings }) => {
    const stores = await openings(2);
    const numberOf = (project: string, at: number) => stores[at]!.projects.numberOf(project, project);
    assert.deepEqual([await numberOf('/a', 0), await numberOf('/b', 1), await numberOf('/c', 0)], [0, 1, 2]);
    assert.deepEqual([await numberOf('/a', 1), await numberOf('/b', 0), await numberOf('/c', 1)], [0, 1, 2]);
  },

  'that come at once have different numbers, and one number in all processes': async ({ openings }) => {
    const stores = await openings(4);
    const names = Array.from({ length: 8 }, (_, n) => `/project-${n}`);
    const numbers = (at: number) => Promise.all(names.map((name) => stores[at]!.projects.numberOf(name, name)));
    const [first, ...others] = await Promise.all(stores.map((_, at) => numbers(at)));
    assert.equal(new Set(first).size, names.length);
    for (const other of others) assert.deepEqual(other, first);
  },

  'known by a folder get the name of their repository, with all that is theirs': async ({ openings }) => {
    const [store, other] = await openings(2);
    await store!.projects.numberOf('/first', '/first');
    const number = await store!.projects.numberOf(PROJECT, PROJECT);
    const id = await park(store!, askCommand(newId('s'), ['Which colour?'], { job: newId('j') }));
    const job = await queue(store!);
    assert.equal(await other!.projects.numberOf('/repository', PROJECT), number);
    const question = await other!.clarification(id);
    assert.deepEqual([question?.project, question?.folder], ['/repository', PROJECT]);
    const moved = await other!.job(job.id);
    assert.deepEqual([moved?.project, moved?.folder], ['/repository', PROJECT]);
    // A process from before goes on under the old name; what it adds comes along when the folder is used next.
    const late = await queue(store!);
    const asked = await park(store!, askCommand(newId('s'), ['Which size?']));
    assert.equal(await other!.projects.numberOf('/repository', PROJECT), number);
    const lateJob = await other!.job(late.id);
    assert.deepEqual([lateJob?.project, lateJob?.folder], ['/repository', PROJECT]);
    assert.equal((await other!.clarification(asked))?.project, '/repository');
    // What both names stand for already stays as it is.
    assert.equal(await store!.projects.numberOf('/repository', '/first'), number);
    assert.equal(await store!.projects.numberOf('/first', '/first'), 0);
  },

  'have their own jobs, in each of their folders': async ({ open }) => {
    const store = await open();
    const main = await queue(store);
    const tree = await queue(store, queueCommand({ folder: '/tree' }));
    const listed = async (project: string) => (await store.runs.list({ project, limit: 10 })).items.length;
    assert.deepEqual([await listed(PROJECT), await listed('/another')], [2, 0]);
    const worker = await newWorker(store);
    const taken = async (folder: string | null) => {
      const shown = await store.runs.claimable({ project: PROJECT, folder, agent: null, limit: 5, now: NOW });
      const ids = (await claims(store, worker, { folder, limit: 5 })).map(({ id }) => id);
      assert.deepEqual(
        shown.map(({ id }) => id),
        ids,
      );
      return ids;
    };
    assert.deepEqual([await taken('/other'), await taken('/tree'), await taken(null)], [[], [tree.id], [main.id]]);
  },
});
