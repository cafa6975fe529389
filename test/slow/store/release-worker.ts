/**
 * A process of one release, which works until its input ends: asks, answers, asks again; in turns in a session of its own and in one where
 * all processes ask the same at that moment. Each round is a line of JSON: what was acknowledged, or the error. The first argument is what
 * imports the release, the second the store, the third the name of the process.
 */
import type * as release from '../../../src/index.ts';

const [index, db, name] = process.argv.slice(2) as [string, string, string];
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`);

/** How long all processes ask in the same session. */
const TOGETHER_MS = 50;

let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();

const { openAskOnce } = (await import(index)) as typeof release;
const askonce = await openAskOnce({ db, project: '/' });
for (let n = 0; !isOver; n += 1) {
  const session = n % 2 === 0 ? `${name}-${n}` : `all-${Math.floor(Date.now() / TOGETHER_MS)}`;
  try {
    const asked = await askonce.session(session).ask('Which colour?', { wait: false });
    const { id } = asked.items[0] as { id?: string };
    // Another process may have answered it already.
    if (id !== undefined) await askonce.questions.answer(id, session);
    const again = await askonce.session(session).ask('Which colour?', { wait: false });
    say({ session, id, answer: (again.items[0] as { answer?: string }).answer });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    say({ session, code, message });
  }
}
await askonce.close();
