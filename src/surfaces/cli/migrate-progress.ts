/** Progress of a copy: on a terminal one line per table, overwritten in place; elsewhere whole lines. */
import type { CopyNews } from '../../store/copy/copy.ts';

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const PHASES = { reading: 'Reading the source', copying: 'Copying', checking: 'Reading the copy back' } as const;
/** How often a long table reports progress when the output is not a terminal. */
const EVERY_MS = 10_000;

export function copyProgress(output: Output): { tell: (news: CopyNews) => void; end: () => void } {
  return output.isTTY ? new LiveLines(output) : new PlainLines(output);
}

class LiveLines {
  private readonly output: Output;
  /** The table whose unfinished line is on the terminal. */
  private open: string | null = null;

  constructor(output: Output) {
    this.output = output;
  }

  tell = (news: CopyNews): void => {
    const text = sentence(news);
    if (text !== null) {
      this.end();
      this.output.write(`${text}\n`);
      return;
    }
    if (!('table' in news)) return;
    // Reading and checking keep only their last line; copying keeps one line per table.
    const line = news.news === 'copying' ? `${news.news} ${news.table}` : news.news;
    if (this.open !== null && this.open !== line) this.end();
    this.open = line;
    this.output.write(`\r\x1b[K${counted(news)}`);
  };

  end = (): void => {
    if (this.open !== null) this.output.write('\n');
    this.open = null;
  };
}

class PlainLines {
  private readonly output: Output;
  private phase: string | null = null;
  private saidAt = performance.now();

  constructor(output: Output) {
    this.output = output;
  }

  tell = (news: CopyNews): void => {
    const text = sentence(news);
    if (text !== null) this.say(text);
    if (!('table' in news)) return;
    if (news.news !== this.phase && news.news !== 'copying') this.say(`${PHASES[news.news]} …`);
    this.phase = news.news;
    const ended = news.news === 'copying' && news.done === news.total;
    if (ended || performance.now() - this.saidAt > EVERY_MS) this.say(counted(news));
  };

  end = (): void => {};

  private say(line: string): void {
    this.saidAt = performance.now();
    this.output.write(`${line}\n`);
  }
}

function sentence(news: CopyNews): string | null {
  if (news.news === 'resumed') {
    return `Resuming an unfinished copy: ${number(news.done)} of ${number(news.total)} rows are copied.`;
  }
  return news.news === 'begun anew' ? 'The source has changed since the unfinished copy: starting over.' : null;
}

function counted({ news, table, done, total }: Extract<CopyNews, { table: string }>): string {
  return `${PHASES[news]}: ${table} ${number(done)} of ${number(total)}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
