/**
 * AskOnce, through its public API: the whole cycle of `npm run bench`. Counted: the ask of a job until it is parked; then the answer, and the ask of
 * the job again, which gets the answer. Every job has a session of its own in the same project. Three calls, each complete when it resolves.
 */
import { join } from 'node:path';
import { openAskOnce } from '../../src/index.ts';
import { type Peer, type Place, QUESTION } from './peer.ts';

export const askonceSqlite = (place: Place) => open(place, join(place.dir, 'askonce.db'));
export const askoncePostgres = (place: Place) => open(place, place.url);

async function open({ dir }: Place, db: string): Promise<Peer> {
  const askonce = await openAskOnce({ db, project: dir });
  const ask = (n: number, wait: boolean) => askonce.session(`session-${n}`).ask(QUESTION, { job: `job-${n}`, wait });
  return {
    async park(n) {
      const { status, items } = await ask(n, false);
      if (status !== 'parked') throw new Error(`expected parked, got ${status}`);
      return items[0]!.id!;
    },
    async resume(n, id, answer) {
      await askonce.questions.answer(id, answer, { surface: 'bench' });
      const { status, items } = await ask(n, true);
      if (status !== 'answered') throw new Error(`expected answered, got ${status}`);
      return items[0]!.answer!;
    },
  };
}
