/** The lines typed at the prompt, kept between starts. Readable by the user only: they may contain anything. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../util/own-folder.ts';

const KEPT = 1_000;

export function readHistory(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(-KEPT).map(parsed);
  } catch {
    return [];
  }
}

/** One JSON string per line, since pasted text may contain line breaks. */
function parsed(line: string): string {
  return String(JSON.parse(line));
}

/** Failing to store the history is not reported. */
export function writeHistory(file: string, lines: readonly string[]): void {
  try {
    makeFolder(dirname(file));
    const beside = `${file}.${process.pid}`;
    const kept = lines.slice(-KEPT).map((line) => JSON.stringify(line));
    writeFileSync(beside, `${kept.join('\n')}\n`, { mode: 0o600 });
    renameSync(beside, file);
  } catch {}
}
