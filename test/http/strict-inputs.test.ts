/** What a request may hold: known fields alone. A mistyped one would be dropped in silence, and its asker would wait for ever. */
import { describe, expect, it } from 'vitest';
import { sqlite } from '../support/stores.ts';
import { Described, type JsonSchema } from './described.ts';
import { serve } from './serving.ts';

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

const POLICY = {
  ...{ name: 'mine', cap: 1, scope: 'job', onCap: 'fail', onTimeout: 'wait', resolvers: [], maxRejects: 1 },
};

describe('a field that is not known', () => {
  it.each([
    ['POST /clarifications', { question: 'Port?', ontimeout: 'fail' }, '“ontimeout”. Did you mean “onTimeout”?'],
    ['POST /clarifications', { qestion: 'Port?' }, '“qestion”. Did you mean “question”?'],
    [
      'POST /clarifications',
      { question: 'Port?', options: ['80', { label: '81', descripton: 'the other' }] },
      '“descripton” in “options[1]”. Did you mean “description”?',
    ],
    [
      'POST /clarifications',
      { question: 'Port?', policy: { ...POLICY, scope: undefined, scoope: 'job' } },
      '“scoope” in “policy”. Did you mean “scope”?',
    ],
    [
      'POST /clarifications',
      { questions: ['Port?', { question: 'Host?', recomended: 'a' }] },
      '“recomended” in “questions[1]”. Did you mean “recommended”?',
    ],
    ['POST /jobs', { promt: 'Build a shop' }, '“promt”. Did you mean “prompt”?'],
    [
      'POST /sessions/s-1/clarification-requests',
      { question: 'Port?', fallbak: '80' },
      '“fallbak”. Did you mean “fallback”?',
    ],
    [
      'POST /sessions/s-1/assumptions',
      { decision: 'Port 80', confidense: 1 },
      '“confidense”. Did you mean “confidence”?',
    ],
    ['POST /clarifications/q-1/answer', { answer: '80', rememeber: true }, '“rememeber”. Did you mean “remember”?'],
    ['POST /clarifications/q-1/decline', { reason: 'no' }, '“reason”. Known: because.'],
    ['POST /clarifications/q-1/link', { expire: '1h' }, '“expire”. Did you mean “expires”?'],
    ['PUT /preferences', { question: 'Port?', answer: '80', subjekt: 'x' }, '“subjekt”. Did you mean “subject”?'],
    ['POST /webhooks', { url: 'https://example.com', event: ['x'] }, '“event”. Did you mean “events”?'],
    ['GET /clarifications?sesion=s-1', undefined, '“sesion” in the query. Did you mean “session”?'],
    ['GET /events?format=json&afther=3', undefined, '“afther” in the query. Did you mean “after”?'],
    ['DELETE /preferences?qestion=x', undefined, '“qestion” in the query. Did you mean “question”?'],
    // They take no query at all.
    ['POST /jobs?wait=30s', { prompt: 'Build a shop' }, '“wait” in the query. This address takes no query.'],
    ['GET /me?verbose=1', undefined, '“verbose” in the query. This address takes no query.'],
  ])('is an error that names the nearest known one: %s %j', async (what, body, said) => {
    const { send } = await serve(sqlite);
    const { status, body: problem } = await send<Problem>('admin', what, body);
    expect(problem).toMatchObject({ code: 'argument_invalid', detail: `Unknown field ${said}` });
    expect(status).toBe(400);
  });
});

describe('a request that holds what another program put there', () => {
  it('is taken where it is the input of AskUserQuestion, with what its releases add', async () => {
    const { send } = await serve(sqlite);
    const options = [
      { label: 'Postgres', description: 'A server', preview: '```sql```' },
      { label: 'SQLite', description: 'A file' },
    ];
    const { status } = await send('asker', 'POST /clarifications', {
      questions: [{ question: 'Which database?', header: 'Database', options, multiSelect: false, icon: 'db' }],
      ...{ answers: {}, annotations: {}, metadata: { source: 'remember' } },
    });
    expect(status).toBe(202);
  });

  it('is taken where an answer link was opened out of a mail, which adds to its address', async () => {
    const { send } = await serve(sqlite);
    const asked = await send<{ items: { id: string }[] }>('asker', 'POST /clarifications', { question: 'Port?' });
    const link = await send<{ token: string }>('admin', `POST /clarifications/${asked.body.items[0]!.id}/link`);
    expect((await send('nobody', `GET /a/${link.body.token}?utm_source=mail`)).status).toBe(200);
  });
});

describe('/openapi.json', () => {
  it('says of every body, and every object in it, that it takes no other fields', async () => {
    const { app } = await serve(sqlite);
    const described = new Described((await app.inject('/openapi.json')).body);
    const open: string[] = [];
    for (const [name, { requestBody }] of described.operations)
      look(requestBody?.content['application/json']?.schema, name);
    // The shape of another program's, which may have more in its next release.
    expect(open.toSorted()).toEqual(['POST /clarifications questions', 'POST /clarifications questions options']);

    function look(schema: JsonSchema | undefined, at: string): void {
      if (schema === undefined) return;
      if (schema.properties && schema.additionalProperties !== false) open.push(at);
      for (const one of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) look(one, at);
      for (const [name, one] of Object.entries(schema.properties ?? {})) look(one, `${at} ${name}`);
    }
  });
});
