/**
 * Finds English opposites that describe the same thing: in one noun phrase ("hot frozen cheese"), or by a copula or a modal within two
 * sentences ("The menu must be horizontal. The menu must be vertical."). Everything else is accepted.
 */
import type { Opposition } from '../core/model/interpretation.ts';
import { isIn } from './data.ts';
import { type Token, tokensOf } from './prose.ts';
import { type Lexicon, opposed, type Pole } from './table.ts';

export interface Found extends Opposition {
  readonly confidence: number;
}

export const IN_ONE_PHRASE = 0.95;
export const OF_ONE_SUBJECT = 0.85;

/** No real prompt contradicts itself more often than this; more pairs are there to slow the rules down. */
export const MAX_PAIRS = 5;
const MAX_PLACES = 500;
const MAX_STATEMENTS = 200;
/** How far apart two adjectives of one noun may be. */
const MAX_ROW = 5;

const isAdverb = (word: string): boolean =>
  /^(?:very|really|super|extremely|fully|both|also|always)$|[a-z]{2}ly$/.test(word);
const isAdjective = (word: string): boolean => /[a-z]{2}(?:ous|ful|less|ish|able|ible)$/.test(word);
const MODAL = /^(?:must|should|shall|will|has|have|needs|need)$/;
/** A clause ends after "and" or "but", at a mark, or with "at once" and "as well". */
const CLAUSE_END = /^(?:and|but|yet|,) |^\S+ [.!?;,)\n]| (?:at (?:once|the)|as well)$/;
const SENTENCE_END = /^[.!?;\n]$/;
const MAKES_SO = /^(?:make|keep)$/;
const SAYS_SO = /^(?:is|are|be|make|keep|that's|it's)$/;

interface Statement {
  /** The words of the subject; null if it is more than a plain name. */
  readonly subject: string | null;
  readonly sentence: number;
  /** Whether it has a modal. */
  readonly isWish: boolean;
  /** The positions of its adjectives. */
  readonly predicates: readonly number[];
}

/** "Modal" and "non-modal", "clickable" and "unclickable": a word and its own negation are opposites in any prompt that contains both. */
function denials(tokens: readonly Token[]): ReadonlyMap<string, readonly Pole[]> {
  const own = new Map<string, readonly Pole[]>();
  const words = new Set(tokens.map(({ text }) => text));
  for (const word of words) {
    const base = /^(?:non-?|un)([a-z-]{4,})$/.exec(word)?.[1];
    if (base === undefined || !words.has(base)) continue;
    own.set(word, [{ axis: base, side: 1, cosmetic: false }]);
    own.set(base, [{ axis: base, side: 0, cosmetic: false }]);
  }
  return own;
}

class Reader {
  readonly found = new Map<string, Found>();
  private readonly tokens: readonly Token[];
  private readonly poles: readonly (readonly Pole[] | undefined)[];
  private readonly prose: string;

  constructor(prose: string, lexicon: Lexicon) {
    this.prose = prose;
    this.tokens = tokensOf(prose);
    const own = denials(this.tokens);
    this.poles = this.tokens.map(({ text }) => lexicon.get(text) ?? own.get(text));
  }

  read(): Found[] {
    const places = [...this.poles.keys()].filter((at) => this.poles[at]).slice(0, MAX_PLACES);
    if (places.length < 2) return [];
    for (const at of places) if (!this.isNegated(at)) this.readRow(at);
    this.readStatements();
    return [...this.found.values()];
  }

  private word(at: number): string {
    return this.tokens[at]?.kind === 'word' ? this.tokens[at].text : '';
  }

  private add(one: number, other: number, confidence: number): void {
    const axis = opposed(this.poles[one]!, this.poles[other]!);
    if (axis === undefined || this.found.has(axis.axis) || this.found.size >= MAX_PAIRS) return;
    const written = (at: number) => this.prose.slice(this.tokens[at]!.start, this.tokens[at]!.end);
    const sides = [written(one), written(other)] as const;
    this.found.set(axis.axis, { axis: axis.axis, sides, cosmetic: axis.cosmetic, confidence });
  }

  private isNegated(at: number): boolean {
    for (let i = at - 1; i >= at - 3 && this.word(i) !== ''; i--) if (isIn(this.word(i), 'negations')) return true;
    return false;
  }

  /** "Hot frozen cheese", "a hot, frozen cheese": nothing but adjectives between the two, and their noun after them. */
  private readRow(first: number): void {
    if (this.isCompound(first)) return;
    const ofOneThing = /^(?:an?|one|another)$/.test(this.word(first - (isAdverb(this.word(first - 1)) ? 2 : 1)));
    for (let at = first + 1; at < Math.min(first + MAX_ROW, this.tokens.length); at++) {
      const { text } = this.tokens[at]!;
      if (this.poles[at]) {
        if (this.isBeforeNoun(at) && !this.isOfBoth(at)) this.add(first, at, IN_ONE_PHRASE);
      } else if (ofOneThing && (text === ',' || text === 'but' || text === 'yet')) continue;
      else if (!isAdverb(text) && !isAdjective(text)) return;
    }
  }

  private isCompound(at: number): boolean {
    return isIn(`${this.word(at)}-${this.word(at + 1)}`, 'compounds');
  }

  /** "A light dark theme switch", "a hot cold comparison": some nouns cover both. */
  private isOfBoth(at: number): boolean {
    return [1, 2, 3].some((step) => isIn(this.word(at + step).replace(/(?<=[^su])s$/, ''), 'ranges'));
  }

  private isBeforeNoun(at: number): boolean {
    const next = this.word(at + 1);
    return next !== '' && !isIn(next, 'function-words') && !/^\d/.test(next) && !this.isCompound(at);
  }

  private readStatements(): void {
    const statements: Statement[] = [];
    let sentence = 0;
    let isPlain = this.isPlainSentence(0);
    for (const [at, { text }] of this.tokens.entries()) {
      if (SENTENCE_END.test(text)) {
        sentence += 1;
        isPlain = this.isPlainSentence(at + 1);
      } else if (isPlain && SAYS_SO.test(text)) {
        const predicates = this.predicatesBehind(at);
        if (predicates.length === 0) continue;
        const last = statements.at(-1);
        const said = this.subjectBefore(at);
        const isWish = MODAL.test(this.word(at - (this.word(at - 1) === 'to' ? 2 : 1)));
        // "The repo is private. It must be public." asks for a change.
        const isOfLast = last?.sentence === sentence - 1 && last.isWish === isWish;
        const subject = said === 'it' ? (isOfLast ? last.subject : null) : said;
        statements.push({ subject, sentence, isWish, predicates: [...this.adjectivesOfRelative(at), ...predicates] });
      }
    }
    for (const [i, one] of statements.slice(0, MAX_STATEMENTS).entries())
      for (const other of statements.slice(i, i + 4)) {
        const isSame = one === other || (one.subject !== null && one.subject === other.subject);
        if (!isSame || other.sentence - one.sentence > 1) continue;
        for (const a of one.predicates) for (const b of other.predicates) if (a < b) this.add(a, b, OF_ONE_SUBJECT);
      }
  }

  /** A sentence about another time, a choice, a part or a condition does not describe its whole subject. */
  private isPlainSentence(from: number): boolean {
    for (let at = from; at < this.tokens.length && !SENTENCE_END.test(this.tokens[at]!.text); at++)
      if (isIn(this.tokens[at]!.text, 'elsewhere')) return false;
    return true;
  }

  /** The adjectives after a copula, or after a verb such as "make"; none if they belong to a noun, are negated, or are a choice. */
  private predicatesBehind(copula: number): number[] {
    let at = copula + 1;
    if (MAKES_SO.test(this.word(copula))) {
      if (!isIn(this.word(at), 'articles') && this.word(at) !== 'it') return [];
      while (at < copula + 6 && this.word(at) !== '' && (!this.poles[at] || this.isBeforeNoun(at))) at++;
    }
    const found: number[] = [];
    for (; at < copula + 10 && at < this.tokens.length; at++) {
      const { text } = this.tokens[at]!;
      if (this.poles[at]) {
        if (this.isBeforeNoun(at) && !this.poles[at + 1]) return [];
        found.push(at);
      } else if (/^(?:and|but|yet|,|also|too|it|be|is|must|should)$/.test(text) || isAdverb(text)) continue;
      else return CLAUSE_END.test(`${this.tokens[at - 1]!.text} ${text} ${this.word(at + 1)}`) ? found : [];
    }
    return found;
  }

  /** "The menu" in "the menu must be", as its words; null if it is more than a plain name. */
  private subjectBefore(copula: number): string | null {
    const said = this.word(copula);
    if (MAKES_SO.test(said) || said === "that's") return null;
    let at = copula - 1;
    if (this.word(at) === 'to') at -= 1;
    if (MODAL.test(this.word(at))) at -= 1;
    if (said === "it's" || this.word(at) === 'it') return 'it';
    const words: string[] = [];
    for (; words.length < 4 && this.word(at) !== '' && !isIn(this.word(at), 'function-words', 'articles'); at--)
      words.unshift(this.word(at));
    const before = this.word(at);
    const isName = before === '' || (before !== 'that' && isIn(before, 'articles'));
    return isName && words.length > 0 && words.length < 4 ? words.join(' ') : null;
  }

  /** The adjectives before the noun in "a silent clock that is loud". */
  private adjectivesOfRelative(copula: number): number[] {
    let at = copula - 1;
    if (/^(?:must|should)$/.test(this.word(at))) at -= 1;
    if (this.word(copula) === "that's") at = copula;
    else if (!/^(?:that|which)$/.test(this.word(at))) return [];
    const found: number[] = [];
    for (let i = at - 2; i >= at - 4 && this.word(i) !== '' && !isIn(this.word(i), 'function-words'); i--)
      if (this.poles[i] && /^an?$/.test(this.word(i - 1))) found.unshift(i);
    return found;
  }
}

/** @param prose Without code and quotations, see `proseOf`. */
export const englishPairs = (prose: string, lexicon: Lexicon): Found[] => new Reader(prose, lexicon).read();
