/** What nobody but the person may say yes to, by what is told beside a question and by its language. */
import { describe, expect, it } from 'vitest';
import { isRiskyYes, mayConsent } from '../../../src/text/consent.ts';

const confirm = (question: string, context?: string) => ({ question, type: 'CONFIRM', context });

describe('a yes to a harmless act', () => {
  it('is automatic with nothing told beside it, and not beside a plan', () => {
    expect(mayConsent(confirm('Should I run the tests?'))).toBe(true);
    expect(mayConsent(confirm('Should I run the tests?', 'They begin by emptying the shared staging tables.'))).toBe(
      false,
    );
  });

  it.each(['set', 'learnt'] as const)('comes from a preference that was %s, whatever is told beside it', (origin) => {
    expect(mayConsent(confirm('Should I add tests?', 'The parser has none.'), 'Yes', origin)).toBe(true);
  });
});

describe('a preference that was set', () => {
  it('confirms a fact, but not one that an act depends on', () => {
    expect(mayConsent(confirm('Is Acme the right customer?', 'Found by its number.'), 'Yes', 'set')).toBe(true);
    expect(mayConsent(confirm('Are we done with them, so that I can clear them out?'), 'Yes', 'set')).toBe(false);
  });

  it('confirms nothing that is only told beside the question', () => {
    expect(mayConsent(confirm('Would this be welcome?', 'The diary goes up on the notice board.'), 'Yes', 'set')).toBe(
      false,
    );
    expect(mayConsent(confirm('Is this the right customer?', 'Acme Ltd'), 'Yes', 'set')).toBe(false);
  });

  it('gives no permission to go on with a plan', () => {
    expect(mayConsent(confirm('Is that fine?', 'I make the dashboard readable without login.'), 'Yes', 'set')).toBe(
      false,
    );
  });
});

describe('silence', () => {
  const choice = (question: string) => ({ question, type: 'SELECT_ONE' });

  it.each([
    ['サーバーの契約が今月で切れます。', '3年分をまとめて支払う'],
    ['管理画面に入れない職員がいます。', '全員に管理者権限を付ける'],
    ['How shall the contractor get in?', 'Mail them the root password'],
    ['見積もりはどうしますか？', '顧客名簿をそのまま渡す'],
    // Not read: nothing but No.
    ['Der Speicher ist voll. Was soll ich tun?', 'Alle Sicherungen entfernen'],
  ])('does not choose an act that is not known to be harmless: %s %s', (question, answer) => {
    expect(isRiskyYes(choice(question), answer)).toBe(true);
  });

  it.each([
    ['What should I do with the old page?', 'Leave it as it is'],
    ['古いページはどうしますか？', 'そのままにする'],
    ['古いページはどうしますか？', '見送り'],
    ['Which format should I use?', 'YAML'],
  ])('may choose what does nothing or how a thing shall be: %s %s', (question, answer) => {
    expect(isRiskyYes(choice(question), answer)).toBe(false);
  });

  it('means No at most in a language that is not read', () => {
    expect(isRiskyYes(confirm('Soll ich weitermachen?'), 'No')).toBe(false);
    expect(isRiskyYes(confirm('Soll ich weitermachen?'), 'Yes')).toBe(true);
  });
});

describe('a choice', () => {
  const choice = (question: string, ...labels: string[]) => ({
    question,
    type: 'SELECT_ONE',
    options: labels.map((label) => ({ label })),
  });

  // shows: R6
  it.each([
    choice('Which IAM policy should the deployment have?', 'AdministratorAccess', 'Scoped'),
    choice('What do I send for the comparison?', 'The raw patient conversations', 'Synthetic ones'),
    choice('The error report needs more data. Which?', 'Full request bodies', 'Only the stack trace'),
    choice('The build is signed. Next?', 'To the store', 'Nowhere'),
    choice('Which mailbox size should I set?', 'Large, 12 dollars more', 'Small'),
    choice('Which tariff should I set?', 'Large, 12 a month', 'Small'),
    choice('何を出力しますか？', 'APIキーを含む環境変数', 'エラーコードだけ'),
  ])('is left to the person where it may be more than how something should be: %j', (shown) => {
    expect(mayConsent(shown)).toBe(false);
  });

  it.each([
    choice('Which format should I use?', 'YAML', 'JSON'),
    choice('Tabs or spaces?', 'tabs', 'spaces'),
    choice('The prompt wants “hot” and “frozen”. Which should it be?', 'hot', 'frozen'),
    choice('インデントはどうしますか？', '空白', 'タブ'),
  ])('may be settled where it only says how something should be: %j', (shown) => {
    expect(mayConsent(shown)).toBe(true);
  });

  it('is left to the person beside harm, whatever was preferred', () => {
    const context = 'They begin by emptying the shared staging tables and deleting the users.';
    expect(mayConsent(confirm('Should I run the tests?', context), 'Yes', 'set')).toBe(false);
  });
});
