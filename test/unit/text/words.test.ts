import { describe, expect, it } from 'vitest';
import { isHarmlessAct, isHarmlessPlan, isJobsOwn, mayConsent } from '../../../src/text/consent.ts';
import { aboutTheSame } from '../../../src/text/context.ts';
import { namesAnother, outweighs, touches } from '../../../src/text/latest-words.ts';
import { isName } from '../../../src/text/names.ts';
import { asksLeave, asksSeveral, isNegated, isRead } from '../../../src/text/question-form.ts';
import { namesSecret } from '../../../src/text/secrets.ts';
import { readYesNo, seedYesNo } from '../../../src/text/yes-no.ts';

const options = (...names: string[]) => names.map((label) => ({ label }));

describe('consent', () => {
  it.each([
    'Should I add tests?',
    'Install the dependencies?',
    'Should I use ESLint?',
    'テストを追加しますか？',
    '単体テストを実行しますか？',
  ])('knows a harmless act: %s', (question) => {
    expect(isHarmlessAct(question)).toBe(true);
  });

  it.each([
    'Should I let it rip?',
    'Should I add the admin user?',
    'Should I add tests and then deploy?',
    'Should I update the production config?',
    'Should I use the company card?',
    'Soll ich Tests hinzufügen?',
    '本番にテストを追加しますか？',
  ])('does not know “%s” as harmless', (question) => {
    expect(isHarmlessAct(question)).toBe(false);
  });

  it('lets a bare leave to go on pass only with nothing beside it', () => {
    expect(mayConsent({ question: 'Proceed?', type: 'CONFIRM' })).toBe(true);
    expect(mayConsent({ question: 'Proceed?', type: 'CONFIRM', context: 'I will add tests.' })).toBe(false);
  });

  it('lets a choice of a thing pass, and no option that lets something go on', () => {
    expect(mayConsent({ question: 'Which format?', type: 'SELECT_ONE', options: options('YAML', 'JSON') })).toBe(true);
    expect(mayConsent({ question: 'The plan?', type: 'SELECT_ONE', options: options('Proceed', 'Stop') })).toBe(false);
  });

  it('never passes in a language that is not read', () => {
    expect(mayConsent({ question: 'Welche Datenbank soll ich nehmen?', type: 'SELECT_ONE' })).toBe(false);
    expect(isRead('要添加测试吗？')).toBe(false);
    expect(isRead('Deploy?')).toBe(true);
  });
});

describe('isJobsOwn', () => {
  const confirm = (question: string, context?: string) => ({ question, type: 'CONFIRM', context });

  // shows: R6
  it.each([
    [confirm('Should I tidy up the old refs on origin?')],
    [confirm('Proceed?')],
    [confirm('Should I run the tests?', 'They begin by emptying the shared staging tables.')],
    [confirm('Soll ich die Tests ergänzen?')],
    [{ question: 'The ferry is full. What now?', type: 'SELECT_ONE', options: options('Two taxis', 'The bus') }],
    [{ question: 'How should I answer the landlord?', type: 'SELECT_ONE', options: options('Kindly', 'Firmly') }],
    [{ question: '大家さんにどう返しますか？', type: 'SELECT_ONE', options: options('短く', '長く') }],
    [confirm('Does that suit the family?', 'The diary of the last year goes up on the notice board.')],
    [
      {
        question: 'How do we deal with the branches?',
        type: 'SELECT_ONE',
        options: options('Sweep them away', 'Wait'),
      },
    ],
  ])('keeps consent that is not known to be harmless with its job: %j', (shown) => {
    expect(isJobsOwn(shown)).toBe(true);
  });

  it.each([
    [confirm('Should I add tests?')],
    [{ question: 'Which format?', type: 'SELECT_ONE', options: options('YAML', 'JSON') }],
    [{ question: 'How should I name the branch?', type: 'SELECT_ONE', options: options('feat/x', 'x') }],
    [{ question: 'Welche Farbe?', type: 'FREE_TEXT' }],
  ])('leaves the rest to the session: %j', (shown) => {
    expect(isJobsOwn(shown)).toBe(false);
  });
});

describe('isHarmlessPlan', () => {
  it.each([
    'I will add tests for the parser.',
    'Working on: Write the notes',
    '1. Add tests\n2. Document the parser',
    'テストを追加します。',
  ])('knows “%s”', (plan) => {
    expect(isHarmlessPlan(plan)).toBe(true);
  });

  it.each([
    'I compare the couriers and book one.',
    'Add tests, then ring the supplier.',
    'Add tests to the customer server.',
    'Tests ergänzen und dann weiter',
    'Build the shop',
  ])('does not know “%s”', (plan) => {
    expect(isHarmlessPlan(plan)).toBe(false);
  });
});

describe('aboutTheSame', () => {
  const question = 'Which database should I use?';

  it('lets the words decide where nothing stands beside one of the two', () => {
    expect(aboutTheSame({ question }, { question, context: 'for the offline store on the phone' })).toBe(true);
  });

  it('parts two questions whose contexts have nothing in common', () => {
    const analytics = { question, context: 'The analytics service needs columnar queries.' };
    expect(aboutTheSame(analytics, { question, context: 'The phone app keeps notes while offline.' })).toBe(false);
  });

  it('parts a context that is told anew, since its words do not show what it is about', () => {
    const told = { question, context: 'The analytics service needs columnar queries.' };
    const anew = { question, context: 'Columnar queries are needed by the analytics service' };
    expect(aboutTheSame(told, anew)).toBe(false);
    expect(aboutTheSame(told, { question, context: ' the analytics service  needs columnar queries' })).toBe(true);
  });

  it('lets the descriptions of options stand in any order', () => {
    const [a, b] = [
      { label: 'PostgreSQL', description: 'a server' },
      { label: 'SQLite', description: 'a file' },
    ];
    expect(aboutTheSame({ question, options: [a!, b!] }, { question, options: [b!, a!] })).toBe(true);
    expect(aboutTheSame({ question, options: [a!] }, { question, options: [b!] })).toBe(false);
  });

  it('parts two questions whose headers name two things, though the options are described alike', () => {
    const described = [{ label: 'PostgreSQL', description: 'a server' }];
    const one = { question, header: 'Analytics', options: described };
    expect(aboutTheSame(one, { question, header: 'Mobile', options: described })).toBe(false);
  });

  it('lets the words decide where the question names its one thing', () => {
    const licence = { question: "What should the project's licence be?", context: 'Making the LICENSE file.' };
    expect(aboutTheSame(licence, { ...licence, context: 'We go public next week.' })).toBe(true);
  });

  it.each([
    [
      'Should I proceed?',
      'I will turn the reader of shapes inside out.',
      'I will turn the reader of colours inside out.',
    ],
    ['Is this plan OK?', 'Move the menu to the left side.', 'Move the menu to the right side.'],
    [
      'Soll ich fortfahren?',
      'Als Nächstes lösche ich die Tabelle users.',
      'Als Nächstes lösche ich die Tabelle orders.',
    ],
  ])('takes “%s” for the same only where all beside it is', (question, one, other) => {
    expect(aboutTheSame({ question, context: one }, { question, context: other })).toBe(false);
    expect(aboutTheSame({ question, context: one }, { question, context: ` ${one.toUpperCase()}` })).toBe(true);
  });
});

describe('the same words about another thing', () => {
  const which = (beside: object) => ({ question: 'Which unit should it be in?', ...beside });
  const sizes = (small: string, large: string) => [
    { label: 'Gram', description: small },
    { label: 'Ounce', description: large },
  ];

  it.each([
    ['a path more on one side', which({ context: 'lib/oven' }), which({ context: 'lib/freezer, built like lib/oven' })],
    [
      'a thing that the other side excludes',
      which({ context: 'The scale of the kitchen, not the one of the bar.' }),
      which({ context: 'The scale of the bar, the one of the kitchen stands.' }),
    ],
    [
      'descriptions beside headers that say nothing new',
      which({ header: 'Unit', options: sizes('Flour for the bread', 'Flour for export') }),
      which({ header: 'Unit', options: sizes('Letters of the post room', 'Parcels abroad') }),
    ],
    [
      'two headers, though the question names its thing',
      { question: 'Which framework should the checkout kiosk screens use?', header: 'Invoices' },
      { question: 'Which framework should the checkout kiosk screens use?', header: 'Newsletter' },
    ],
    [
      'two names, though the question names its thing',
      { question: 'Which framework should the checkout kiosk screens use?', context: 'They are built for Adatum.' },
      { question: 'Which framework should the checkout kiosk screens use?', context: 'Screens that serve Contoso.' },
    ],
  ])('is another question: %s', (_, one, other) => {
    expect(aboutTheSame(one, other)).toBe(false);
    expect(aboutTheSame(one, { ...one })).toBe(true);
  });
});

describe('alternatives', () => {
  it('name no thing: the same choice for another thing is another question', () => {
    const question = '通知はメールとSlackのどちらで送りますか？';
    const one = { question, context: '夜間バッチの失敗の知らせです。' };
    expect(aboutTheSame(one, { question, context: '町内会の集まりの案内です。' })).toBe(false);
  });

  it('may contain each other: the longer name does not name the shorter', () => {
    const shown = { question: 'Which format?', options: options('JSON', 'JSON Lines') };
    expect(namesAnother('The importer wants JSON Lines.', shown, 'JSON')).toBe(true);
    expect(namesAnother('The importer wants JSON.', shown, 'JSON')).toBe(false);
  });
});

describe('the latest words', () => {
  const lockfile = { question: 'Should I commit the lockfile?' };

  // shows: R10
  it.each([
    ['do not commit the lock file', lockfile, 'Yes'],
    ['no vitest this time please', { question: 'Which test runner should I use?' }, 'vitest'],
    ['今回はYAMLは使わないで', { question: 'どの形式にしますか？', options: options('YAML', 'JSON') }, 'JSON'],
    ['ask me again about these things', lockfile, 'Yes'],
  ])('touch the question: %s', (words, question, known) => {
    expect(touches(words, question, known)).toBe(true);
  });

  it('touch a question when they name the thing that it asks for', () => {
    const question = 'Which language should the user manual have?';
    expect(touches('About the language: the readers are in Lyon.', { question }, 'German')).toBe(true);
  });

  const strict = { question: 'Should I use TypeScript strict mode?' };
  it('hold best practice back by what they rule out or tell, and not by an order that shares a word', () => {
    expect(outweighs('Build a TypeScript app', strict, 'Yes')).toBe(false);
    expect(outweighs('The mainframe cannot read UTF-16.', strict, 'Yes')).toBe(true);
    expect(outweighs('We write plain JavaScript here.', strict, 'Yes')).toBe(true);
    expect(outweighs('The mode of my printer is wrong.', strict, 'Yes')).toBe(true);
  });

  const database = { question: 'Which database?', options: options('PostgreSQL', 'MySQL') };
  const storybook = { question: 'Should I set up Storybook for the components?' };
  // shows: R10
  it.each([
    ['do not deploy any more today', { question: 'Deploy to production?' }, 'Yes'],
    ['use MySQL', database, 'PostgreSQL'],
    ['no PostgreSQL please', database, 'PostgreSQL'],
    ['my aunt talked me out of PostgreSQL', database, 'PostgreSQL'],
    ['PostgreSQL is too much for this', database, 'PostgreSQL'],
    ['use PostgreSQL only for the tests', database, 'PostgreSQL'],
    ['PostgreSQL looks good on paper', database, 'PostgreSQL'],
    ['PostgreSQL?', database, 'PostgreSQL'],
    ['about the database: ask me once more', database, 'PostgreSQL'],
    ["I like PostgreSQL. Let's not.", database, 'PostgreSQL'],
    ['no, the other one', database, 'PostgreSQL'],
    ['やっぱりそれはやめて', database, 'PostgreSQL'],
    ['four is too wide', { question: 'Which indentation?', options: options('2', '4') }, '4'],
    ['the deployment waits', { question: 'Should I deploy the docs?' }, 'Yes'],
    ['put the fonts somewhere quieter', { question: 'Where should the bundled fonts go?' }, 'src/vendor'],
    ['Hold on, no storybook after all.', storybook, 'Yes'],
    ['leave Storybook out', storybook, 'Yes'],
    ['add Storybook to the components', storybook, 'No'],
    ['木曜は都合が悪くなりました', { question: '曜日はいつですか?', options: options('月曜', '木曜') }, '木曜'],
  ])('touch a known answer: %s', (words, question, known) => {
    expect(touches(words, question, known)).toBe(true);
  });

  it.each([
    ['use PostgreSQL, please', database, 'PostgreSQL'],
    ['ok, stick with PostgreSQL', database, 'PostgreSQL'],
    ['PostgreSQLを使ってください', database, 'PostgreSQL'],
    ['yes, set up Storybook', storybook, 'Yes'],
  ])('leave a known answer alone where they are the same choice again: %s', (words, question, known) => {
    expect(touches(words, question, known)).toBe(false);
  });

  it.each([
    ['thanks', lockfile, 'Yes'],
    ['no', database, 'PostgreSQL'],
    ['fix the login page', database, 'PostgreSQL'],
    ['Create another one', database, 'PostgreSQL'],
    ['add a login page', { question: 'Should I add a changelog?' }, 'Yes'],
    ['すみません、少し席を外します', database, 'PostgreSQL'],
  ])('leave a known answer alone where they share nothing with the question: %s', (words, question, known) => {
    expect(touches(words, question, known)).toBe(false);
  });
});

describe('yes and no', () => {
  it.each([
    ['uh, no', 'No'],
    ['yeah go for it', 'Yes'],
    ['ok no', 'No'],
    ['no problem', 'Yes'],
    ['yes, add the tests', 'Yes'],
    ["no, don't add tests", 'No'],
    ['absolutely not', 'No'],
    ['はい、お願いします', 'Yes'],
    ['うーん、いいえ', 'No'],
    ['Um... yes!', 'Yes'],
    ['uh – no thanks', 'No'],
    ['ええと…はい', 'Yes'],
    ['please do', 'Yes'],
    ['uh-uh', 'No'],
    ['oh no', 'No'],
    ['👍', 'Yes'],
    ['👎', 'No'],
    ['yes...', null],
    ['hmm...', null],
    ['oui', 'Yes'],
    ['Nein.', 'No'],
    ['sure but only tests', null],
    ['not yet', null],
    ['I guess so', null],
    ['yes and no', null],
    ['yes?', null],
    ['notes.md', null],
    ['constructor', null],
    ['大丈夫です', null],
  ])('reads the reply “%s” as %s', (reply, reading) => {
    expect(readYesNo(reply, null, 'Should I add tests?')).toBe(reading);
  });

  it.each([
    ['Yes, please!', 'Yes'],
    ['はい。', 'Yes'],
    ['n', 'No'],
    ['yeah sure', null],
    ['thanks, looks good', null],
  ])('takes only the seed’s words from before the question: “%s” is %s', (said, reading) => {
    expect(seedYesNo(said)).toBe(reading);
  });
});

describe('the form of a question', () => {
  it('knows a negative, a choice and a request for leave', () => {
    expect([isNegated("Shouldn't I add tests?"), isNegated('Add tests?')]).toEqual([true, false]);
    expect([asksSeveral('Add tests or docs?'), asksSeveral('Add tests?')]).toEqual([true, false]);
    expect([asksLeave('Overwrite config.yaml?'), asksLeave('Which format?')]).toEqual([true, false]);
    expect([asksLeave('続けてもいいですか？'), asksLeave('どちらにしますか？')]).toEqual([true, false]);
  });
});

describe('isName', () => {
  it.each(['YAML', 'pnpm', '100', 'initials/topic', '日本語', 'Apache-2.0'])('takes “%s” for a choice', (answer) => {
    expect(isName(answer)).toBe(true);
  });

  it.each(['not sure yet', 'let me sleep on it', 'TBD', 'whatever', 'YAML?', 'わからない', '未定', '...', 'you'])(
    'takes “%s” for none',
    (answer) => {
      expect(isName(answer)).toBe(false);
    },
  );
});

describe('namesSecret', () => {
  it.each(['What is the API key?', 'your GitHub token', 'パスワード', 'the db connection string'])(
    'knows %s',
    (text) => {
      expect(namesSecret(text)).toBe(true);
    },
  );

  it.each(['Which key should I sort by?', 'token limit', 'password policy', 'keyboard'])('passes over %s', (text) => {
    expect(namesSecret(text)).toBe(false);
  });
});

describe('one word in the place of another', () => {
  it.each([
    ['Which colour should I use?', 'Low tide curve on the harbour chart', 'High tide curve on the harbour chart'],
    ['Which schedule should I set?', 'Drip valves of bed 3 in valves.yaml', 'Drip valves of bed 7 in valves.yaml'],
    [
      'What should the alarm threshold of the vineyard probes be?',
      'Soil moisture alarm of the vineyard probes',
      'Air temperature alarm of the vineyard probes',
    ],
    ['どの色にしますか？', '水温グラフです', '塩分グラフです'],
    ['Should the button be disabled?', 'While the sign-up page loads', 'While the sign-out page loads'],
  ])('makes another thing: %s %s, %s', (question, one, other) => {
    expect(aboutTheSame({ question, context: one }, { question, context: other })).toBe(false);
    expect(aboutTheSame({ question, context: one }, { question, context: `${one}.` })).toBe(true);
  });
});
