/**
 * Turns the text of a question, and a list beside it, into the fields of an ask: options, and CONFIRM if it is clearly a yes-or-no
 * question.
 */
import type { Option } from '../../../core/model/question.ts';
import type { QuestionInput } from '../../../library/ask-input.ts';
import { asksSeveral, isNegated } from '../../../text/question-form.ts';

const MAX_OPTIONS = 20;
const MAX_LABEL_LENGTH = 200;
/** Longer texts are not analysed: they are not a choice of a few words, and the patterns are made for short texts. */
const MAX_SHAPED_LENGTH = 2_000;

const ITEM =
  /^[ \t]*(?:[-*+•]|\(?\d{1,2}[.):]|\(?[A-Za-z][.)]|(?:\*\*)?(?:option|choice)[ \t]+\w{1,2}[.):])[ \t]+(?=\S)/i;

/** Whether a line is a list item: "- YAML", "2. JSON", "B) TOML", "Option A: …". */
export function isItem(line: string): boolean {
  return ITEM.test(line);
}

/** A line's text without list, heading or bold markup. */
export function cleaned(text: string): string {
  return text
    .replace(ITEM, '')
    .replace(/^[ \t]*#{1,6}[ \t]+/, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/__([^_]+)__/g, '$1')
    .replace(/^[ \t]*\*\*|\*\*[ \t]*$/g, '')
    .trim();
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The items of a list, each with the deeper lines under it; null if a line is neither. */
export function itemsOf(lines: readonly string[]): string[] | null {
  const items: string[] = [];
  const depth = indentOf(lines[0] ?? '');
  for (const line of lines) {
    const inner = indentOf(line) >= depth + 2;
    if (isItem(line) && !inner) items.push(cleaned(line));
    else if (items.length > 0 && inner) items[items.length - 1] += ` ${cleaned(line)}`;
    else return null;
  }
  return items.length === 0 ? null : items;
}

const RECOMMENDED =
  /[ \t]*[([](?:recommended|my recommendation|推奨|おすすめ|empfohlen|recommandé|recomendado|推荐|추천)[)\]]/i;
/** "YAML: easy to read", "YAML - easy to read", "YAML — easy to read". */
const PARTS = /^(.{1,80}?)(?::|：|[ \t](?:--?|[–—])(?=[ \t]))[ \t]*(\S.*)$/su;

/** The items as options, or null if they are not a choice that can be offered. */
function choicesOf(items: readonly string[]): { options: Option[]; recommended?: string } | null {
  if (items.length < 2 || items.length > MAX_OPTIONS || items.some(({ length }) => length > MAX_SHAPED_LENGTH))
    return null;
  const seen = new Set<string>();
  const options: Option[] = [];
  let recommended: string | undefined;
  for (const item of items) {
    const plain = item.replace(RECOMMENDED, '');
    const parts = plain.includes('://') ? null : PARTS.exec(plain);
    const label = unquoted((parts?.[1] ?? plain).trim()).replace(/[.,;。]$/, '');
    if (label === '' || label.length > MAX_LABEL_LENGTH || seen.has(label.toLowerCase())) return null;
    seen.add(label.toLowerCase());
    if (plain !== item) recommended = recommended === undefined ? label : '';
    options.push(parts === null ? { label } : { label, description: parts[2]!.trim() });
  }
  return recommended ? { options, recommended } : { options };
}

function unquoted(label: string): string {
  const quoted = /^`([^`]+)`$|^"([^"]+)"$|^“([^”]+)”$/.exec(label);
  return quoted === null ? label : (quoted[1] ?? quoted[2] ?? quoted[3])!;
}

const BRACKETED = /[(（]([^()（）]{3,120})[)）]\s*[?？]?\s*$/;
const NO_CHOICE = /\b(?:e\.?g|i\.?e|for example|such as|like|default|currently|if|optional|yes|no|and)\b|\/|例/i;

/** "(YAML or JSON)" at the end of a question: two to five short alternatives. */
function bracketedChoices(question: string): string[] | null {
  const inside = BRACKETED.exec(question)?.[1];
  if (inside === undefined || NO_CHOICE.test(inside)) return null;
  const parts = inside
    .split(/\s*,\s*(?:or\s+)?|\s+or\s+|\s*、\s*(?:または)?|\s*または\s*/i)
    .map((part) => unquoted(part.trim()));
  if (parts.length < 2 || parts.length > 5 || !/\bor\b|または/i.test(inside)) return null;
  const short = parts.every((part) => part !== '' && part.length <= 30 && part.split(/\s+/).length <= 3);
  return short && new Set(parts.map((part) => part.toLowerCase())).size === parts.length ? parts : null;
}

/**
 * Openers of yes-or-no questions. Few on purpose: a CONFIRM rejects every other answer, so "Could you tell me …" or "Do you have a
 * preference?" must not become one.
 */
const POLAR =
  /^(?:(?:so|also|and|then|ok|okay)[, ]+)?(?:(?:should|shall|may|can|could|must) (?:i|we)\b|(?:should|shall|must) (?:the|it|this|that|these|those|they)\b|(?:do|would) you (?:want|like) (?:me|us) to\b|is it (?:ok|okay|fine|all ?right|acceptable|safe) (?:to|if|for)\b|(?:is|are) (?:it|this|that|these|those|the|there)\b)/i;
const ASKS_MORE =
  /\b(?:which|what|where|when|who|whom|whose|how|why|either|rather|instead|versus|vs|prefer)\b|[,;:]\s*or\b/i;

function isPolar(question: string): boolean {
  if (!POLAR.test(question) || ASKS_MORE.test(question)) return false;
  return !asksSeveral(question) && !isNegated(question);
}

/** Words by which a question says that it is a choice among things. Only then is a list before it the list of choices. */
const CHOOSES =
  /\b(?:which|option|options|prefer|preferred|choose|pick|select|one of|either|or)\b|どちら|どれ|どの|哪|어느|어떤|\b(?:welche[rsnm]?|quel(?:le)?s?|cu[aá]l(?:es)?|qual|quais)\b/iu;

export function chooses(question: string): boolean {
  return CHOOSES.test(question);
}

/**
 * The question in the form that an ask takes.
 * @param items The items of a list of choices beside it.
 */
export function shapeQuestion(question: string, items: readonly string[] = []): QuestionInput {
  const listed = choicesOf(items);
  if (listed !== null) return { question, ...listed };
  if (question.length > MAX_SHAPED_LENGTH) return { question };
  const bracketed = bracketedChoices(question);
  if (bracketed !== null) return { question, options: bracketed };
  return isPolar(question) ? { question, type: 'CONFIRM' } : { question };
}
