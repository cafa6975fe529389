/** Turns the content of a terminal, with its colour sequences, into a page that looks like a terminal window. */

const COLOURS = ['#24292f', '#cf222e', '#116329', '#7d4e00', '#0550ae', '#8250df', '#1b7c83', '#57606a'];

const STYLE = `
  body { margin: 0; background: #fff; }
  pre {
    display: inline-block; margin: 0; padding: 16px 20px; border: 1px solid #d0d7de; border-radius: 8px;
    background: #fff; color: #24292f; font: 15px/1.4 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  }`;

/** @param screen The rows of the terminal, as `tmux capture-pane -e -p` prints them. */
export function terminalPage(screen: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><pre>${coloured(screen.trimEnd())}</pre>`;
}

function coloured(text: string): string {
  let codes: number[] = [];
  return text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part) => {
      const sequence = /^\u001b\[([\d;]*)m$/.exec(part);
      if (sequence === null) return part === '' ? '' : `<span style="${styleOf(codes)}">${escaped(part)}</span>`;
      codes = sequence[1]!.split(';').map(Number).reduce(apply, codes);
      return '';
    })
    .join('');
}

/** The active codes after one more code of a sequence. */
function apply(codes: readonly number[], code: number): number[] {
  if (code === 0) return [];
  if (code === 22) return codes.filter((one) => one > 2);
  if (code === 24) return codes.filter((one) => one !== 4);
  if (code === 27) return codes.filter((one) => one !== 7);
  if (code === 39) return codes.filter((one) => one < 30);
  return [...codes, code];
}

function styleOf(codes: readonly number[]): string {
  const colour = codes.findLast((code) => (code >= 30 && code <= 37) || (code >= 90 && code <= 97));
  return [
    ...(colour === undefined ? [] : [`color:${COLOURS[colour % 10]}`]),
    ...(codes.includes(1) ? ['font-weight:bold'] : []),
    ...(codes.includes(2) ? ['opacity:.65'] : []),
    ...(codes.includes(4) ? ['text-decoration:underline'] : []),
    ...(codes.includes(7) ? ['background:#24292f;color:#fff'] : []),
  ].join(';');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
