import { describe, expect, it } from 'vitest';
import { isSimilar, mostSimilar, sketchOf } from '../../src/text/similarity.ts';

describe('isSimilar', () => {
  it.each([
    ['Which output format should I use?', 'In what format do you want the output?'],
    ['Should the build cache the modules?', 'Should the build cach the modules?'],
    ['Is the parser faster than the lexer?', 'What is faster, the lexer or the parser?'],
    ['Does the worker call the queue?', 'Is the queue called by the worker?'],
    ['出力ファイルの形式はどうしますか？', '出力するファイルの形式を決めてください'],
    ['导出文件用什么格式？', '文件导出的格式是什么？'],
  ])('offers the answer to “%s” with “%s”', (one, other) => {
    expect(isSimilar(one, other)).toBe(true);
    expect(isSimilar(other, one)).toBe(true);
  });

  it.each([
    ['Which output format should I use?', 'Where should I put the tests?'],
    ['Keep years < 100?', 'Keep years < 1000?'],
    ['Run the linter before the tests?', 'Run the linter after the tests?'],
    ['Should I log requests?', 'Should I not log requests?'],
    ['Is the input sorted?', 'Is the output sorted?'],
    ['Edit src/a.ts?', 'Edit src/b.ts?'],
    ['Ask Emily about it?', 'Ask Samuel about it?'],
    ['入力ファイルの形式は？', '出力ファイルの形式は？'],
    ['导出之前要备份吗？', '导出之后要备份吗？'],
  ])('does not offer the answer to “%s” with “%s”', (one, other) => {
    expect(isSimilar(one, other)).toBe(false);
    expect(isSimilar(other, one)).toBe(false);
  });
});

describe('mostSimilar', () => {
  const known = (...questions: string[]) => questions.map((question) => ({ question, sketch: sketchOf(question) }));

  it('takes the most alike, and of two equally alike the first', () => {
    const earlier = known(
      'Which colour?',
      'Which report format in March?',
      'Which report format?',
      'Report format, which?',
    );
    expect(mostSimilar(sketchOf('What format has the report?'), earlier)?.question).toBe('Which report format?');
    expect(mostSimilar(sketchOf('Who is there?'), earlier)).toBeNull();
    expect(mostSimilar(sketchOf('Which report format?'), [])).toBeNull();
  });

  it('finds among a thousand what a look at each alone finds', () => {
    const nouns = ['parser', 'report', 'worker', 'button', 'schema', 'cache', 'logger', 'router', 'token', 'banner'];
    const verbs = ['format', 'test', 'rename', 'style', 'document'];
    const questions = nouns.flatMap((a) =>
      nouns.flatMap((b) => verbs.map((verb) => `Should I ${verb} the ${a} of the ${b}?`)),
    );
    const earlier = known(...questions);
    for (const question of questions.filter((_, n) => n % 37 === 0)) {
      const asked = question.replace('Should I', 'Shall I maybe');
      const alone = earlier.find(({ question: one }) => mostSimilar(sketchOf(asked), known(one)) !== null);
      expect(mostSimilar(sketchOf(asked), earlier) === null).toBe(alone === undefined);
    }
  });
});
