/**
 * Path patterns as in .gitignore, matched without regular expressions: a pattern of a project's file must not be able to make matching
 * slow.
 */

/** Whether the segments of a path match those of a pattern; `**` stands for any number of folders, at the end for at least one name. */
export function segmentsMatch(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) === '**' && path.length === 0) return false;
  let [p, at] = [0, 0];
  let [star, retry] = [-1, 0];
  while (at < path.length) {
    if (pattern[p] === '**') {
      if (p === pattern.length - 1) return true;
      star = p;
      retry = at;
      p += 1;
    } else if (p < pattern.length && nameMatches(pattern[p]!, path[at]!)) {
      p += 1;
      at += 1;
    } else if (star >= 0) {
      retry += 1;
      at = retry;
      p = star + 1;
    } else {
      return false;
    }
  }
  return p === pattern.length;
}

/** Whether one name of a path matches: `*`, `?`, `[a-z]`, `[!a]`, and `\` before a literal character. */
function nameMatches(pattern: string, name: string): boolean {
  let [p, at] = [0, 0];
  let [star, retry] = [-1, 0];
  while (at < name.length || p < pattern.length) {
    if (pattern[p] === '*') {
      star = p;
      retry = at;
      p += 1;
      continue;
    }
    const length = at < name.length && p < pattern.length ? charMatches(pattern, p, name[at]!) : 0;
    if (length > 0) {
      p += length;
      at += 1;
    } else if (star >= 0 && retry < name.length) {
      retry += 1;
      at = retry;
      p = star + 1;
    } else {
      return false;
    }
  }
  return true;
}

/** How long the piece of the pattern is that matches the character; 0 if it does not match. */
function charMatches(pattern: string, at: number, char: string): number {
  const first = pattern[at]!;
  if (first === '?') return 1;
  if (first === '\\' && at + 1 < pattern.length) return pattern[at + 1] === char ? 2 : 0;
  const end = first === '[' ? pattern.indexOf(']', at + 2) : -1;
  if (end < 0) return first === char ? 1 : 0;
  const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^';
  let found = false;
  for (let index = at + (negated ? 2 : 1); index < end; index += 1) {
    if (pattern[index + 1] === '-' && index + 2 < end) {
      if (pattern[index]! <= char && char <= pattern[index + 2]!) found = true;
      index += 2;
    } else if (pattern[index] === char) {
      found = true;
    }
  }
  return found === negated ? 0 : end - at + 1;
}

/** The longest piece of a pattern that every matching path contains; empty if there is none. */
export function longestLiteral(segments: readonly string[]): string {
  return longest(segments.flatMap((segment) => (/[[\\]/.test(segment) ? [] : segment.split(/[*?]/))));
}

export function longest(texts: readonly string[]): string {
  return texts.reduce((found, text) => (text.length > found.length ? text : found), '');
}

/** Escapes what a pattern would read as a wildcard. */
export function escapeGlob(path: string): string {
  return path.replace(/[*?[\]\\]/g, '\\$&');
}
