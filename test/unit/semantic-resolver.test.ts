import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/core/model/question.ts';
import type { Resolution } from '../../src/core/model/resolution.ts';
import { pathsMentioned, semanticResolver } from '../../src/resolve/semantic-resolver.ts';
import { optionsOf, questionOf } from '../support/question.ts';

function asked(
  question: string,
  type: Question['type'],
  labels: string[] = [],
  more: Partial<Question> = {},
): Question {
  return questionOf(question, { type, options: optionsOf(labels), ...more });
}

const builtIn = semanticResolver();

function hear(
  question: Question,
  text: string,
  paths: string[] = [],
  resolver = builtIn,
  spent = false,
): Resolution | null {
  return resolver({ question, heard: { text, at: 0, paths, spent }, preference: null, language: null });
}

const FILE = asked('Which file should I edit?', 'TARGET_FILE');
const FORMAT = asked('Which format should I use?', 'SELECT_ONE', ['YAML', 'JSON', 'JSON Lines']);
const TESTS = asked('Should I add tests?', 'CONFIRM');

describe('root words', () => {
  // shows: S000-PATTERN-ROOT, O1-09
  it.each(['root', 'root直下', 'root直下に', '.', 'ここ', 'here', 'Here.'])(
    'takes “%s” for the project root',
    (text) => {
      expect(hear(FILE, text)).toMatchObject({ answer: '.', source: 'input', evidence: `the person said “${text}”` });
    },
  );

  it('means a place only where a place is asked for', () => {
    expect(hear(asked('What should the title say?', 'FREE_TEXT'), 'here')).toBeNull();
    expect(hear(asked('Which directory should hold it?', 'FREE_TEXT'), 'here')?.answer).toBe('.');
    expect(hear(asked('Where should the settings be stored?', 'FREE_TEXT'), 'here')?.answer).toBe('.');
    expect(hear(asked('Where does the licence belong?', 'FREE_TEXT'), 'here')?.answer).toBe('.');
    expect(hear(TESTS, 'root')).toBeNull();
    expect(hear(FILE, 'the root of all evil')).toBeNull();
  });

  it('takes no root where the options have none', () => {
    expect(hear(asked('Which file?', 'TARGET_FILE', ['a.ts', 'b.ts']), 'here')).toBeNull();
    expect(hear(asked('Where to?', 'TARGET_FILE', ['src', './']), 'here')?.answer).toBe('./');
  });
});

describe('yes and no', () => {
  // shows: S000-PATTERN-YES, S000-PATTERN-NO
  it.each([
    ['yes', 'Yes'],
    ['はい', 'Yes'],
    ['y', 'Yes'],
    ['yes!', 'Yes'],
    ['no', 'No'],
    ['いいえ', 'No'],
    ['n', 'No'],
  ])('takes “%s” for %s to a CONFIRM, and spends it', (text, answer) => {
    expect(hear(TESTS, text)).toMatchObject({ answer, spendsHeard: true });
  });

  it('answers one question only', () => {
    expect(hear(TESTS, 'yes', [], builtIn, true)).toBeNull();
  });

  it.each([
    "Shouldn't I add tests?",
    "Don't you want tests?",
    'Add tests or docs?',
    'Add tests? Add docs?',
    'テストを追加しないのですか？',
    'Soll ich keine Tests schreiben?',
    '¿Tabuladores o espacios?',
    'Should I add tests, and should I keep the old ones?',
    '要加测试吗？名字保持不变吗？',
  ])('abstains where a yes to “%s” could mean either', (question) => {
    expect(hear(asked(question, 'CONFIRM'), 'yes')).toBeNull();
  });

  it('takes only the seed’s own words for a yes or no that was said before the question', () => {
    expect(hear(TESTS, 'Yes, please.')).toMatchObject({ answer: 'Yes', spendsHeard: true });
    expect(hear(TESTS, 'yes, add the tests')).toBeNull();
    expect(hear(TESTS, "no, don't add tests")).toBeNull();
    expect(hear(TESTS, 'yeah, sure')).toBeNull();
  });

  // shows: O1-10
  it('finds no “no” in a file name, and no leave in a refusal', () => {
    expect(hear(TESTS, 'notes.md', ['notes.md'])).toBeNull();
    expect(hear(TESTS, 'src/normalize.ts')).toBeNull();
    const overwrite = asked('The file exists. Overwrite it?', 'CONFIRM', [], { destructive: true });
    expect(hear(overwrite, "don't overwrite, use a different file")).toBeNull();
  });
});

describe('files', () => {
  // shows: S000-PATTERN-PATH, O1-09
  it.each([
    ['app.py', 'app.py'],
    ['please fix src/a.ts', 'src/a.ts'],
    ['README.mdを直して', 'README.md'],
    ['look at ./src/a.ts. Thanks', 'src/a.ts'],
  ])('takes the one project file named in “%s”', (text, path) => {
    expect(hear(FILE, text, [path])).toMatchObject({ answer: path, source: 'input' });
  });

  // shows: O1-09
  it('takes nothing that is no project file', () => {
    for (const text of ['/etc/passwd', '../../secret.md', 'either/or is fine']) expect(hear(FILE, text)).toBeNull();
  });

  it('abstains on two files, a new name beside an old one, and a refusal', () => {
    expect(hear(FILE, 'a.ts and b.ts', ['a.ts', 'b.ts'])).toBeNull();
    expect(hear(FILE, 'rename a.ts to b.ts', ['a.ts'])).toBeNull();
    expect(hear(FILE, "don't touch a.ts", ['a.ts'])).toBeNull();
    expect(hear(FILE, 'anything but a.ts', ['a.ts'])).toBeNull();
    expect(hear(FILE, 'a.tsは触らないで', ['a.ts'])).toBeNull();
  });

  it('abstains where another name stands beside it that is no file yet, or the file is only an example', () => {
    expect(hear(FILE, 'fix a.ts and write b.ts', ['a.ts'])).toBeNull();
    expect(hear(FILE, 'write it like in a.ts', ['a.ts'])).toBeNull();
    expect(hear(FILE, 'write it in a.ts', ['a.ts'])?.answer).toBe('a.ts');
  });

  it('takes only a file that is offered where files are offered', () => {
    const offered = asked('Which file?', 'TARGET_FILE', ['src/a.ts', 'src/b.ts']);
    expect(hear(offered, 'src/a.ts', ['src/a.ts'])?.answer).toBe('src/a.ts');
    expect(hear(offered, 'src/c.ts', ['src/c.ts'])).toBeNull();
  });
});

describe('options', () => {
  // shows: S000-RESOLVER-FIRST
  it.each([
    ['use YAML', 'YAML'],
    ['yaml!', 'YAML'],
    ['Convert the config to YAML please', 'YAML'],
    ['I’d like JSON Lines', 'JSON Lines'],
    ['YAMLでお願いします', 'YAML'],
    ['Use YAML. Do not touch the tests.', 'YAML'],
  ])('takes the option named in “%s”', (text, answer) => {
    expect(hear(FORMAT, text)).toMatchObject({ answer, evidence: `the person said “${text}”` });
  });

  // shows: S000-RESOLVER-NO-MATCH
  it.each([
    'not YAML',
    'anything but JSON',
    'YAMLではなく',
    'YAML以外で',
    'YAML or JSON',
    'YAML, no, JSON',
    'my.yaml',
    'YAMLish',
    'json-schema',
    'migrate away from YAML',
    'should we use YAML?',
    'maybe YAML',
    "I don't want YAML",
    'something else',
    'YAML YAML',
  ])('abstains on “%s”', (text) => {
    expect(hear(FORMAT, text)).toBeNull();
  });

  it('takes an everyday word for a choice only where it is the whole of what was said', () => {
    const action = asked('Which operation?', 'SELECT_ONE', ['Create', 'Update']);
    expect(hear(action, 'update')?.answer).toBe('Update');
    expect(hear(action, 'add a page where users update their name')).toBeNull();
    const language = asked('Which language?', 'SELECT_ONE', ['Go', 'C']);
    expect(hear(language, 'go ahead and plan it')).toBeNull();
    expect(hear(language, 'use Go')?.answer).toBe('Go');
  });

  it('spends a name and an order with no subject of its own, and not one that says what it is for', () => {
    expect(hear(FORMAT, 'YAML, please')?.spendsHeard).toBe(true);
    expect(hear(FORMAT, 'use YAML')?.spendsHeard).toBe(true);
    expect(hear(FORMAT, 'Convert the config to YAML please')?.spendsHeard).toBeUndefined();
  });

  it('quotes the words that chose, also out of a long sentence', () => {
    const long = `I have been thinking about it for ${'a long '.repeat(20)}while, so please use YAML`;
    expect(hear(FORMAT, long)?.evidence).toMatch(/^the person said “….*use YAML”$/);
    const two = `${'Some words that matter to nobody. '.repeat(6)}Please use YAML.`;
    expect(hear(FORMAT, two)?.evidence).toBe('the person said “Please use YAML.”');
  });

  it('abstains on a condition, and on an order about another subject than the question’s', () => {
    expect(hear(FORMAT, 'if it is small, use YAML')).toBeNull();
    const config = asked('Which config format should I use?', 'SELECT_ONE', ['YAML', 'JSON']);
    expect(hear(config, 'write the report in JSON')).toBeNull();
    expect(hear(config, 'write the config in JSON')?.answer).toBe('JSON');
  });

  it('leaves a question with several choices to the person', () => {
    expect(hear(asked('Which formats?', 'SELECT_ONE', ['YAML', 'JSON'], { multiSelect: true }), 'use YAML')).toBeNull();
  });
});

describe('leave to go on', () => {
  // shows: R6
  it.each([
    'Continue with the operation?',
    'Should I hit it?',
    'Are you sure?',
    'Is the coast clear?',
    'Should I use the company Visa?',
    '例の件、やりますか？',
    '¿Está listo?',
    'Do you mind if I add tests?',
    'Should I avoid tests?',
  ])('is not taken from a yes that was said before “%s” was asked, in whatever form', (question) => {
    for (const said of ['yes', 'do it', 'はい', 'sí']) {
      expect(hear(asked(question, 'CONFIRM'), said)).toBeNull();
      expect(hear(asked(question, 'SELECT_ONE', ['Yes', 'No']), said)).toBeNull();
      expect(hear(asked(question, 'SELECT_ONE', ['Do it', 'Wait']), said)).toBeNull();
    }
  });

  it.each(['Should I proceed?', '進めますか？'])(
    'is taken from the seed’s own yes where “%s” stands alone, and from no other words',
    (question) => {
      expect(hear(asked(question, 'CONFIRM'), 'はい')?.answer).toBe('Yes');
      expect(hear(asked(question, 'SELECT_ONE', ['Yes', 'No']), 'yes')?.answer).toBe('Yes');
      expect(hear(asked(question, 'CONFIRM', [], { context: 'The plan is in plan.md.' }), 'yes')).toBeNull();
      expect(hear(asked(question, 'CONFIRM'), 'do it')).toBeNull();
      expect(hear(asked(question, 'SELECT_ONE', ['Do it', 'Wait']), 'do it')).toBeNull();
    },
  );

  it('is taken where the act is known to do no harm, in whatever form', () => {
    expect(hear(asked('Should I add tests?', 'SELECT_ONE', ['Yes', 'No']), 'yes')?.answer).toBe('Yes');
  });
});

describe('patterns of the user’s own', () => {
  it('do not fire where their words are refused', () => {
    const own = semanticResolver([{ pattern: /the usual/, answer: 'YAML' }]);
    expect(hear(FORMAT, 'the usual please', [], own)?.answer).toBe('YAML');
    expect(hear(FORMAT, 'anything but the usual', [], own)).toBeNull();
  });

  // shows: S000-PATTERN-CUSTOM
  it('win over the built-in ones', () => {
    const own = semanticResolver([{ pattern: 'Here!', answer: 'src', type: 'TARGET_FILE' }]);
    expect(hear(FILE, 'here', [], own)).toMatchObject({ answer: 'src', evidence: 'the person said “here”' });
    expect(hear(FILE, 'root', [], own)?.answer).toBe('.');
  });

  it('keep no state between inputs, and say their own evidence', () => {
    const own = semanticResolver([{ pattern: /usual/gy, answer: 'YAML', evidence: 'the team’s usual format' }]);
    for (let i = 0; i < 3; i += 1) {
      expect(hear(FORMAT, 'usual', [], own)).toMatchObject({ answer: 'YAML', evidence: 'the team’s usual format' });
    }
  });

  it('are refused when they have no answer', () => {
    expect(() => semanticResolver([{ pattern: 'x', answer: ' ' }])).toThrow(Error);
    expect(() => semanticResolver([{ pattern: '', answer: 'x' }])).toThrow(Error);
  });

  it('give no answer that the question cannot take', () => {
    const own = semanticResolver([{ pattern: 'the usual', answer: 'TOML' }]);
    expect(hear({ ...FORMAT, strictOptions: true }, 'the usual', [], own)).toBeNull();
    expect(hear(TESTS, 'the usual', [], own)).toBeNull();
  });
});

describe('semanticResolver', () => {
  // shows: R6
  it('answers no destructive question, whatever was said', () => {
    const own = semanticResolver([{ pattern: /.*/, answer: 'Yes' }]);
    expect(hear({ ...TESTS, destructive: true }, 'yes', [], own)).toBeNull();
    expect(hear({ ...FILE, destructive: true }, 'app.py', ['app.py'])).toBeNull();
    expect(hear({ ...FORMAT, destructive: true }, 'use YAML')).toBeNull();
  });

  it('says nothing where nothing was said', () => {
    expect(builtIn({ question: TESTS, heard: null, preference: null, language: null })).toBeNull();
    expect(hear(TESTS, '  ')).toBeNull();
  });
});

describe('pathsMentioned', () => {
  it.each<[string, string[]]>([
    ['fix app.py and src/a.ts.', ['app.py', 'src/a.ts']],
    ['./x or /etc/passwd or ../../secret.md', ['./x', '/etc/passwd', '../../secret.md']],
    ['either/or is fine', []],
    ['README.mdを直して', ['README.md']],
    ['see https://example.org/a.html, e.g. version 2.0', []],
    ['a.ts a.ts', ['a.ts']],
  ])('finds the paths of “%s”', (text, paths) => {
    expect(pathsMentioned(text)).toEqual(paths);
  });

  it('stops at twenty', () => {
    const many = Array.from({ length: 50 }, (_, i) => `f${i}.ts`).join(' ');
    expect(pathsMentioned(many)).toHaveLength(20);
  });
});
