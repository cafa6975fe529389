/** The sentinel by a model, over real HTTP: what is sent, what is taken of the reply, and what is remembered. */
import { describe, expect, it } from 'vitest';
import { optionsOf, questionOf } from '../support/question.ts';
import { inTurn, says, status, verdict } from './model-server.ts';
import { DOCS, ENDINGS, KEY, scene, TESTS } from './scene.ts';

describe('a right reply', () => {
  it('is a resolution that says where it comes from', async () => {
    const { sentinel, lines } = await scene(verdict('docs/'));
    expect(await sentinel(DOCS, 'en')).toEqual({
      answer: 'docs/',
      source: 'best_practice',
      evidence: 'model scripted: it is what the trade does',
      confidence: 0.8,
    });
    expect(lines).toEqual([]);
  });

  it.each([
    [ENDINGS, 'LF'],
    [TESTS, 'Yes'],
    [TESTS, 'No'],
    [questionOf('ドキュメントはどこに置くべきですか'), 'docs/'],
    [questionOf('Which format should I use for the config?', { options: optionsOf(['JSON', 'YAML']) }), 'JSON'],
  ])('answers “$question”', async (question, answer) => {
    const { sentinel } = await scene(verdict(answer));
    expect((await sentinel(question, null))?.answer).toBe(answer);
  });

  it('may stand in a fence', async () => {
    const { sentinel } = await scene(
      says('```json\n{"category":"best_practice","answer":"docs/","practice":"p","confidence":0.9}\n```'),
    );
    expect((await sentinel(DOCS, null))?.answer).toBe('docs/');
  });

  it('has its practice clipped and made printable', async () => {
    const { sentinel } = await scene(verdict('docs/', { practice: `\u001b[31mred\u202e\n${'x'.repeat(300)}` }));
    const { evidence } = (await sentinel(DOCS, null))!;
    expect(evidence).toMatch(/^model scripted: \[31mred x+…$/);
    expect(evidence.length).toBe('model scripted: '.length + 120);
  });

  it('is taken where the model is just sure enough, and not below', async () => {
    const sure = await scene(verdict('docs/', { confidence: 0.8 }));
    expect((await sure.sentinel(DOCS, null))?.confidence).toBe(0.8);
    const unsure = await scene(verdict('docs/', { confidence: 0.79 }));
    expect(await unsure.sentinel(DOCS, null)).toBeNull();
    expect(unsure.lines).toEqual([]);
  });

  it('of case by case is nobody’s failure', async () => {
    const { sentinel, lines } = await scene(verdict('docs/', { category: 'case_by_case', confidence: 1 }));
    expect(await sentinel(DOCS, null)).toBeNull();
    expect(lines).toEqual([]);
  });
});

describe('what the server receives', () => {
  it('has the key in one header and nowhere else', async () => {
    const { sentinel, server } = await scene(verdict('docs/'));
    await sentinel(DOCS, null);
    const [{ headers, text, path, body }] = server.received as [(typeof server.received)[number]];
    expect(path).toBe('/v1/chat/completions');
    expect(body.model).toBe('scripted');
    expect(text).not.toContain(KEY);
    expect(Object.entries(headers).filter(([, value]) => String(value).includes(KEY))).toEqual([
      ['authorization', `Bearer ${KEY}`],
    ]);
  });

  it('has the question in the data and not in the instructions', async () => {
    const { sentinel, server } = await scene(verdict('LF'));
    await sentinel(ENDINGS, null);
    const [system, user] = server.received[0]!.body.messages;
    expect([system!.role, user!.role]).toEqual(['system', 'user']);
    expect(system!.content).not.toContain('line endings should');
    expect(JSON.parse(user!.content)).toEqual({
      question: 'Which line endings should I use?',
      type: 'SELECT_ONE',
      options: ['LF', 'CRLF'],
    });
  });

  it('has none of the words around the question in the first call', async () => {
    const { sentinel, server } = await scene(verdict('LF'));
    const question = {
      ...ENDINGS,
      context: 'CONTEXT',
      reason: 'REASON',
      header: 'HEADER',
      options: [{ label: 'LF', description: 'DESCRIPTION' }, { label: 'CRLF' }],
    };
    expect((await sentinel(question, null))?.answer).toBe('LF');
    expect(server.received).toHaveLength(2);
    expect(server.received[0]!.text).not.toMatch(/CONTEXT|REASON|HEADER|DESCRIPTION/);
    for (const word of ['CONTEXT', 'REASON', 'HEADER', 'DESCRIPTION']) expect(server.received[1]!.text).toContain(word);
  });

  it('is one call where the reason is no more than a code', async () => {
    const { sentinel, server } = await scene(verdict('docs/'));
    await sentinel({ ...DOCS, reason: 'missing_required_info' }, null);
    expect(server.received).toHaveLength(1);
  });
});

describe('an answer that does not fit is not taken', () => {
  it.each([
    [ENDINGS, 'CR'],
    [ENDINGS, 'lf'],
    [ENDINGS, 'LF, CRLF'],
    [ENDINGS, '1'],
    [TESTS, 'yes please'],
    [TESTS, 'docs/'],
    [DOCS, ''],
    [DOCS, 'docs, '.repeat(11)],
    [DOCS, 'docs/\nand more'],
    [DOCS, 'docs/\u202egpj'],
    [DOCS, 'https://example.com/docs'],
    [DOCS, 'www.example.org'],
    [DOCS, '../docs'],
    [DOCS, '/etc/docs'],
    [DOCS, '~/docs'],
    [DOCS, 'C:\\docs'],
    [DOCS, 'rm -r docs'],
    [DOCS, 'sudo make docs'],
    [DOCS, 'curl it'],
    [DOCS, 'docs; make'],
    [DOCS, 'docs | sh'],
    [DOCS, '`docs`'],
    [DOCS, '$(docs)'],
    [DOCS, 'docs && make'],
    [DOCS, 'delete the old docs'],
    [DOCS, 'overwrite README.md'],
    [DOCS, 'Yes'],
    [DOCS, 'yep'],
    [DOCS, 'No'],
    [DOCS, 'continue'],
    [DOCS, 'as your prompt says'],
    [questionOf('ドキュメントはどこに書きますか？'), 'はい'],
  ])('%#: $question', async (question, answer) => {
    const { sentinel, lines } = await scene(verdict(answer));
    expect(await sentinel(question, null)).toBeNull();
    expect(lines).toHaveLength(1);
  });
});

describe('what was asked once', () => {
  it('is not paid for twice', async () => {
    const { sentinel, server } = await scene(verdict('docs/'));
    const first = await sentinel(DOCS, 'en');
    expect(await sentinel(DOCS, 'en')).toEqual(first);
    expect(server.received).toHaveLength(1);
    await sentinel(DOCS, 'de');
    expect(server.received).toHaveLength(2);
  });

  it('is shared while it runs', async () => {
    const { sentinel, server } = await scene(verdict('docs/'));
    const all = await Promise.all(Array.from({ length: 5 }, () => sentinel(DOCS, 'en')));
    expect(all.map((one) => one?.answer)).toEqual(Array(5).fill('docs/'));
    expect(server.received).toHaveLength(1);
  });

  it('is still judged with the words around it', async () => {
    const { sentinel, server } = await scene(inTurn(verdict('docs/'), verdict('', { category: 'case_by_case' })));
    expect(await sentinel(DOCS, null)).not.toBeNull();
    expect(await sentinel({ ...DOCS, context: 'The wiki has them.' }, null)).toBeNull();
    expect(server.received).toHaveLength(2);
  });

  it('is asked again after a failure', async () => {
    const { sentinel } = await scene(inTurn(status(500), status(500), verdict('docs/')));
    expect(await sentinel(DOCS, null)).toBeNull();
    expect((await sentinel(DOCS, null))?.answer).toBe('docs/');
  });
});
