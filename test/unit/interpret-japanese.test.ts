/** What the rules read in Japanese beside pairs of opposites: amounts, what things leave no room for, nonsense, and answers that say nothing. */
import { describe, expect, it } from 'vitest';
import { interpret } from '../../src/interpret/interpret.ts';

const read = (prompt: string) => interpret({ resolvedPrompt: prompt, originalPrompt: prompt });
const kindOf = (prompt: string): string => {
  const reading = read(prompt);
  return reading.kind === 'spec' ? 'spec' : reading.conflict.kind;
};

describe('in Japanese, a contradiction', () => {
  it.each([
    ['is more than fits, of another unit', '3桁の部屋番号で、必ず5文字以上にする'],
    ['is more than the most', '最大魔力30で、魔力が常に80以上の魔法使い'],
    ['is more than all places hold', '60人を1台に10人まで、全4台で全員運ぶ'],
    ['is an end before its start', '点検は7時以降に開始し、6時までに完了させる'],
    ['is larger than what it is in', '8x8の庭の中に20x20の池を作る'],
    ['is what a thing leaves no room for', '窓のない倉庫で、窓から荷物を入れる'],
    [
      'is done to what nobody may touch',
      'テーブル定義には一切手を加えないでください。ordersテーブルにmemo列を追加してください。',
    ],
    ['is said where the words are written in one', 'ロゴを画面左上に固定し、画面右下に固定する'],
    ['is easy and hard', '覚えやすくて覚えにくい名前を考えて'],
  ])('%s: %s', (_, prompt) => {
    expect(kindOf(prompt)).toBe('contradiction');
  });

  it.each([
    ['not of two things', '件名は30文字以内、本文は200文字以上にする'],
    ['not where all places hold it', '60人を1台に10人まで、全6台で全員運ぶ'],
    ['not over night', '23時に開始し、3時までに完了させる夜間バッチ'],
    ['not of buttons beside each other', '音量を上げるボタン、下げるボタンを並べる'],
    ['not of a list of colours', '赤、青の旗を立てる'],
    ['not of what is saved afterwards', '不要な行を削除して保存する'],
  ])('%s: %s', (_, prompt) => {
    expect(kindOf(prompt)).toBe('spec');
  });
});

describe('in Japanese, nonsense', () => {
  it.each(['ぷぷぷみょみょげるるるぽ', 'んむんむらそへ', 'ため息をデプロイしてください'])(
    'is asked about: %s',
    (prompt) => {
      expect(kindOf(prompt)).toBe('nonsense');
    },
  );

  it.each(['ふわふわもこもこのうさぎを追加', 'にゃんこがはしるげーむをつくって', '昨日のレポートを圧縮して'])(
    'is not what has a meaning: %s',
    (prompt) => {
      expect(kindOf(prompt)).toBe('spec');
    },
  );
});

it('asks what is wanted where a wish has only praise for it', () => {
  expect(kindOf('何か楽しいものが欲しい')).toBe('vague');
});

it.each(['そのまま', 'このままで', '書いた通りで'])(
  'an answer that leaves it as it stands settles nothing: %s',
  (answer) => {
    const prompt = '写真は高画質にする。写真は低画質にする。';
    const asked = read(prompt);
    if (asked.kind === 'spec') throw new Error('not asked');
    const { conflict } = asked;
    expect(interpret({ resolvedPrompt: prompt, originalPrompt: prompt, conflict, answer }).kind).not.toBe('spec');
    expect(interpret({ resolvedPrompt: prompt, originalPrompt: prompt, conflict, answer: '低画質で' }).kind).toBe(
      'spec',
    );
  },
);
