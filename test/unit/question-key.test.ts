import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  canonicalForm,
  identicalKey,
  normaliseQuestion,
  questionHash,
  questionKey,
} from '../../src/text/question-key.ts';

const same = (a: string, b: string): boolean => questionKey(a) === questionKey(b);

describe('normaliseQuestion', () => {
  // shows: S000-NORMALISE
  it('takes case, outer and repeated spaces and marks at the end for nothing', () => {
    expect(normaliseQuestion('  Which   FORMAT should\tI use?!.  ')).toBe('which format should i use');
  });

  // shows: O1-08
  it('takes a full-width mark, full-width letters and a blank before the mark for the plain form', () => {
    expect(normaliseQuestion('JSON ?')).toBe(normaliseQuestion('JSON?'));
    expect(normaliseQuestion('ＪＳＯＮ？')).toBe(normaliseQuestion('JSON?'));
    expect(normaliseQuestion('形式は何ですか。')).toBe(normaliseQuestion('形式は何ですか？'));
  });

  it('keeps a text of nothing but marks, so that they do not all become one question', () => {
    expect(normaliseQuestion('???')).toBe('???');
    expect(normaliseQuestion('')).toBe('');
  });

  it('changes nothing when it is applied twice', () => {
    for (const text of ['What’s  İt?', 'ｶﾞ ?', 'A. B. ?', 'Σς!', '?!']) {
      expect(normaliseQuestion(normaliseQuestion(text))).toBe(normaliseQuestion(text));
    }
  });
});

describe('questionHash', () => {
  // shows: S000-HASH
  it('is the SHA-256 of the normalised text', () => {
    const expected = createHash('sha256').update('which format should i use').digest('hex');
    expect(questionHash('Which format should I use?')).toBe(expected);
  });
});

describe('canonicalForm', () => {
  // shows: O1-08
  it.each([
    ["What's the entry point?", 'What is the entry point?'],
    ['What’s the entry point?', 'What is the entry point'],
    ["Why doesn't the build pass?", 'Why does not the build pass?'],
    ["What can't change?", 'What cannot change?'],
    ["Which parts won't you need?", 'Which parts will not you need?'],
    ["What'll we call it?", 'What will we call it?'],
    ["What're the limits?", 'What are the limits?'],
    ['Which format should I use?', 'What format should I use?'],
    ['Which format should I use?', 'Which format do you want me to use?'],
    ['Which format should I use?', 'What format would you like me to use?'],
    ['Which format would you like?', 'What format do you want?'],
    ['Which format should I use?', 'Could you please tell me which format I should use?'],
    ['Which format should I use?', 'Which format should I use, please?'],
    ['Which format should I use for the config?', 'What format would you like to use for the config?'],
    ['Should I add tests?', 'Do you want me to add tests?'],
    ['Should I add tests?', 'Would you like me to add the tests, please?'],
    ['Should I add tests?', 'Can you tell me whether I should add tests?'],
    ['Should I add tests?', 'Do you think I should add tests?'],
    ['Should I add tests?', 'Hello, should I add tests? Thanks!'],
    ['How do I run the linter?', 'How can I run the linter?'],
    ['How do I run the linter?', 'If I want to run the linter, what should I do?'],
    ['What colour should I use?', 'Which color should I use?'],
    ['Should I initialise it?', 'Should I initialize it?'],
    ['YAML を使いますか？', 'YAMLを使いますか。'],
    ['Want me to add tests?', 'Should I add tests?'],
    ['Can you confirm whether you want me to add tests?', 'Should I add tests?'],
    ['For the API, which format should I use?', 'Which format should I use for the API?'],
    ['In which language should the texts be?', 'What language should the texts be in?'],
    ['Do you want the results to be cached?', 'Should I cache the results?'],
    ['Should the results be cached?', 'Would you like me to cache the results?'],
    ['What should I name the class?', 'What should the class be called?'],
    ['Where should I put the helpers?', 'Which folder should the helpers go in?'],
    ['What should I do with empty rows?', 'How should empty rows be handled?'],
    ['Is it okay if I add a type?', 'May I add a type?'],
    ['Should I also add tests?', 'Should I add tests as well?'],
    ['Should I use tabs or spaces?', 'Do you want spaces or tabs?'],
    ['Should I add `lodash`?', 'Should I add lodash?'],
    ['Can you provide the file path?', 'What is the file path?'],
    ['Which version of Node should I target?', 'What Node version should I target?'],
    ['どの形式を使いますか？', '形式は何を使用しましょうか？'],
    ['出力はどの形式にしますか？', '出力の形式は何にすればいいでしょうか？'],
    ['テストを追加しましょうか？', 'テストを追加したほうが良いですか？'],
    ['テストを書きますか？', 'テストを書くべきでしょうか？'],
    ['ファイル名を教えてください。', 'ファイル名は何ですか？'],
    ['ReactとVueのどちらを使いますか？', 'VueとReactのどちらを使いましょうか？'],
    ['ＪＳＯＮで出力しますか？', 'JSONで出力しますか？'],
  ])('takes “%s” and “%s” for one question', (a, b) => {
    expect(canonicalForm(a)).toBe(canonicalForm(b));
  });

  it.each([
    ['Should I use YAML?', 'Should I not use YAML?'],
    ["Shouldn't I use YAML?", 'Should I use YAML?'],
    ['Keep years < 100?', 'Keep years < 1000?'],
    ['Keep years < 100?', 'Keep years > 100?'],
    ['Does a call b?', 'Does b call a?'],
    ['Is this a bug?', 'Is this the bug?'],
    ['Should I use plan A first?', 'Should I use the plan first?'],
    ['Should I write it in C?', 'Should I write it in C++?'],
    ['Should I write it in C?', 'Should I write it in C#?'],
    ['Edit src/a.ts?', 'Edit src/a_ts?'],
    ['Edit a.ts?', 'Edit a ts?'],
    ['Rename `a b`?', 'Rename `a  c`?'],
    ['Rename `the`?', 'Rename ``?'],
    ['Format before saving?', 'Format after saving?'],
    ['Run with tests?', 'Run without tests?'],
    ['What is the expected result?', 'What is the current result?'],
    ['Edit this file?', 'Edit that file?'],
    ['Why do you want me to stop?', 'Why should I stop?'],
    ['Which user do you want in the database?', 'Which user should I use in the database?'],
    ['What should I use?', 'Which should I use?'],
    ['How can you reach the server?', 'How can I reach the server?'],
    ['How do I set up my account?', 'How do I set up your account?'],
    ['Can you tell me about tests?', 'Tests?'],
    ['Should I use four?', 'Should I use for?'],
    ['Version 2.0?', 'Version 20?'],
    ['Which features do you want?', 'Which features should I use?'],
    ['Should I put the tests in ..?', 'Should I put the tests in .?'],
    ['Should I read lines 10 – 20?', 'Should I read lines 10, 20?'],
    ['What would you name it?', "What'd you name it?"],
    ['Should I use truly random ids?', 'Should I use random ids?'],
    ['Do you know how to use Docker?', 'How do I use Docker?'],
    // Only English and Japanese are read: elsewhere other words are another question.
    ['要添加测试吗？', '是否要添加测试？'],
    ['Quel format souhaitez-vous ?', 'Quel format voulez-vous ?'],
    ['使いますか？', '使いませんか？'],
    ['前に実行しますか？', '後に実行しますか？'],
    ['Should I edit `User.ts`?', 'Should I edit `user.ts`?'],
    ['Should users be notified?', 'Should I notify users?'],
    ['Do you want to review the plan?', 'Should I review the plan?'],
    ['Can I reach the server?', 'May I reach the server?'],
    ['Should I add tests too?', 'Should I add tests?'],
    ['Rename a to b or c to d?', 'Rename a to c or b to d?'],
    ['Should I scrap the data?', 'Should I scrape the data?'],
    ['Should I run `the` script?', 'Should I run `` script?'],
    ['What should the class be called?', 'What is the class called?'],
    ['Should only admins be added?', 'Should I add admins?'],
    ['管理者がユーザーを承認しますか？', '管理者をユーザーが承認しますか？'],
    ['デプロイしますか？', 'デプロイしましたか？'],
    ['使ってもいいですか？', '使いますか？'],
    ['上限は1000件未満ですか？', '上限は1000件以下ですか？'],
    ['按钮是什么颜色？', '按钮应该是什么颜色？'],
    ['需要登录吗？', '要登录吗？'],
    ['要不要包含空行？', '要不包含空行？'],
    ['Which test script should run?', 'Which test should the script run?'],
    ['On Windows, should I fix the test that fails?', 'Should I fix the test that fails on Windows?'],
    ['With Python 3.12, should I keep compatibility?', 'Should I keep compatibility with Python 3.12?'],
    ['For version 2, should I add support?', 'Should I add support for version 2?'],
    ['How should I call the API?', 'What should I call the API?'],
    ['Where should the link go?', 'Where should I put the link?'],
    ['Should I add a flag to the update command?', 'Should I add a flag to update the command?'],
    ['Should I run `go test ./...`?', 'Should I run `go test ./`?'],
    ['Should it be named `folder`?', 'Should it be named `directory`?'],
    ["Should the label be 'Sign In'?", "Should the label be 'Sign in'?"],
    ['Should I use REST or GraphQL with Apollo?', 'Should I use GraphQL or REST with Apollo?'],
    ['Do you want the summary or the full report?', 'Should I use the summary or the full report?'],
    ['この関数は空の配列を返しますか？', 'この関数は空の配列を返すべきですか？'],
    ['どのテーブルを参照しますか？', 'テーブルは何を参照しますか？'],
    ['摘要是什么？', '摘要应该是什么？'],
  ])('keeps “%s” and “%s” apart', (a, b) => {
    expect(canonicalForm(a)).not.toBe(canonicalForm(b));
  });

  it('never parts what the seed’s hash joins, but for the case of code and quotes', () => {
    for (const text of ['Should I use plan A?', 'WHICH  format should I use', 'Ｗhat’s up ？', '請問。']) {
      expect(same(text, `  ${text.toUpperCase()} ?!`)).toBe(true);
    }
  });

  it('leaves a text of nothing but politeness as it stands', () => {
    expect(canonicalForm('Please?')).toBe('please');
    expect(same('Please?', 'The?')).toBe(false);
  });
});

describe('questionKey', () => {
  it('is 32 hex digits', () => {
    expect(questionKey('Which format?')).toMatch(/^[0-9a-f]{32}$/);
  });

  // shows: R6
  it('lets a destructive question meet only the identical one, in the same surroundings', () => {
    const key = (text: string, ...around: string[]) => identicalKey(text, around, null);
    expect(key('Delete the logs?')).toBe(key('Delete the  logs ？'));
    expect(key('Delete Logs?')).not.toBe(key('Delete logs?'));
    expect(key('Delete the logs?')).not.toBe(key('Delete logs?'));
    expect(key('Run rm -rf .?')).not.toBe(key('Run rm -rf ..?'));
    expect(key('Overwrite it?', 'draft.txt')).not.toBe(key('Overwrite it?', 'thesis.tex'));
    expect(key('Delete the logs?')).not.toBe(questionKey('Delete the logs?'));
  });

  // shows: O1-08
  it('is not misled by characters that nobody sees', () => {
    expect(same('Which for\u200bmat?', 'Which format?')).toBe(true);
    expect(same('Which for\u00admat?', 'Which format?')).toBe(true);
  });
});
