/**
 * Questions with one answer that is standard practice, as data. A pattern is matched against the whole question in its readable form
 * (question-key.ts: lower case, no "the", "do you want me to" is "should i") and must cover all of it, because one more clause may change
 * the answer. What depends on the project or on taste (framework, library, database, priorities) has no row.
 */

/** One question and its standard answer. */
export interface BestPractice {
  readonly id: string;
  /** Strings, separated by blanks, of which every such question contains at least one: without them its pattern is not tried. */
  readonly about?: string;
  /** Matched against the readable form and the normalised text of the question; anchor it with ^ and $. */
  readonly pattern: RegExp;
  /** 'Yes' or 'No' for a yes-or-no question, else the answer itself. */
  readonly answer: string;
  /** One sentence for people. */
  readonly reason: string;
  /** Which option label, in lower case, means the same as `answer`; exactly one of a question's options must match. */
  readonly fits?: RegExp;
}

const USE = 'should (?:i|we) (?:use|enable|turn on|set up|follow|adopt)';
const PUT = '(?:where should (?:i|we) (?:put|place|store|keep)|which (?:directory|folder) should i use for)';
const HERE = '(?: (?:in|for) (?:this|my|your|our)? ?(?:project|repo|repository|codebase))?';

const whole = (...forms: string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`);

export const BEST_PRACTICES: readonly BestPractice[] = [
  {
    id: 'typescript-strict',
    about: 'strict 厳格',
    pattern: whole(
      `${USE} (?:typescript(?:'s)? strict mode|strict typescript|strict mode (?:in|for) (?:typescript|my tsconfig|tsconfig(?:\\.json)?))${HERE}`,
      `should typescript strict mode be (?:used|enabled|turned on|on)${HERE}`,
      `should (?:i|we) (?:set|enable) "?strict"? (?:to true )?in tsconfig(?:\\.json)?`,
      'typescriptの?(?:strict|厳格)(?:モード)?を(?:使い|有効にし|使用し)(?:ます|ましょう)か',
      'typescriptの?(?:strict|厳格)(?:モード)?を(?:使う|有効にする|使用する)べきですか',
    ),
    answer: 'Yes',
    reason: 'strict mode catches null and type errors at compile time, and is the default for new TypeScript projects.',
  },
  {
    id: 'docs-location',
    about: 'docs documentation ドキュメント 文書',
    pattern: whole(
      `${PUT} (?:project )?(?:docs|documentation|documentation files|docs files)${HERE}`,
      '(?:ドキュメント|文書)はどこに置(?:きます|けばいいです|くべきです)か',
    ),
    answer: 'docs/',
    reason: 'tools and readers look for documentation in docs/ at the project root.',
    fits: /^(?:\.\/)?docs\/?$/,
  },
  {
    id: 'test-location',
    about: 'test テスト',
    pattern: whole(
      `${PUT} (?:unit |new )?(?:tests|test files)${HERE}`,
      'テスト(?:ファイル)?はどこに置(?:きます|けばいいです|くべきです)か',
    ),
    answer: 'The test directory the project already has, else test/',
    reason: 'tests belong where the project and its test runner already look for them.',
    fits: /^(?:\.\/)?(?:tests?|__tests__)\/?$/,
  },
  {
    id: 'config-location',
    about: 'config 設定',
    pattern: whole(
      `${PUT} (?:project )?(?:config|configuration)(?: files?)?${HERE}`,
      '設定ファイルはどこに置(?:きます|けばいいです|くべきです)か',
    ),
    answer: 'The project root, unless the project already has a directory for configuration',
    reason: 'most tools look for their configuration at the project root.',
    fits: /^(?:\.|\.\/|root|project root|the project root|repository root)$/,
  },
  {
    id: 'commit-style',
    about: 'commit',
    pattern: whole(`which commit (?:message )?(?:style|format|convention) should i use${HERE}`),
    answer: 'The style of the existing history, else Conventional Commits',
    reason: 'a consistent history is easier to read, and most tools understand Conventional Commits.',
    fits: /^conventional(?: commits?)?$/,
  },
  {
    id: 'conventional-commits',
    about: 'commit',
    pattern: whole(`${USE} conventional commits?${HERE}`),
    answer: 'Yes',
    reason: 'changelog and release tools understand Conventional Commits.',
  },
  {
    id: 'branch-naming',
    about: 'branch',
    pattern: whole(`which branch (?:naming|name) (?:style|format|convention|scheme) should i use${HERE}`),
    answer: 'The naming of the existing branches, else type/short-description such as feature/login-form',
    reason: 'most teams and hosts use a type prefix and a short description in lower case.',
  },
  {
    id: 'lint-before-commit',
    about: 'lint biome formatter',
    pattern: whole(
      'should (?:i|we) run (?:linter|lint|eslint|biome|formatter)(?: and (?:formatter|linter|tests))?(?: before (?:committing|each commit|every commit))?',
      'should (?:i|we) fix (?:lint|linter|linting) (?:errors|warnings|errors and warnings)',
    ),
    answer: 'Yes',
    reason: 'lint errors are cheaper to fix before they are committed.',
  },
  {
    id: 'gitignore',
    about: 'git',
    pattern: whole(
      `should (?:i|we) (?:add|create|include|use) (?:a )?\\.gitignore(?: file)?${HERE}`,
      'should (?:i|we) (?:add|put) (?:node_modules|dist|build output|build artifacts|__pycache__|\\.venv) (?:to|in|into) \\.gitignore',
      'should (?:node_modules|dist|build output|build artifacts|__pycache__|\\.venv) be (?:in|added to|ignored by) (?:\\.gitignore|git)',
    ),
    answer: 'Yes',
    reason: 'generated files do not belong in version control.',
  },
  {
    id: 'commit-dependencies',
    about: 'commit check',
    pattern: whole(
      'should (?:i|we) (?:commit|check in) (?:node_modules|build artifacts|build output|__pycache__|\\.venv)',
    ),
    answer: 'No',
    reason: 'files that can be rebuilt from the sources or the lockfile do not belong in version control.',
  },
  {
    id: 'lockfile',
    about: 'lock',
    pattern: whole(
      'should (?:i|we) (?:commit|check in|keep) (?:a )?(?:lockfile|lock file|package-lock\\.json|yarn\\.lock|pnpm-lock\\.yaml|poetry\\.lock|uv\\.lock|cargo\\.lock)(?: (?:to|into|in) (?:git|repo|repository|version control))?',
      'should (?:lockfile|lock file|package-lock\\.json|yarn\\.lock|pnpm-lock\\.yaml) be (?:committed|checked in)',
    ),
    answer: 'Yes',
    reason: 'a committed lockfile gives everyone the same dependencies.',
  },
  {
    id: 'utf-8',
    about: 'encoding 文字コード',
    pattern: whole(
      `which (?:file|text|source file|character|source) encoding should i use(?: for (?:source |text )?files)?${HERE}`,
      'which encoding should i use for (?:source|text|source code) files',
      '(?:ファイルの)?文字コードは何(?:にします|を使います|を使うべきです)か',
    ),
    answer: 'UTF-8',
    reason: 'editors, compilers and the web expect UTF-8.',
    fits: /^utf-?8$/,
  },
  {
    id: 'utf-8-yes',
    about: 'utf',
    pattern: whole(
      `should (?:i|we) (?:use|save (?:it|files|source files) (?:as|in)) utf-?8(?: encoding)?(?: for (?:source |text )?files)?${HERE}`,
    ),
    answer: 'Yes',
    reason: 'editors, compilers and the web expect UTF-8.',
  },
  {
    id: 'line-endings',
    about: 'line eol 改行',
    pattern: whole(
      `which (?:line endings?|line ending style|end of line|eol) should i use(?: (?:in|for) (?:source |text )?files)?${HERE}`,
      '改行コードは何(?:にします|を使います|を使うべきです)か',
    ),
    answer: 'LF',
    reason: 'LF works on every system, and mixed line endings cause spurious diffs.',
    fits: /^lf(?: \(\\n\)| \(unix\))?$/,
  },
  {
    id: 'final-newline',
    about: 'newline',
    pattern: whole(
      'should (?:i|we) (?:end|terminate) (?:each|every|source|text)? ?files? with a (?:final |trailing )?newline',
      'should files end with a newline',
    ),
    answer: 'Yes',
    reason: 'POSIX defines a line as ending with a newline, and many tools warn when it is missing.',
  },
  {
    id: 'semantic-versioning',
    about: 'version',
    pattern: whole(
      `which (?:version|versioning|version numbering) (?:scheme|convention|style|system) should i use${HERE}`,
    ),
    answer: 'Semantic Versioning',
    reason: 'package managers read version numbers as Semantic Versioning.',
    fits: /^(?:semver|semantic versioning)$/,
  },
  {
    id: 'semantic-versioning-yes',
    about: 'sem',
    pattern: whole(`${USE} (?:semantic versioning|semver)${HERE}`),
    answer: 'Yes',
    reason: 'package managers read version numbers as Semantic Versioning.',
  },
  {
    id: 'iso-dates',
    about: 'date timestamp',
    pattern: whole(
      'which (?:date|datetime|timestamp|date and time) format should i use (?:in|for) (?:logs|log files|log entries|file names|filenames|api|json|api responses|json files|timestamps)',
    ),
    answer: 'ISO 8601 (2026-01-31T09:30:00Z)',
    reason: 'ISO 8601 sorts as text and is unambiguous in every country.',
    fits: /^iso ?-?8601$|^rfc ?3339$/,
  },
  {
    id: 'utc',
    about: 'utc',
    pattern: whole(
      'should (?:i|we) (?:store|save|keep) (?:timestamps|dates|times|date times) in utc',
      'should timestamps be (?:stored|saved|kept) in utc',
    ),
    answer: 'Yes',
    reason: 'UTC timestamps stay correct when time zones or daylight saving change.',
  },
  {
    id: 'parameterised-queries',
    about: 'parameter statements',
    pattern: whole(
      `should (?:i|we) use (?:parameteri[sz]ed (?:queries|sql)|prepared statements|bind parameters)(?: for sql(?: queries)?)?${HERE}`,
    ),
    answer: 'Yes',
    reason: 'values bound as parameters cannot become SQL.',
  },
  {
    id: 'https',
    about: 'https',
    pattern: whole('should (?:i|we) use https(?: (?:instead of|rather than) http)?'),
    answer: 'Yes',
    reason: 'plain HTTP can be read and modified in transit.',
  },
];
