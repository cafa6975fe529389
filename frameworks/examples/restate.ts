/** A Restate service that asks a person before it publishes. Register http://localhost:9080 with Restate, and answer in `askonce inbox`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http2';
import { type Context, createEndpointHandler, service } from '@restatedev/restate-sdk';
import { openAskOnce } from 'askonce';
import { restateAsking, restateBridge } from 'askonce/restate';

const { PORT = '9080', RESTATE_INGRESS = 'http://localhost:8080', ASKONCE_DB } = process.env;
const askonce = await openAskOnce(ASKONCE_DB === undefined ? {} : { db: ASKONCE_DB });
const people = restateAsking(askonce, { agent: 'Release service' });

const release = service({
  name: 'release',
  handlers: {
    run: async (ctx: Context, version: string) => {
      const notes = await people.ask(ctx, { question: 'Which format should I use?', options: ['YAML', 'JSON'] });
      const call = { tool: 'Bash', input: { command: `npm publish --tag ${version}` } };
      const { decision } = await people.approve(ctx, call);
      const format = 'answer' in notes ? notes.answer : 'no';
      if (decision === 'allow') await ctx.run('publish', () => console.log(`published ${version}, ${format} notes`));
      return { format, decision };
    },
  },
});

createServer(createEndpointHandler({ services: [release], logger: () => {} })).listen(Number(PORT), '127.0.0.1', () =>
  console.log('ready'),
);

// What is settled while this process is down is woken when it is back.
const CURSOR = 'restate-bridge.seq';
await restateBridge(askonce, {
  ingress: RESTATE_INGRESS,
  after: existsSync(CURSOR) ? Number(readFileSync(CURSOR, 'utf8')) : 0,
  onWoken: ({ seq }) => writeFileSync(CURSOR, String(seq)),
});
