/** Finds the subject that a question names, and recognizes paths. */

/** A file's extension: short, and not only digits, so that "2.0" and "e.g." are not files. */
const EXTENSION = /^(?=[a-z0-9]*[a-z])[a-z0-9]{1,10}$/i;
const ABBREVIATION = /^(?:e\.g|i\.e|a\.m|p\.m|vs|etc|u\.s|no)\.?$/i;

/**
 * Whether a token can be the path of a file: it has an extension, begins like a path, or is a dot file.
 * @example
 * looksLikePath('src/a.ts'); // true
 * looksLikePath('either/or'); // false
 */
function looksLikePath(token: string): boolean {
  if (token.length < 2 || token.length > 400 || token.includes('://') || ABBREVIATION.test(token)) return false;
  if (/^(?:\.{0,2}|~)\//.test(token)) return /[^./~]/.test(token);
  const name = token.slice(Math.max(token.lastIndexOf('/'), token.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return false;
  if (dot === 0) return /^\.[a-z][\w-]*$/i.test(name);
  return EXTENSION.test(name.slice(dot + 1)) && /\w/.test(name.slice(0, dot));
}

const BARE_FILE = /^(?:Make|Docker|Container|Gem|Rake|Proc|Just|Jenkins|Vagrant|Brew)file$|^LICENSE$/;

/** The same, or a well-known file without an extension. */
export const isFileName = (token: string): boolean => looksLikePath(token) || BARE_FILE.test(token);

const NAMED = [
  /`([^`]{1,200})`/g,
  /["“]([^"”]{1,200})["”]/g,
  /「([^」]{1,200})」/g,
  /(?<![\w./-])([a-z_][\w./-]{0,80}) (?:table|branch|bucket|schema|database|namespace|cluster|index|collection|topic)\b/gi,
  /\b(?:drop|truncate|alter|delete|purge) (?:the )?table ([a-z_][\w.-]{0,80})/gi,
  // After "branch" only what is written like a name: "branch naming" and "bucket public" name nothing.
  /\b(?:table|branch|bucket|schema|database|namespace|cluster|collection|topic) ([a-z]{1,40}[-_/.\d][\w./-]{0,80})/gi,
  /([a-z_][\w.-]{0,80}) ?(?:テーブル|ブランチ|バケット|データベース)/gi,
  /\b(production|prod|staging|main|master|trunk)\b/gi,
];
/** Words that come before "table" or after "branch" without naming one. */
const NO_NAME =
  /^(?:drop|truncate|alter|delete|purge|merge|create|empty|the|a|an|this|that|these|those|my|your|our|any|each|every|new|old|existing|current|whole|entire|which|what|database|feature|and|or|in|on|to|from|for|is|it|of|with|now|first|before|after|if|as|at|by|i|we|you|table|branch|same|right|remote|local|default|temporary|empty|all|some|no)$/i;

/**
 * The one thing a question names: a path, a table, a branch, a quoted or backquoted name, an environment. Null if it names none, or
 * several.
 * @example
 * subjectNamedIn('Should I drop the users table?'); // 'users'
 */
export function subjectNamedIn(question: string): string | null {
  // A subject is in a sentence, not in a page: the limit keeps a hostile question cheap.
  const text = question.slice(0, 2000);
  const found = new Map<string, string>();
  for (const pattern of NAMED) {
    for (const match of text.matchAll(pattern)) {
      const name = match[1]!.trim().replace(/[.,]+$/, '');
      if (name !== '' && !NO_NAME.test(name)) found.set(name.toLowerCase(), name);
    }
  }
  for (const match of text.matchAll(/[\w./~@+-]+/g)) {
    const token = match[0].replace(/[.,]+$/, '');
    if (looksLikePath(token)) found.set(token.toLowerCase(), token);
  }
  const names = [...found.values()];
  return names.length === 1 ? names[0]! : null;
}

/** The subject of a question that names nothing else: the job that asks it. */
export function subjectOfJob(job: string | null): string | undefined {
  return job === null ? undefined : `job:${job}`;
}

/** The subject as it is shown to people: omitted if it is just the job that asks. */
export function shownSubject({ subject, job }: { readonly subject: string; readonly job: string | null }): string {
  return subject === subjectOfJob(job) ? '' : subject;
}
