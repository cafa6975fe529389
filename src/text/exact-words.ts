/**
 * The words of a text that are meant literally: paths, commands, code, numbers, and names of things that can be lost. The rest of a
 * dangerous question is compared by the seed's normalisation; these are compared as written, since `rm -rf Data` and `rm -rf data` differ,
 * and so do `.` and `..`. Each word is read once, so hostile text is cheap.
 */

/** After one of these, the rest of the text is a command. Not "delete" or "update", which start sentences. */
const COMMAND =
  /^(?:rm|rmdir|mv|cp|dd|mkfs|chmod|chown|sudo|git|kubectl|docker|helm|terraform|aws|gcloud|az|psql|mysql|sqlite3|redis-cli|npm|npx|pnpm|yarn|pip|curl|wget|ssh|scp|rsync)$/;
const FLAG_OR_SHELL = /^--?\p{L}|[$|&<>=*\\{}]/u;
/** A word of prose, with the marks that may surround it. */
const PROSE = /^[("'“‘]?[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*[)"'”’,;:!?.]*$/u;
const HUMP = /\p{Ll}\p{Lu}/u;
const CAPITAL = /\p{Lu}/u;
/** Capitalised inside a sentence: "Logs" may be a folder beside "logs". */
const NAME = /^["'“‘(]?\p{Lu}\p{Ll}/u;
/** Words next to which a name appears, in any case. */
const KIND =
  /^(?:files?|folders?|director(?:y|ies)|paths?|tables?|branch(?:es)?|tags?|buckets?|databases?|schemas?|columns?|users?|accounts?|projects?|repos?|repositor(?:y|ies)|namespaces?|clusters?|topics?|ind(?:ex|exes|ices)|collections?|volumes?|queues?|keys?|environments?|hosts?|servers?|called|named)$/;

/** The exact words of a text, in order. Blanks between them do not count. */
export function exactWords(text: string): string[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const plain = words.map((word) => word.toLowerCase().replace(/[^\p{L}-]/gu, ''));
  const exact: string[] = [];
  let quoted: string | null = null;
  let inCommand = false;
  for (const [at, word] of words.entries()) {
    const before = quoted;
    quoted = quoteAfter(word, quoted);
    const isQuoted = before !== null || quoted !== null || /[`"]/.test(word);
    const isCommand = COMMAND.test(plain[at]!);
    inCommand ||= isCommand || FLAG_OR_SHELL.test(word);
    const isNamed = CAPITAL.test(word) && (KIND.test(plain[at - 1] ?? '') || KIND.test(plain[at + 1] ?? ''));
    const isName = at > 0 && (isNamed || NAME.test(word));
    if (isQuoted || inCommand || isName || HUMP.test(word) || !PROSE.test(word)) {
      exact.push(isCommand ? plain[at]! : at === words.length - 1 ? withoutEndDots(word) : word);
    }
  }
  return exact;
}

/** Which quotation is open after a word, given the one open before it. */
function quoteAfter(word: string, open: string | null): string | null {
  let now = open;
  for (const char of word) {
    if (char === now) now = null;
    else if (now === null && (char === '`' || char === '"')) now = char;
  }
  return now;
}

/** Removes the full stop that ends a sentence. It counts as one only after a letter, a digit or a bracket: "." and ".." are folders. */
function withoutEndDots(word: string): string {
  let end = word.length;
  while (end > 0 && word[end - 1] === '.') end -= 1;
  return /[\p{L}\p{N}`"')\]]$/u.test(word.slice(0, end)) ? word.slice(0, end) : word;
}
