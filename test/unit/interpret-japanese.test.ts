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

describe('in Japanese, two statements', () => {
  it.each([
    ['deny each other, whatever the verb', '領収書は郵送する。領収書は郵送しないこと。'],
    ['deny each other, whatever else the one says of it', '会話は残さない。会話は半年間残す。'],
    ['deny each other in verbs that come to the same', '羊は旅人を襲う。羊は旅人を決して攻撃しない。'],
    ['deny each other before their noun', '玉ねぎを使わないシチュー。玉ねぎは2個入れる。'],
    ['deny each other on the way to another verb', '伝票は暗号化して送る。面倒なので伝票は暗号化しない。'],
    ['deny each other in one case, however it is put', '鍵を回したら扉を開けること。鍵を回しても扉を開けないこと。'],
    ['deny each other as a ban and a leave', '途中参加可。途中参加は禁止。'],
    ['are at once and not before', '並び順は自動で保存される。並び順は確定を押すまで保存されない。'],
    ['each name another as the only one', 'この釣り竿は川でしか使えない。この釣り竿は海だけで使える。'],
    ['name two of a kind as the only one', 'Rubyだけで書いてください。言語はKotlinのみ。'],
    ['name the only ones, and others too', '棚卸し画面は店長限定です。棚卸し画面は誰でも開けます。'],
    ['have none of it, and use it', '画像を使わないページで、中央に画像を置く'],
    ['have the act denied of the thing that does it', '潜らない魚で、川に潜って渡る'],
  ])('%s: %s', (_, prompt) => {
    expect(kindOf(prompt)).toBe('contradiction');
  });

  it.each([
    ['are of two things', '領収書は郵送する。請求書は郵送しない。'],
    ['are of two of a kind', '銀の槍は折れない。木の槍は3回で折れる。'],
    ['are of two cases', '平日は鍵を開けておく。祝日は鍵を開けない。'],
    ['have an exception', '会話は残さない。ただし苦情は残す。'],
    ['tell things apart', '泳がない魚を3匹、泳ぐ魚を2匹追加する'],
    ['have the only one of each', '画面はKotlinのみ、サーバーはRubyのみで書く'],
    ['are who alone may do what', '店長だけが承認でき、担当者だけが申請できる'],
    ['are what is left out and what it is for', 'ログインなしで読めて、投稿するにはログインが必要'],
    ['use something else instead', '牛肉を使わないで、豆腐を300g使うハンバーグ'],
    ['are quoted', '「削除しない」ボタンと「削除する」ボタンを並べる'],
  ])('go together where they %s: %s', (_, prompt) => {
    expect(kindOf(prompt)).toBe('spec');
  });
});

describe('in Japanese, a sum', () => {
  it.each([
    [
      'costs more than there is',
      '予算8000円、一人1800円のランチで7人分を予約する',
      '予算8000円、一人1000円のランチで7人分を予約する',
    ],
    ['costs more by the piece', '合計は3000円まで。600円の花を8本買う。', '合計は3000円まで。300円の花を8本買う。'],
    [
      'has more than all places hold',
      '1箱に6個入る箱4つに、りんご30個をすべて詰める',
      '1箱に6個入る箱5つに、りんご30個をすべて詰める',
    ],
    ['has more than all groups hold', '45人を6人ずつ7班に分けて全員入れる', '42人を6人ずつ7班に分けて全員入れる'],
    [
      'is more than the most',
      '最大魔力が40の杖で、魔力70で放つ技を付ける',
      '最大魔力が40の杖で、魔力30で放つ技を付ける',
    ],
    [
      'is more often than allowed',
      '毎日配信する講座で、配信は月に2回だけにする',
      '毎日記録する講座で、配信は月に2回だけにする',
    ],
    ['takes longer than there is', '1時間の授業に25分の実験を3つ入れる', '1時間の授業に15分の実験を3つ入れる'],
    ['ends before it starts', '6月3日に終わって6月9日に始まる展示', '6月3日に始まって6月9日に終わる展示'],
    [
      'is another number than the only one',
      'タブは2つだけにして、5つのタブを並べる',
      'タブは2つだけにして、5つのボタンを並べる',
    ],
  ])('%s: %s', (_, over, within) => {
    expect([kindOf(over), kindOf(within)]).toEqual(['contradiction', 'spec']);
  });
});

describe('in Japanese, a wish', () => {
  it.each([
    'あれ、何とかしといて',
    '前と同じ感じで',
    'ちょっと手伝ってほしいんだけど',
    '便利なアプリが欲しい',
    'うまくいかないんですが',
  ])('is vague where it names nothing: %s', (prompt) => {
    expect(kindOf(prompt)).toBe('vague');
  });

  it.each([
    'ちょっと手伝って。送り状の宛名を直したい',
    '前と同じ感じで、9月の献立を作って',
    'かるたアプリが欲しい',
    'すごろく',
    'アプリをデプロイして',
  ])('is not vague where it names something: %s', (prompt) => {
    expect(kindOf(prompt)).toBe('spec');
  });
});

describe('in Japanese, nonsense', () => {
  it.each([
    'ぷぷぷみょみょげるるるぽ',
    'んむんむらそへ',
    'ため息をデプロイしてください',
    '火曜日の涙を角度で煮て机に着せて',
    'ざぴょぬ、ぶるげも',
  ])('is asked about: %s', (prompt) => {
    expect(kindOf(prompt)).toBe('nonsense');
  });

  it.each([
    'ふわふわもこもこのうさぎを追加',
    'にゃんこがはしるげーむをつくって',
    '昨日のレポートを圧縮して',
    '悲しみの角度という詩を書いて',
    'ぶどうとかぼちゃ',
  ])('is not what has a meaning: %s', (prompt) => {
    expect(kindOf(prompt)).toBe('spec');
  });
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
