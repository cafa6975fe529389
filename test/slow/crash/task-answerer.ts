/** The person of the storm of tasks: answers whatever waits, in random order, with an answer that names the task, or the one it is given. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AskOnceError, openAskOnce } from '../../../src/index.ts';

const [db, project, only] = process.argv.slice(2) as [string, string, string?];
const askonce = await openAskOnce({ db, project });
for (;;) {
  const { items } = await askonce.questions.list({ status: 'pending', limit: 100 });
  const chosen = items[Math.floor(Math.random() * items.length)];
  if (!chosen) {
    await sleep(20);
    continue;
  }
  const [, nth, name] = /the (\w+) colour of (\S+)\?/.exec(chosen.question)!;
  try {
    await askonce.questions.answer(chosen.id, `${nth}-of-${only ?? name}`);
  } catch (error) {
    if (!(error instanceof AskOnceError && error.code === 'clarification_closed')) throw error;
  }
  // People take their time, and another may be quicker.
  await sleep(Math.random() * 20);
}
