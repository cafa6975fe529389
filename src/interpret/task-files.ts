/** The files that a task names: which file of the project each one is, and whether the task would create it. */
import { isIn } from './data.ts';
import { isJapanese } from './prose.ts';
import { actionNamed, isLeftAlone, isMadeHere, type Part } from './task-words.ts';

/** What the caller knows about the project's files. */
export interface ProjectFacts {
  /** Files of the project, relative to its root and with forward slashes. */
  readonly files: readonly string[];
  /** Where a path in the text leads, relative to the root: for absolute paths, and for links. */
  readonly paths?: ReadonlyMap<string, string>;
}

export interface Target {
  /** The file as the person wrote it. */
  readonly written: string;
  /** The file that is meant, relative to the root; null while it may be several. */
  readonly file: string | null;
  /** The files of the project that it may be. */
  readonly candidates: readonly string[];
  readonly exists: boolean;
  /** The task creates the file rather than changing it: an existing file would be overwritten. */
  readonly made: boolean;
}

/** Whether the word at `at` is an order: "the test page" contains none, "test the page" does. */
export function isOrder(parts: readonly Part[], at: number): boolean {
  const part = parts[at];
  if (part?.kind !== 'word' || actionNamed(part.text) === undefined) return false;
  const before = parts[at - 1];
  if (part.text === 'new') return before === undefined || before.kind === 'end';
  return !(before?.kind === 'word' && isIn(before.text, 'articles')) && !isKeptOff(parts, at, 3);
}

/** Whether a negating word comes up to `reach` words before, in the same sentence. */
function isKeptOff(parts: readonly Part[], at: number, reach: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - reach) && parts[i]!.kind !== 'end'; i--)
    if (parts[i]!.kind === 'word' && isIn(parts[i]!.text, 'keeps-off')) return true;
  return false;
}

/** Whether the words after the file at `at` say how to change it: "make README.md shorter". */
export function isMadeSo(parts: readonly Part[], at: number): boolean {
  const next = parts[at + 1];
  if (parts[at]?.kind !== 'file' || next?.kind !== 'word') return false;
  return /^(?:like|as|up|more)$/.test(next.text) || !isIn(next.text, 'fillers', 'follows-made');
}

const MAX_BACK = 40;

/** Whether an order creates the file at `at`. */
function isMade(parts: readonly Part[], at: number, assumed: boolean): boolean {
  const between: string[] = [];
  const pointsAt = () => between.some((word) => isIn(word, 'points-at'));
  for (let i = at - 1; i >= Math.max(0, at - MAX_BACK) && parts[i]!.kind !== 'end'; i--) {
    const { kind, text } = parts[i]!;
    if (kind === 'file') continue;
    if (isOrder(parts, i)) {
      if (isIn(text, 'create') && text !== 'build' && !pointsAt())
        return !(isIn(text, 'makes-so') && isMadeSo(parts, at));
      if (isIn(text, 'adds')) return between.some((word) => isIn(word, 'new-one')) && !pointsAt();
      if (isIn(text, 'writes-to')) {
        const near = between.filter((word) => word !== 'file' && !isIn(word, 'articles')).at(-1);
        return near === 'to' || near === 'as';
      }
      const before = parts[i - 1];
      if (before === undefined || before.kind !== 'word' || isIn(before.text, 'fillers')) return false;
    }
    between.unshift(text);
  }
  return assumed && !pointsAt();
}

/** The files of the project that a name matches: the one at exactly that path, else those that end with it. */
function fitting(name: string, files: readonly string[]): readonly string[] {
  if (files.includes(name)) return [name];
  const ends = (file: string, end: string) => file === end || file.endsWith(`/${end}`);
  const exact = files.filter((file) => ends(file, name));
  return exact.length > 0 ? exact : files.filter((file) => ends(file.toLowerCase(), name.toLowerCase()));
}

/** "If there is none" keeps an existing file. */
const IF_MISSING =
  /^[^.\n]{0,40}\b(?:if (?:it )?(?:does(?: not|n['’]t) (?:yet )?exist|is missing|isn['’]t there|missing)|unless (?:it|one) exists)|^[^。\n]{0,20}(?:なければ|無ければ|ない場合)/i;
/** Technical names and hosts that are written like a file. */
const NO_FILE =
  /^(?:node|next|vue|nuxt|three|d3|express|ember|react|angular|chart|p5|moment|solid|alpine|discord|socket|asp|svelte)\.(?:js|ts|io|net)$|^\.net$|\.(?:com|org|net|io|dev|ai|co|eu|de|fr|es|jp)$/i;
/** Extensions that project files have. A name with another extension is a file only if the project contains it. */
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|json[c5l]?|mdx?|txt|rst|ya?ml|toml|ini|cfg|conf|env|lock|html?|css|s[ac]ss|less|vue|svelte|astro|py|ipynb|rb|go|rs|java|kts?|swift|cs|cpp|cc|c|hpp|h|php|lua|pl|r|jl|exs?|hs|scala|clj|dart|sh|bash|ps1|bat|sql|prisma|graphql|proto|xml|svg|png|jpe?g|gif|webp|ico|pdf|csv|tsv|log|docx?|xlsx?|tf|gradle|properties|diff|patch|wasm|zip|tar|gz)$|^\.[a-z][\w.-]*$/i;
const LISTED = /^\s*(?:と|、|や|・|および|及び)\s*$/;
const MAX_FILES = 20;

/**
 * The files that a task names, each once.
 * @param assumed The person has said that something is to be created, so no word for that is needed.
 */
export function targetsOf(prose: string, parts: readonly Part[], facts: ProjectFacts, assumed: boolean): Target[] {
  const found = new Map<string, Target>();
  const places = [...parts.keys()].filter((at) => parts[at]!.kind === 'file').slice(0, MAX_FILES);
  const made = new Set<number>();
  // From the last one: in Japanese the verb of a list comes at its end.
  for (const [i, at] of [...places.entries()].toReversed()) {
    const { end } = parts[at]!;
    const after = prose.slice(end, end + 60);
    const next = places[i + 1];
    const isListed = next !== undefined && made.has(next) && LISTED.test(prose.slice(end, parts[next]!.start));
    const orders = isMade(parts, at, assumed && !isJapanese(after)) || isMadeHere(after);
    if ((orders || isListed) && !IF_MISSING.test(after)) made.add(at);
  }
  for (const at of places) {
    const { text, end } = parts[at]!;
    const name = (facts.paths?.get(text) ?? text).replaceAll('\\', '/').replace(/^(?:\.\/)+|\/$/g, '');
    const fits = fitting(name, facts.files);
    const isKnown = (FILE_ENDING.test(name) || !name.includes('.')) && !NO_FILE.test(name);
    if ((fits.length === 0 && !isKnown) || isKeptOff(parts, at, 4) || isLeftAlone(prose.slice(end, end + 60))) continue;
    const isNew = made.has(at);
    const earlier = found.get(name);
    // A file that is first created and then changed counts as created.
    if (earlier !== undefined && (earlier.made || !isNew)) continue;
    const exact = fits.length === 1 && fits[0] === name;
    found.set(name, {
      written: text,
      file: isNew ? name : fits.length > 1 ? null : (fits[0] ?? name),
      candidates: isNew && !exact ? [] : fits,
      exists: isNew ? exact : fits.length > 0,
      made: isNew,
    });
  }
  return [...found.values()];
}
