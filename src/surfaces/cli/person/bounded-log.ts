/** The log of a server that runs for months: a file that begins anew once it is full. The last full one stays beside it. */
import { copyFileSync, fstatSync, ftruncateSync, writeSync } from 'node:fs';

const MAX_BYTES = 1024 * 1024;

/** @param fd Appends to the file. It is the server's stderr, so that whatever else is printed is in the log too. */
export function boundedLog(file: string, fd = 2, maxBytes = MAX_BYTES): { write(line: string): void } {
  const begin = () => {
    if (fstatSync(fd).size <= maxBytes) return;
    copyFileSync(file, fullLog(file));
    ftruncateSync(fd, 0);
  };
  begin();
  return {
    write(line) {
      writeSync(fd, line);
      begin();
    },
  };
}

export function fullLog(file: string): string {
  return `${file}.1`;
}
