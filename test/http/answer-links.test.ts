import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLink, signLink } from '../../src/access/answer-link.ts';
import type { AskReply, Link, LinkedQuestion, LinkReceipt } from '../../src/surfaces/client/index.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { type Served, sendTo, serve } from './serving.ts';

async function linkTo(
  served: Served,
  question: string,
  more: object = {},
  body?: object,
): Promise<Link & { id: string }> {
  const asked = await served.send<AskReply>('asker', 'POST /clarifications', { question, sessionId: 's', ...more });
  const id = asked.body.items[0]!.id!;
  const { status, body: link } = await served.send<Link>('answerer', `POST /clarifications/${id}/link`, body);
  expect(status).toBe(200);
  return { ...link, id };
}

const USED = {
  type: 'urn:askonce:error:link_used',
  title: 'The answer link has been used',
  status: 410,
  detail: 'This link has been used, or its question was settled elsewhere.',
  code: 'link_used',
};

/** Whatever is sent: what was answered, also by whom and where, is no longer for whoever has the link. */
async function saysOnlyThatItWasUsed(served: Served, token: string): Promise<void> {
  for (const [what, body] of [
    [`GET /a/${token}`, undefined],
    [`POST /a/${token}`, { answer: 'red' }],
    [`POST /a/${token}`, { answer: 'blue' }],
    [`POST /a/${token}/decline`, {}],
  ] as const) {
    expect((await served.send('nobody', what, body)).body).toEqual(USED);
  }
}

describeOnStores('an answer link', (store) => {
  it('shows one question to whoever has it, and takes their answer without a token', async () => {
    const served = await serve(store, { open: { by: 'whoever runs the server' } });
    const { url, token, expiresAt, id } = await linkTo(served, 'Which file format?', { options: ['YAML', 'JSON'] });
    expect(url).toBe(`${served.url}/a/${token}`);
    expect(expiresAt).toBe(served.clock.now() + 7 * 86_400_000);
    const shown = await served.send<LinkedQuestion>('nobody', `GET /a/${token}`);
    expect(shown).toMatchObject({
      status: 200,
      body: { question: 'Which file format?', status: 'pending', expiresAt },
    });
    expect(Object.keys(shown.body)).not.toContain('sessionId');
    const answered = await served.send<LinkReceipt>('nobody', `POST /a/${token}`, { answer: '2' });
    expect(answered.body).toMatchObject({ status: 'accepted', question: { status: 'answered', answer: 'JSON' } });
    expect(await served.askonce.questions.get(id)).toMatchObject({ answer: 'JSON', surface: 'link', by: null });
  });

  it('is of no use to an agent that brings its token along', async () => {
    const served = await serve(store);
    const { token, id } = await linkTo(served, 'Which file format?');
    expect((await served.send('asker', `POST /a/${token}`, { answer: 'YAML' })).status).toBe(403);
    expect((await served.send('asker', `POST /a/${token}/decline`, { because: 'YAML' })).status).toBe(403);
    expect((await served.askonce.questions.get(id))?.status).toBe('pending');
    expect((await served.send('answerer', `POST /a/${token}`, { answer: 'YAML' })).status).toBe(200);
  });

  it('is one of many surfaces: the first answer wins, wherever it is given', async () => {
    const served = await serve(store);
    const { token, id } = await linkTo(served, 'Which colour?');
    await served.askonce.questions.answer(id, 'blue', { by: 'eva', surface: 'repl' });
    await saysOnlyThatItWasUsed(served, token);
    expect(await served.askonce.questions.get(id)).toMatchObject({ answer: 'blue', by: 'eva' });
  });

  it('confirms the answer to whoever gives it, and from then on says only that it was used', async () => {
    const served = await serve(store);
    const { token } = await linkTo(served, 'Which colour?');
    const answered = await served.send<LinkReceipt>('nobody', `POST /a/${token}`, { answer: 'blue' });
    expect(answered.body).toMatchObject({ status: 'accepted', question: { answer: 'blue' } });
    await saysOnlyThatItWasUsed(served, token);
  });

  it('says of two answers at once that the second was late, and not which was first', async () => {
    const served = await serve(store);
    const { token } = await linkTo(served, 'Which colour?');
    const sent = await Promise.all(
      ['blue', 'red', 'green'].map((answer) => served.send('nobody', `POST /a/${token}`, { answer })),
    );
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
    for (const { status, body } of sent) if (status === 410) expect(body).toEqual(USED);
  });

  it('declines', async () => {
    const served = await serve(store, { open: { by: 'whoever runs the server' } });
    const { token, id } = await linkTo(served, 'Which colour?');
    const { body } = await served.send<LinkReceipt>('nobody', `POST /a/${token}/decline`, { because: 'not mine' });
    expect(body.question.status).toBe('declined');
    expect(await served.askonce.questions.get(id)).toMatchObject({ because: 'not mine', by: null });
  });

  it('ends when its time is up', async () => {
    const served = await serve(store);
    const { token, id } = await linkTo(served, 'Which colour?', {}, { expires: '2d' });
    served.clock.advance(2 * 86_400_000);
    for (const [what, body] of [
      ['GET', undefined],
      ['POST', { answer: 'blue' }],
    ] as const) {
      const late = await served.send('nobody', `${what} /a/${token}`, body);
      expect([late.status, late.body.code]).toEqual([410, 'link_expired']);
    }
    expect((await served.askonce.questions.get(id))!.status).toBe('pending');
  });

  it('is good in every process of the store, and after a restart', async () => {
    const served = await serve(store);
    const { token } = await linkTo(served, 'Which colour?');
    const other = await served.open();
    expect((await other.access.links.read(token)).expiresAt).toBeGreaterThan(served.clock.now());
    const ids = await Promise.all(
      [served.askonce, other].map(async (one) => (await one.access.links.read(token)).clarification),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('is made only for a question that waits', async () => {
    const served = await serve(store);
    const { id } = await linkTo(served, 'Which colour?');
    await served.askonce.questions.answer(id, 'blue');
    const make = async (of: string) => {
      const { status, body } = await served.send('answerer', `POST /clarifications/${of}/link`, {});
      return [status, body.code];
    };
    expect(await make(id)).toEqual([409, 'already_answered']);
    expect(await make('q-nothing')).toEqual([404, 'clarification_unknown']);
  });
});

describe('a link that was not made here', () => {
  it('is refused as if there were none, whatever is wrong with it', async () => {
    const served = await serve(sqlite);
    const { token, id } = await linkTo(served, 'Which colour?');
    const other = await linkTo(served, 'Which font family?');
    const [version, , expires, signature] = token.split('.') as [string, string, string, string];
    const [, otherId] = other.token.split('.') as [string, string];
    const forged = [
      [version, otherId, expires, signature].join('.'),
      [version, token.split('.')[1], 'zzzzzzzzz', signature].join('.'),
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      signLink('another key', { clarification: id, expiresAt: served.clock.now() + 1_000 }),
      'x',
      '1..1.',
    ];
    const replies = await Promise.all(
      forged.flatMap((one) => [
        served.send('nobody', `GET /a/${one}`),
        served.send('nobody', `POST /a/${one}`, { answer: 'blue' }),
        served.send('nobody', `POST /a/${one}/decline`, {}),
      ]),
    );
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 404, body: { code: 'link_invalid' } });
    for (const one of [id, other.id]) expect((await served.askonce.questions.get(one))!.status).toBe('pending');
  });

  it('opens nothing else: not the lists, not other questions, not what only answerers do', async () => {
    const served = await serve(sqlite);
    const { token, id } = await linkTo(served, 'Which colour?');
    const asLink = (what: string) =>
      sendTo<{ code: string }>(served.url, 'nobody', what, what.startsWith('GET') ? undefined : {}, {
        headers: { authorization: `Bearer ${token}` },
      });
    for (const what of [
      'GET /clarifications',
      `GET /clarifications/${id}`,
      `POST /clarifications/${id}/revoke`,
      'GET /events?format=json',
    ]) {
      expect((await asLink(what)).status).toBe(401);
    }
  });

  it('is subject to the checks of Host and Origin', async () => {
    const served = await serve(sqlite);
    const { token, id } = await linkTo(served, 'Which colour?');
    const foreign = await sendTo<{ code: string }>(
      served.url,
      'nobody',
      `POST /a/${token}`,
      { answer: 'blue' },
      {
        headers: { origin: 'https://evil.example' },
      },
    );
    expect(foreign.status).toBe(403);
    expect((await served.askonce.questions.get(id))!.status).toBe('pending');
  });
});

describe('the token of a link', () => {
  const KEY = 'a key of the store';

  it('says what was signed, and nothing else can be made of it', () => {
    const link = fc.record({
      clarification: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((id) => id.isWellFormed()),
      expiresAt: fc.integer({ min: 0, max: 8.64e15 }),
    });
    fc.assert(
      fc.property(link, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (said, at, character) => {
        const token = signLink(KEY, said);
        expect(readLink(KEY, token)).toEqual(said);
        expect(readLink(`${KEY}.`, token)).toBeNull();
        const place = at % token.length;
        const changed = token.slice(0, place) + character + token.slice(place + 1);
        if (changed !== token) expect(readLink(KEY, changed)).toBeNull();
      }),
    );
  });

  it('is of this purpose and version: what the key signed for another is no link', () => {
    const said = `1.${Buffer.from('q-1').toString('base64url')}.zz`;
    const bare = createHmac('sha256', KEY).update(said).digest('base64url');
    expect(readLink(KEY, `${said}.${bare}`)).toBeNull();
    expect(readLink(KEY, `2${signLink(KEY, { clarification: 'q-1', expiresAt: 5 }).slice(1)}`)).toBeNull();
  });
});
