/** Tells which lines of an agent's Markdown are its own prose, and which are code or quotations. */

export type LineKind = 'prose' | 'blank' | 'code' | 'quote';

const SPACE = 32;
const TAB = 9;
const BACKTICK = 96;
const TILDE = 126;
const QUOTE = 62;

/** "- ```" opens a block inside a list item. */
const ITEM_BEFORE_FENCE = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(?=`{3}|~{3})/;

interface Fence {
  readonly mark: number;
  readonly length: number;
}

/** The fence that a line opens, or null. A backtick fence followed by another backtick is inline code. */
function openedBy(line: string): Fence | null {
  const mark = line.charCodeAt(0);
  if (mark !== BACKTICK && mark !== TILDE) {
    // Hardly any line is a list item; the first character rules it out without a pattern.
    if (mark > 57 || mark < 42) return null;
    const item = ITEM_BEFORE_FENCE.exec(line);
    return item === null ? null : openedBy(line.slice(item[0].length));
  }
  const length = runLength(line, mark);
  if (length < 3) return null;
  return mark === BACKTICK && line.includes('`', length) ? null : { mark, length };
}

function runLength(line: string, mark: number): number {
  let length = 0;
  while (line.charCodeAt(length) === mark) length += 1;
  return length;
}

function closes(line: string, fence: Fence): boolean {
  const length = runLength(line, fence.mark);
  return length >= fence.length && line.slice(length).trim() === '';
}

/**
 * Visits every line once, in order. Code is everything inside a fence (an unclosed one extends to the end), and lines indented by four
 * spaces after a blank line.
 */
export function eachLine(text: string, visit: (start: number, end: number, kind: LineKind) => void): void {
  let fence: Fence | null = null;
  let indented = false;
  let afterBlank = true;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    let at = start;
    let indent = 0;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === TAB) indent += 4;
      else if (code === SPACE) indent += 1;
      else break;
    }
    let kind: LineKind = 'prose';
    if (fence !== null) {
      kind = 'code';
      if (text.charCodeAt(at) === fence.mark && closes(text.slice(at, end), fence)) fence = null;
    } else if (at === end) {
      kind = 'blank';
    } else if (indent >= 4 && (indented || afterBlank)) {
      kind = 'code';
      indented = true;
    } else {
      indented = false;
      if (text.charCodeAt(at) === QUOTE) kind = 'quote';
      else {
        fence = openedBy(text.slice(at, end));
        if (fence !== null) kind = 'code';
      }
    }
    afterBlank = kind === 'blank';
    visit(start, end, kind);
    start = end + 1;
  }
}
