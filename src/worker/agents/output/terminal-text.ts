/** The text of what a program wrote for a terminal: without colours, cursor movements and other control characters. */

/**
 * Escape sequences: CSI (colours, cursor), OSC (titles, links), and two-character ones. Each part ends before the next escape,
 * so that a text of nothing but broken sequences is still read once.
 */
const ESCAPES =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]?[0-~]?|\u009b[0-?]*[@-~]/g;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g;
const HAS_CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/**
 * Plain lines. A carriage return alone begins a line anew, as a spinner does before it is replaced by text.
 * @example
 * terminalText('\u001b[1mDone\u001b[0m\r\n'); // 'Done\n'
 */
export function terminalText(output: string): string {
  const plain = output.replaceAll('\r\n', '\n');
  if (!HAS_CONTROL.test(plain)) return plain;
  return plain
    .replace(ESCAPES, '')
    .replace(/\r+\n?/g, '\n')
    .replace(CONTROLS, '');
}
