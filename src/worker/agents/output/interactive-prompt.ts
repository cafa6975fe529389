/** Detects that a program waits for typed input. None will come, because its stdin is closed. */
import { terminalText } from './terminal-text.ts';

/** A prompt is at the very end of the output. */
const LOOKED_AT = 10_000;
const MAX_LINE_LENGTH = 1_000;
const MAX_PROMPT_LENGTH = 200;

const YES = '(?:y|yes)';
const NO = '(?:n|no)';
const MORE = '(?:\\/[\\w?[\\] -]{1,20}){0,6}';
const END = '\\s*[?:›>»]?\\s*$';

/** Choices in brackets: a finished line does not end like this. */
const BRACKETS: readonly RegExp[] = [
  new RegExp(`[[(]\\s*${YES}\\s*\\/\\s*${NO}${MORE}\\s*[\\])]${END}`, 'i'),
  new RegExp(`\\(y\\)(?:es)?\\s*(?:\\/|,|or)?\\s*\\(n\\)(?:o)?(?:\\s*(?:\\/|,)\\s*\\(\\w\\)\\w{0,10}){0,5}${END}`, 'i'),
  new RegExp(`\\[y\\](?:es)?\\s*(?:\\/|,|or)?\\s*\\[n\\](?:o)?${END}`, 'i'),
];

/** Prompts that wait only while their line is unfinished. */
const OPEN_LINES: readonly RegExp[] = [
  /(?:^|[\s\]])(?:password|passphrase|passcode|pin|otp|one-time code|verification code|2fa code|api key|access token)(?: \([^()]{1,40}\))?(?: (?:for|of|to) [^\n]{1,150})?\s*:\s*$/i,
  /(?:^|\s)(?:username|user name|login|login as|email)(?: for [^\n]{1,150})?\s*:\s*$/i,
  /(?:^|\W)(?:press|hit|tap) (?:any key|enter|return|space|\[enter\]|<enter>|a key)\b[^\n]{0,60}$/i,
  /^\s*(?:please )?(?:enter|type|input|specify|provide|select|choose|pick)\b[^\n]{1,120}:\s*$/i,
  /^\s*[?◆] \S[^\n]{0,300}[›»❯](?:\s[^\n]{0,80})?$/u,
  /^\s*\? \S[^\n]{0,300}\((?:use arrow keys|y\/n|press <[^>]{1,20}>[^)]{0,60})\)[^\n]{0,40}$/i,
  /^\s*(?:--More--|\(END\)|:)\s*$/,
  /\? (?:y\/n|yes\/no)\s*:?\s*$|\? \((?:y|n|yes|no|ok)\)\s*$/i,
  /^\s*(?:do you (?:want|wish|really want) to|would you like to|are you sure|is this (?:ok|correct)|ok to|continue|proceed|overwrite|replace|really|delete|remove|accept|trust|install|retry)\b[^\n]{0,200}\?\s*$/i,
];

const ARROWS = /\(use arrow keys\)|arrow keys to (?:move|select|navigate)|<space> to select/i;
const CHOICE = /^\s*[❯›>●○◉◯◻◼☐☑│└ ]/u;

/** The line above a list that is navigated with the arrow keys. */
function aboveArrows(lines: readonly string[]): string | null {
  for (let at = lines.length - 1; at >= 0 && at >= lines.length - 25; at -= 1) {
    const line = lines[at]!;
    if (/^\s*[?◆] \S/u.test(line)) return ARROWS.test(line) ? line : null;
    if (!CHOICE.test(line)) return null;
  }
  return null;
}

/**
 * The prompt at the end of an output, or null. A finished line does not wait, unless it ends in choices such as [Y/n].
 * @example
 * interactivePrompt('Overwrite a.txt? [y/N] '); // 'Overwrite a.txt? [y/N]'
 * interactivePrompt('Password: '); // 'Password:'
 * interactivePrompt('Continue? [Y/n] y\nDone.\n'); // null
 */
export function interactivePrompt(tail: string): string | null {
  const text = terminalText(tail.slice(-LOOKED_AT));
  const lines = text.trimEnd().split('\n');
  const last = (lines.at(-1) ?? '').slice(-MAX_LINE_LENGTH);
  if (last.trim() === '') return null;
  if (BRACKETS.some((pattern) => pattern.test(last))) return shown(last);
  if (text.slice(text.trimEnd().length).includes('\n')) return null;
  if (OPEN_LINES.some((pattern) => pattern.test(last))) return shown(last);
  const above = aboveArrows(lines);
  return above === null ? null : shown(above);
}

/** The end of the line, where the choices are. */
const shown = (line: string): string => line.trim().slice(-MAX_PROMPT_LENGTH).trim().toWellFormed();
