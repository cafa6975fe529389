/** Reads the keys of a terminal, with one name per key, and a paste as one key. */
import { emitKeypressEvents, type Interface, type Key as NodeKey } from 'node:readline';
import type { Readable } from 'node:stream';

/** The part of `process.stdin` that is used here. */
export type TerminalInput = Readable & { readonly isRaw?: boolean; setRawMode?(mode: boolean): unknown };

/** `name` is 'text' for printable input, 'paste' for pasted text, otherwise the key's: 'up', 'enter', 'ctrl-c'. */
export interface Key {
  readonly name: string;
  readonly text: string;
}

/**
 * How long a lone Esc may still be the start of a longer sequence. Node's default of half a second feels broken when Esc means leaving;
 * slow connections split sequences by less than this.
 */
export const ESCAPE_MS = 100;

/** Terminals then mark pasted text, so that it is never taken for commands. */
export const MARK_PASTES = '\u001b[?2004h';
export const LEAVE_PASTES = '\u001b[?2004l';

/** A key as Node reports it: the arguments of its `keypress` event. */
export type Keypress = readonly [text: string | undefined, key: NodeKey];

type OnKey = (key: Key, keypress: Keypress) => void;

/** Calls back for every key until the returned function is called. */
export function readKeys(input: TerminalInput, onKey: OnKey): () => void {
  // Node reads the time limit from the second argument; it has no separate parameter.
  emitKeypressEvents(input, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
  const listener = keyReader(onKey);
  input.on('keypress', listener);
  return () => input.off('keypress', listener);
}

function keyReader(onKey: OnKey): (...keypress: Keypress) => void {
  let pasted: string | null = null;
  return (...keypress) => {
    const [text, key] = keypress;
    const name = nameOf(text, key);
    // Ctrl-C is let through: a paste whose end was lost must not lock the keyboard.
    if (pasted !== null && name !== 'paste-end' && name !== 'ctrl-c') {
      pasted += text ?? '';
    } else if (name === 'paste-start') {
      pasted = '';
    } else if (name === 'paste-end') {
      if (pasted) onKey({ name: 'paste', text: plain(pasted) }, keypress);
      pasted = null;
    } else {
      onKey({ name, text: name === 'text' ? (text ?? '') : '' }, keypress);
    }
  };
}

function nameOf(text: string | undefined, key: NodeKey): string {
  const name = key.name ?? '';
  if (key.ctrl) return `ctrl-${name}`;
  if (name === 'return' || name === 'enter') return 'enter';
  if (name === 'escape') return name;
  if (key.meta) return `meta-${name}`;
  return text === undefined || /\p{Cc}/u.test(text) ? name : 'text';
}

function plain(pasted: string): string {
  return pasted.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
}
