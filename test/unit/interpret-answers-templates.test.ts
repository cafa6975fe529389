/** Whatever way a choice is put, a side that is spoken against is never taken: every way of saying it, for every side of many conflicts. */
import { describe, expect, it } from 'vitest';
import { type Conflict, resolvedPromptOf } from '../../src/core/interpretation.ts';
import { interpret } from '../../src/interpret/interpret.ts';
import { choicesOf } from '../../src/interpret/settling-answer.ts';

type Case = readonly [prompt: string, one: string, other: string];

const ENGLISH: readonly Case[] = [
  ['hot frozen cheese', 'hot', 'frozen'],
  ['a public private repository', 'public', 'private'],
  ['The phone number is required. The phone number is optional.', 'required', 'optional'],
  ['Store the tokens encrypted, as plaintext.', 'encrypted', 'plaintext'],
  ['The field must always be read-only and must always be editable.', 'read-only', 'editable'],
  ['a tiny gigantic golem', 'tiny', 'gigantic'],
  ['The export must be synchronous and it must be asynchronous.', 'synchronous', 'asynchronous'],
  ['a liquid solid ball', 'liquid', 'solid'],
  ['a stateless stateful service', 'stateless', 'stateful'],
  ['Sort the list ascending and descending.', 'ascending', 'descending'],
  ['an online-only, offline-only client', 'online', 'offline'],
  ['an immutable mutable value class', 'immutable', 'mutable'],
  ['a loud silent alarm', 'loud', 'silent'],
  ['a single-tenant multi-tenant deployment', 'single-tenant', 'multi-tenant'],
];

/** {X} is wanted, {Y} is not. */
const WANT = [
  '{X}',
  '{X}!',
  '{X} please',
  'please make it {X}',
  'make it {X}, not {Y}',
  '{X}, not {Y}',
  '{X} not {Y}',
  'not {Y}',
  'not {Y}, {X}',
  'not {Y} but {X}',
  'anything but {Y}',
  'everything but {Y}',
  'all but {Y}',
  'anything except {Y}',
  'anything other than {Y}',
  '{X} instead of {Y}',
  'instead of {Y}, {X}',
  '{X} rather than {Y}',
  'rather {X} than {Y}',
  "I'd rather have it {X} than {Y}",
  'prefer {X} to {Y}',
  'I prefer {X} over {Y}',
  '{X} over {Y}',
  'without the {Y} part',
  'avoid {Y}',
  'drop the {Y}',
  'lose the {Y} part',
  'remove {Y}',
  'forget about {Y}',
  'forget {Y}, go with {X}',
  '{Y}? no, {X}',
  '{Y}? No. {X}.',
  '{Y}, no, {X}',
  '{Y}… actually {X}',
  '{Y}, actually {X}',
  '{Y}, no wait, {X}',
  '{Y}. Sorry, I meant {X}.',
  '{Y} is wrong, {X} is right',
  '{Y} is out',
  "it shouldn't be {Y}",
  "it isn't {Y}",
  'it must never be {Y}',
  "don't make it {Y}",
  "I don't want {Y}",
  '{Y} was a mistake',
  '{Y} was a typo, it is {X}',
  '{X}: yes, {Y}: no',
  'no {Y}, just {X}',
  'definitely {X}',
  'it should be {X}',
  'I want it {X}',
  'go with {X}',
  "let's go for {X}",
  'use {X}',
  'I choose {X}',
  'the {X} one',
  'not the {Y} one',
  'the {X} one, not the {Y} one',
  'replace {Y} with {X}',
  'change it from {Y} to {X}',
  'leave out the {Y}',
  "the {Y} one isn't what I want",
  '{Y} should go',
  'It must be {X}.',
  'I said {Y} but actually {X}',
  'no, {X}',
  'yes, {X}',
  'only {X}',
  'nothing but {X}',
  'could you make it {X}?',
  '{X}, ok?',
  'keep it {X}',
  'leave it {X}',
];

/** {Y} is spoken against; whether that settles it for {X} or not at all, it is never {Y}. */
const AGAINST = [
  'less {Y}',
  'too {Y}',
  'not so {Y}',
  'not very {Y}',
  'hardly {Y}',
  'far from {Y}',
  'no longer {Y}',
  'never {Y} again',
  'it cannot be {Y}',
  "it can't be {Y}",
  'I hate {Y}',
  'I would not choose {Y}',
  "I wouldn't say {Y}",
  'please no {Y}',
  '{Y} no',
  '{Y}: no',
  '{Y}? never',
  '{Y} is not an option',
  "{Y} won't work",
  '{Y} would be wrong',
  'as opposed to {Y}',
  'aside from {Y}',
  'get rid of {Y}',
  'excluding {Y}',
  'nothing {Y}',
  'by no means {Y}',
  "don't you dare make it {Y}",
  'under no circumstances {Y}',
  'skip the {Y} part',
  'ditch {Y}',
  "it doesn't have to be {Y}",
  'it need not be {Y}',
  'opposite of {Y}',
  'the opposite of {Y}',
  'un-{Y}',
  'who needs {Y}',
  'the one that is not {Y}',
  'whichever is not {Y}',
  'other than {Y}',
  '{X}; {Y} no',
  'stop with the {Y}',
  'I changed my mind about {Y}',
  'I am tired of {Y}',
  'enough of {Y}',
  'I regret {Y}',
  '{Y} makes no sense',
  'cancel {Y}',
  'the less {Y} one',
  'I disagree with {Y}',
  'neither {Y}',
  'I doubt it should be {Y}',
  'why would anyone want {Y}',
  '{Y} sucks',
  '{Y} is terrible',
  'cross out {Y}',
  '{Y} - just no',
  '{Y}, please not',
  '{Y}, which I hate',
  '{Y}, that was wrong',
  '{Y}, please remove that',
  '{Y}... NOT',
  '{Y}. Just kidding.',
  'remove: {Y}',
  'not: {Y}',
  'not, I repeat not, {Y}',
  'anything, but {Y}',
  'never, ever {Y}',
  'I mistakenly wrote {Y}',
  'the word {Y} slipped in',
  '{Y} ❌',
  'I take back {Y}',
  'it would be a mistake to make it {Y}',
  'it is wrong to have it {Y}',
  'it would be bad if it was {Y}',
];

const OPEN = [
  '{X} or {Y}',
  '{X} and {Y}',
  '{X}?',
  'maybe {X}',
  'maybe {X}?',
  '{X}, I guess',
  'I guess {X}',
  'perhaps {X}, perhaps {Y}',
  'why {X}?',
  'is {X} better?',
  'what does {X} mean?',
  'should it be {X}?',
  'neither {X} nor {Y}',
  'not {X} and not {Y}',
  'both {X} and {Y}',
  '{X}, or {Y}?',
  'hmm',
  'a cat on ice',
  'the weather is lovely',
  "I don't know whether {X} or {Y}",
  'either {X} or {Y} is fine',
  "I don't mind {X}",
];

const JAPANESE: readonly Case[] = [
  ['熱い冷たいチーズ', '熱い', '冷たい'],
  ['同期処理で、かつ非同期処理にしてください。', '同期', '非同期'],
  ['電話番号は必須項目にしてください。電話番号は任意項目です。', '必須', '任意'],
  ['公開で非公開のページ', '公開', '非公開'],
  ['小さくて巨大な剣', '小さい', '巨大'],
  ['一覧は昇順で、かつ降順で並べる。', '昇順', '降順'],
];
const WANT_JAPANESE = [
  '{X}',
  '{X}で',
  '{X}方で',
  '{X}ほうでお願いします',
  '{X}にしてください',
  '{X}がいいです',
  '{Y}ではなく{X}',
  '{Y}じゃなくて{X}',
  '{Y}以外',
  '{Y}以外で',
  '{Y}なし',
  '{Y}はやめて',
  '{Y}ではない',
  '{Y}じゃない',
  '{Y}方ではない',
  '{Y}より{X}の方がいい',
  '{X}の方が{Y}よりいい',
  '{Y}はいらない',
  '{Y}は嫌です',
  '{Y}？いや、{X}',
  '{Y}、やっぱり{X}',
  '{X}でお願いします。{Y}は不要です。',
  '{Y}は間違いです。{X}です。',
];
const OPEN_JAPANESE = [
  '{X}？',
  '{X}か{Y}',
  '{X}と{Y}',
  '{X}かな',
  'たぶん{X}',
  '{X}ですか',
  '氷の上の猫',
  '{X}かも',
  'どちらでも',
];

function conflictOf(prompt: string): Conflict {
  const read = interpret({ resolvedPrompt: prompt, originalPrompt: prompt });
  if (read.kind === 'spec') throw new Error(`“${prompt}” is not asked about`);
  return read.conflict;
}

interface Told {
  readonly answer: string;
  readonly kept: string | null;
  readonly wanted: string;
  readonly denied: string;
}

/** Every template for both sides of every case, and the side that was kept. */
function told(cases: readonly Case[], templates: readonly string[]): Told[] {
  return cases.flatMap(([prompt, one, other]) => {
    const conflict = conflictOf(prompt);
    return [[one, other] as const, [other, one] as const].flatMap(([wanted, denied]) =>
      templates.map((template) => {
        const answer = template.replaceAll('{X}', wanted).replaceAll('{Y}', denied);
        const choices = choicesOf(conflict, answer, prompt);
        const dropped = choices?.[0]?.dropped ?? null;
        const kept = choices === null ? null : dropped === null ? 'both' : dropped === 1 ? one : other;
        return { answer, kept, wanted, denied };
      }),
    );
  });
}

const shown = (all: readonly Told[]): string[] => all.map(({ answer, kept }) => `${answer} → ${kept}`);

describe.each([
  ['English', ENGLISH, WANT, AGAINST, OPEN],
  [
    'Japanese',
    JAPANESE,
    WANT_JAPANESE,
    [
      '{Y}すぎる',
      '{Y}は控えめに',
      '{Y}にしないで',
      '{Y}だけはやめて',
      '{Y}のは苦手',
      '{Y}のはちょっと…',
      '{Y}の反対',
      '{Y}は勘弁して',
    ],
    OPEN_JAPANESE,
  ],
] as const)('in %s', (_, cases, want, against, open) => {
  // shows: O2-02
  it('a side that is spoken against is never taken', () => {
    const wrong = told(cases, [...want, ...against]).filter(({ kept, denied }) => kept === denied);
    expect(shown(wrong)).toEqual([]);
  });

  it('a plain choice settles it', () => {
    const all = told(cases, want);
    const missed = all.filter(({ kept, wanted }) => kept !== wanted);
    expect(missed.length / all.length, shown(missed).join('\n')).toBeLessThan(0.05);
  });

  it('a question back, a guess, or both sides at once settle nothing', () => {
    expect(shown(told(cases, open).filter(({ kept }) => kept !== null))).toEqual([]);
  });
});

describe('an answer that was once taken for its opposite', () => {
  it.each([
    ['hot frozen cheese', 'a cat on ice', null],
    ['hot frozen cheese', 'less hot', null],
    ['hot frozen cheese', "don't freeze it", 'hot cheese'],
    ['hot frozen cheese', 'anything but the first', 'frozen cheese'],
    ['熱い冷たいチーズ', '冷凍以外', '熱いチーズ'],
    ['熱い冷たいチーズ', '熱い方ではない', '冷たいチーズ'],
  ])('is read right: %s, %s', (prompt, answer, expected) => {
    const read = interpret({
      resolvedPrompt: resolvedPromptOf(prompt, answer),
      originalPrompt: prompt,
      conflict: conflictOf(prompt),
      answer,
    });
    expect(read.kind === 'spec' ? read.spec.prompt : null).toBe(expected);
  });
});
