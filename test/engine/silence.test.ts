/** Silence says yes only to what is known to be harmless, however the words are disguised. */
import { expect, it } from 'vitest';
import { questionKey } from '../../src/text/question-key.ts';
import { isDangerous } from '../../src/text/risk.ts';
import { codeOf, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const TIMEOUT = { wait: false, timeout: '1m', onTimeout: 'default' } as const;

/** "delete" as it is seen, written by other characters. */
const DISGUISED = [
  'dеlete', // Cyrillic е
  'dеlеtе',
  'ԁelete',
  'deӏete',
  'dεlete', // Greek ε
  'deleτe',
  'ｄｅｌｅｔｅ',
  'Ｄｅｌｅｔｅ',
  '𝐝𝐞𝐥𝐞𝐭𝐞',
  '𝒹𝑒𝓁𝑒𝓉𝑒',
  '𝚍𝚎𝚕𝚎𝚝𝚎',
  'ⓓⓔⓛⓔⓣⓔ',
  '🄳🄴🄻🄴🅃🄴',
  '🅓🅔🅛🅔🅣🅔',
  '🅳🅴🅻🅴🆃🅴',
  '🇩🇪🇱🇪🇹🇪',
  'ᴅᴇʟᴇᴛᴇ',
  'dɛlɛtɛ',
  'de\u200blete',
  'd\u200de\u200dlete',
  'de\u00adlete',
  'de\u2060lete',
  'del\ufeffete',
  'd\u034felete',
  'de\u180elete',
  'd\u{e0061}elete',
  'd\u0336e\u0336l\u0336e\u0336t\u0336e\u0336',
  'd\u0332elete',
  'd\u20e3elete',
  'délété',
  'dèlête',
  'd e l e t e',
  'd-e-l-e-t-e',
  'd.e.l.e.t.e',
  'd_e_l_e_t_e',
  'd3lete',
  'd3l3t3',
  'de1ete',
  'DELETE',
  'dElEtE',
];

describeOnStores('a default that says yes', (store) => {
  // shows: R5, R6
  it('is refused for “delete” in each of its disguises', async () => {
    const { askonce, count } = await setUp(store);
    const refused: string[] = [];
    for (const word of DISGUISED) {
      const question = { question: `Should I ${word} it?`, type: 'CONFIRM', default: 'Yes' } as const;
      const code = await codeOf(askonce.session('s').ask(question, TIMEOUT)).catch(() => 'taken');
      if (code === 'default_destructive') refused.push(word);
    }
    expect(DISGUISED.filter((word) => !refused.includes(word))).toEqual([]);
    expect(await count('asks')).toBe(0);
  });

  // shows: R5
  it.each([
    [{ question: 'Shall we carry on with it?', type: 'CONFIRM', default: 'yes' }],
    [{ question: 'Ready?', type: 'CONFIRM', default: 'Yes' }],
    [{ question: 'Shall we go through with it?', options: ['Proceed', 'Hold off'], default: 'Proceed' }],
  ] as const)('is refused for what nobody knows to be harmless: %j', async (question) => {
    const { askonce } = await setUp(store);
    const asked = askonce.session('s').ask({ ...question }, TIMEOUT);
    await expect(asked).rejects.toThrow(
      /The default must not be yes for .* make it No, or set onTimeout to wait or fail\./,
    );
  });

  // shows: R5
  it.each([
    [{ question: 'Should I add unit tests?', type: 'CONFIRM', default: 'yes' }],
    [{ question: 'Shall I let it rip?', type: 'CONFIRM', default: 'no' }],
    [{ question: 'Shall we go through with it?', options: ['Proceed', 'Hold off'], default: 'Hold off' }],
    [{ question: 'Which format?', options: ['YAML', 'JSON'], default: 'JSON' }],
  ] as const)('or any other is taken where it harms nobody: %j', async (question) => {
    const { askonce } = await setUp(store);
    parkedId(await askonce.session('s').ask({ ...question }, TIMEOUT));
  });
});

it('what looks the same is one question, and one harm', () => {
  for (const format of ['fоrmat', 'ｆｏｒｍａｔ', 'for\u200bmat', 'f\u0336ormat']) {
    expect(questionKey(`Which ${format} should I use?`)).toBe(questionKey('Which format should I use?'));
  }
  expect(isDangerous({ question: 'Should I \u202eeteled\u202c it?' })).toBe(true);
  const harmless = [
    'Use utf8 or utf16?',
    'Is a b c d the right order?',
    'Should the h264 codec come first?',
    'Який формат?',
  ];
  expect(harmless.filter((text) => isDangerous({ question: text }))).toEqual([]);
});
