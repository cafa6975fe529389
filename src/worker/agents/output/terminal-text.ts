/** Strips a program's terminal output of colours, cursor movements and other control characters. */

/**
 * Escape sequences: CSI (colours, cursor), OSC (titles, links), and two-character ones. Each part ends before the next escape, so that even
 * a text of nothing but broken sequences is read only once.
 */
const ESCAPES =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]?[0-~]?|\u009b[0-?]*[@-~]/g;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g;
const HAS_CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/**
 * Plain lines. A carriage return by itself restarts the line, as a spinner does before text replaces it.
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
