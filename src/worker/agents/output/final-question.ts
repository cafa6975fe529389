/**
 * Finds the question in a final message that only asks, if the agent wrote no marker. In doubt it finds none: a false question would run a
 * finished agent again.
 */

import type { QuestionInput } from '../../../library/ask-input.ts';
import { seeksPermission } from '../../../text/permission.ts';
import * as words from './asking-words.ts';
import type { LineKind } from './prose-lines.ts';
import { chooses, cleaned, isItem, itemsOf, shapeQuestion } from './question-shape.ts';

export interface Line {
  readonly text: string;
  readonly kind: LineKind;
  readonly start: number;
}

/** What the final message asks, and where in the output the question begins. */
export interface FinalQuestion {
  readonly what: QuestionInput | { questions: readonly QuestionInput[] };
  readonly permission: boolean;
  readonly start: number;
}

const MAX_QUESTION_LENGTH = 2_000;
/** How far back to look for a report of finished work. */
const REPORT = 1_500;
const MAX_BLOCK_LINES = 80;
/** A longer paragraph, or one with more questions, is not a message that only asks. */
const MAX_PARAGRAPH_LENGTH = 8_000;
const MAX_QUESTIONS = 8;

interface Block {
  readonly lines: readonly Line[];
  readonly items: readonly string[] | null;
}

/** The last blocks of a text, last first: paragraphs and lists. Stops at code or a quotation. */
function lastBlocks(lines: readonly Line[], count: number): Block[] {
  const blocks: Block[] = [];
  let block: Line[] = [];
  const close = (): void => {
    if (block.length > 0) blocks.push({ lines: block, items: itemsOf(block.map(({ text }) => text)) });
    block = [];
  };
  for (let at = lines.length - 1; at >= 0 && blocks.length < count; at -= 1) {
    const line = lines[at]!;
    if (line.kind === 'code' || line.kind === 'quote') break;
    if (line.text.length > MAX_PARAGRAPH_LENGTH || block.length >= MAX_BLOCK_LINES) break;
    const inside = block[0];
    if (line.kind === 'blank') close();
    else if (inside !== undefined && isItem(inside.text) && !isItem(line.text) && !/^\s{2}/.test(line.text)) {
      // The line before a list is a block by itself: "Which one?" right above "- YAML".
      close();
      block = [line];
    } else if (inside !== undefined && !isItem(inside.text) && isItem(line.text) && !/^\s{2}/.test(inside.text)) {
      close();
      block = [line];
    } else block.unshift(line);
  }
  close();
  return blocks.slice(0, count);
}

interface Sentence {
  readonly text: string;
  readonly start: number;
}

/** Masks code and addresses, so that no punctuation inside them ends a sentence. */
const covered = (text: string): string =>
  text
    .replace(/``[^`]+``|`[^`]+`/g, (code) => 'x'.repeat(code.length))
    .replace(/\bhttps?:\/\/[^\s?]+(?:\?[^\s?]+)?/g, (address) => 'x'.repeat(address.length));

const SENTENCE_END = /[.!?](?=["')\]*_]*\s)|[。！？✅🎉]/gu;
const ABBREVIATED = /\b(?:e\.g|i\.e|vs|etc|cf|approx|no|incl)$/i;
/** "… ? (YAML or JSON)" belongs to the question before it. */
const AFTERTHOUGHT = /^\s*[(（][^()（）]{1,120}[)）]\s*/;

/** The sentences of a paragraph. A line that was not wrapped also ends one. */
function sentencesOf(block: Block): Sentence[] {
  const sentences: Sentence[] = [];
  if (block.lines.reduce((sum, { text }) => sum + text.length, 0) > MAX_PARAGRAPH_LENGTH) return sentences;
  let run: Sentence | null = null;
  const flush = (): void => {
    if (run === null) return;
    const mask = covered(run.text);
    let from = 0;
    const cut = (to: number): void => {
      const text = run!.text.slice(from, to);
      if (text.trim() !== '') sentences.push({ text: text.trim(), start: run!.start + from });
      from = to;
    };
    for (const end of mask.matchAll(SENTENCE_END)) {
      if (end.index < from || ABBREVIATED.test(mask.slice(Math.max(0, end.index - 10), end.index))) continue;
      let to = end.index + end[0].length;
      while (/["')\]*_]/.test(mask[to] ?? '')) to += 1;
      to += AFTERTHOUGHT.exec(mask.slice(to, to + 200))?.[0].length ?? 0;
      cut(to);
    }
    cut(run.text.length);
    run = null;
  };
  for (const { text, start } of block.lines) {
    if (run !== null) {
      const before: string = run.text.slice(run.text.lastIndexOf('\n') + 1);
      if (before.trim().length < 50 || /[.!?:。！？：]["')\]*_]*\s*$/.test(before)) flush();
    }
    run = run === null ? { text, start } : { text: `${run.text}\n${text}`, start: run.start };
  }
  flush();
  return sentences;
}

const ASKED = /(?:[?？]|か。)(?:\s*[(（][^()（）]{1,120}[)）])?$/;
const LEAD_IN =
  /^(?:(?:one|a|quick|my|the|first|clarifying|last|final|open)\s+){0,3}(?:questions?|q)(?:\s+for you)?\s*[:：-]\s*/i;

/** The question without what introduces it, if the sentence ends like a question; else null. */
function asked(sentence: string): string | null {
  const plain = cleaned(sentence.replace(/\s+/g, ' '))
    .replace(/^[*_]+|[*_]+$/g, '')
    .trim();
  return ASKED.test(covered(plain)) && plain.length <= MAX_QUESTION_LENGTH ? plain.replace(LEAD_IN, '') : null;
}

/** "Before I write it: which …", "For the cache, where …". */
const PREFACE =
  /^(?:before|for|to|if|when|in|on|about|regarding|given|since|as|with|first|one|quick|my|so|also|and|now|then|finally|last|because|assuming)\b.{0,160}?[:,–—]\s+(?=(?:which|what|where|who|how|should|shall|must|is|are|does|do)\b)/i;

/** Whether the agent stops here for an answer. */
function stops(question: string, before: string, listed: boolean): boolean {
  if (words.LOG_LINE.test(question) || words.COURTESY.test(question)) return false;
  const report = before.slice(-REPORT);
  const blocks = words.BLOCKS.test(report.slice(-600)) || words.BLOCKS.test(question);
  const core = covered(question).replace(PREFACE, '');
  if (!words.ADDRESSED.test(core) && !((blocks || listed) && words.ABOUT_A_THING.test(core))) return false;
  if (blocks) return true;
  if (words.FINISHED.test(report)) return false;
  const offers = words.OFFER.test(question) || (words.SHOULD_I.test(question) && !listed);
  return !(offers && (words.CHANGED_SOMETHING.test(report) || words.PAST_OPENER.test(report)));
}

/**
 * The question of the final message, or null.
 * @param text The output, as plain text.
 * @param lines Its last lines.
 */
export function finalQuestion(text: string, lines: readonly Line[]): FinalQuestion | null {
  const blocks = lastBlocks(withoutFooter(lines), 4);
  while (blocks[0] !== undefined && blocks[0].items === null && onlyWaits(blocks[0])) blocks.shift();
  const [last, previous] = blocks;
  if (last === undefined) return null;
  if (last.items !== null && last.items.length > 1) {
    if (last.items.every((item) => asked(item) !== null)) return severalQuestions(text, last, previous);
    return previous === undefined ? null : askedIn(text, previous, last.items, false);
  }
  return askedIn(text, last, previous?.items ?? [], true);
}

function withoutFooter(lines: readonly Line[]): readonly Line[] {
  let end = lines.length;
  for (let at = end - 1; at >= 0 && at >= lines.length - 6; at -= 1) {
    const { kind, text } = lines[at]!;
    if (kind === 'blank') continue;
    if (kind !== 'prose' || text.length > 120 || ASKED.test(text.trim()) || !words.FOOTER.test(text)) break;
    end = at;
  }
  return lines.slice(0, end);
}

const waits = (sentence: string): boolean => words.WAITS.test(sentence) && !seeksPermission(sentence);

const onlyWaits = (block: Block): boolean =>
  block.lines.length < 6 &&
  sentencesOf(block).length > 0 &&
  sentencesOf(block).every(({ text }) => waits(text) && asked(text) === null);

/** The questions at the end of a paragraph, with the list of choices beside it. */
function askedIn(text: string, block: Block, items: readonly string[], listBefore: boolean): FinalQuestion | null {
  const sentences = sentencesOf(block);
  while (sentences.length > 1 && waits(sentences.at(-1)!.text) && asked(sentences.at(-1)!.text) === null)
    sentences.pop();
  const questions: Sentence[] = [];
  for (const sentence of sentences.toReversed()) {
    const question = asked(sentence.text);
    if (question === null && !(questions.length === 0 && seeksPermission(cleaned(sentence.text)))) break;
    questions.unshift({ text: question ?? cleaned(sentence.text), start: sentence.start });
  }
  const last = questions.at(-1);
  if (last === undefined || questions.length > MAX_QUESTIONS || words.LOG_LINE.test(block.lines.at(-1)!.text))
    return null;
  if (questions.every((question) => seeksPermission(question.text)) && (listBefore || items.length === 0)) {
    const [first] = questions;
    return { what: { question: last.text }, permission: true, start: first!.start };
  }
  const first = questions[0]!;
  const before = text.slice(Math.max(0, first.start - 4_000), first.start);
  // A question that the next one answers, or a rhetorical one, is not asked: only what stops the agent counts.
  const question = questions.map((one) => one.text).join(' ');
  const offered = items.length > 1 && (!listBefore || chooses(question)) ? items : [];
  if (!stops(last.text, before, offered.length > 0)) return null;
  if (question.length > MAX_QUESTION_LENGTH) return null;
  return { what: shapeQuestion(question, offered), permission: false, start: first.start };
}

/** Scripts that separate words by spaces, and in which a question addresses the person. */
const BY_WORDS = /[a-z]{3}/i;

/** A list of questions: up to four are asked together, more as one text. */
function severalQuestions(text: string, list: Block, lead: Block | undefined): FinalQuestion | null {
  const questions = list.items!.map((item) => asked(item)!);
  const start = list.lines[0]!.start;
  const before = text.slice(Math.max(0, start - 4_000), start);
  const leads = lead !== undefined && /[:：]\W*$/.test(lead.lines.at(-1)!.text);
  if (lead !== undefined && words.FOR_LATER.test(lead.lines.at(-1)!.text)) return null;
  const put =
    words.BLOCKS.test(before.slice(-600)) || questions.every((question) => /\b(?:you|your|i)\b/i.test(question));
  if (BY_WORDS.test(questions.join(' ')) && !put) return null;
  if (!questions.every((question) => stops(question, before, leads))) return null;
  if (questions.length > 4) {
    return {
      what: { question: questions.map((question, at) => `${at + 1}. ${question}`).join('\n') },
      permission: false,
      start,
    };
  }
  return { what: { questions: questions.map((question) => shapeQuestion(question)) }, permission: false, start };
}
