/**
 * A process of one release, which works until its input ends: asks in a session of its own, answers, asks again. Each round is a line of
 * JSON: what was acknowledged, or the error. The first argument is the folder of the release, the second the store, the third its name.
 */
import { join } from 'node:path';
import type * as release from '../../../src/index.ts';

const [folder, db, name] = process.argv.slice(2) as [string, string, string];
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`);

let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();

const { openAskOnce } = (await import(join(folder, 'src/index.ts'))) as typeof release;
const askonce = await openAskOnce({ db, project: '/' });
for (let n = 0; !isOver; n += 1) {
  const session = `${name}-${n}`;
  try {
    const asked = await askonce.session(session).ask('Which colour?', { wait: false });
    const { id } = asked.items[0] as { id: string };
    await askonce.questions.answer(id, session);
    const again = await askonce.session(session).ask('Which colour?', { wait: false });
    say({ session, id, answer: (again.items[0] as { answer?: string }).answer });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    say({ session, code, message });
  }
}
await askonce.close();
