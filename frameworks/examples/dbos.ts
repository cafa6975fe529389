/** A DBOS worker that asks a person before it publishes. Enqueue `release` on the queue `releases`, and answer in `askonce inbox`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { openAskOnce } from 'askonce';
import { dbosAsking, dbosBridge } from 'askonce/dbos';

const { DATABASE_URL = 'postgresql://localhost/releases' } = process.env;
const askonce = await openAskOnce({ db: DATABASE_URL });
const people = dbosAsking(askonce, { agent: 'Release worker' });

async function release(version: string) {
  const notes = await people.ask({ question: 'Which format should I use?', options: ['YAML', 'JSON'] });
  const call = { tool: 'Bash', input: { command: `npm publish --tag ${version}` } };
  const { decision } = await people.approve(call);
  const format = 'answer' in notes ? notes.answer : 'no';
  const publish = async () => console.log(`published ${version}, ${format} notes`);
  if (decision === 'allow') await DBOS.runStep(publish, { name: 'publish' });
  return { format, decision };
}

DBOS.registerWorkflow(release, { name: 'release' });
DBOS.setConfig({ name: 'releases', systemDatabaseUrl: DATABASE_URL });
await DBOS.launch();
await DBOS.registerQueue('releases');
console.log('ready');

// What is settled while this process is down is woken when it is back.
const CURSOR = 'dbos-bridge.seq';
await dbosBridge(askonce, {
  after: existsSync(CURSOR) ? Number(readFileSync(CURSOR, 'utf8')) : 0,
  onWoken: ({ seq }) => writeFileSync(CURSOR, String(seq)),
});
