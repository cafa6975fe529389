/** Edits one line of text, key by key. Pure. */
import type { Key } from './key-presses.ts';
import { graphemes } from './wrapping.ts';

/** A line and the position of the cursor in it. */
export interface Line {
  readonly text: string;
  readonly at: number;
}

export function lineOf(text: string): Line {
  return { text, at: text.length };
}

/** The line after a key; the same object if the key does nothing here. */
export function edited(line: Line, key: Key): Line {
  const before = line.text.slice(0, line.at);
  const after = line.text.slice(line.at);
  const parted = (left: string, right: string): Line => ({ text: left + right, at: left.length });
  switch (key.name) {
    case 'text':
    case 'paste':
      return parted(before + key.text, after);
    case 'backspace':
    case 'ctrl-h':
      return parted(graphemes(before).slice(0, -1).join(''), after);
    case 'delete':
    case 'ctrl-d':
      return parted(before, graphemes(after).slice(1).join(''));
    case 'ctrl-u':
      return parted('', after);
    case 'ctrl-k':
      return parted(before, '');
    case 'ctrl-w':
      return parted(before.replace(/\S+\s*$|\s+$/u, ''), after);
    case 'left':
    case 'ctrl-b':
      return { ...line, at: graphemes(before).slice(0, -1).join('').length };
    case 'right':
    case 'ctrl-f':
      return { ...line, at: line.at + (graphemes(after)[0]?.length ?? 0) };
    case 'home':
    case 'ctrl-a':
      return { ...line, at: 0 };
    case 'end':
    case 'ctrl-e':
      return { ...line, at: line.text.length };
    default:
      return line;
  }
}
