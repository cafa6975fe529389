import { PassThrough, Writable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { Screen } from '../../../src/surfaces/terminal/screen.ts';

/** A screen on streams in this process, to see each write by itself. */
function screenOn(): { screen: Screen; type(keys: string): Promise<void>; writes: string[] } {
  const writes: string[] = [];
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      writes.push(chunk);
      done();
    },
  });
  const input = new PassThrough();
  const nothing = () => {};
  const screen = new Screen({
    input,
    output,
    prompt: '> ',
    onLine: nothing,
    onClose: nothing,
    onInterrupt: nothing,
  });
  onTestFinished(() => screen.close());
  writes.length = 0;
  return {
    screen,
    writes,
    async type(keys) {
      input.write(keys);
      await new Promise(setImmediate);
    },
  };
}

it('every update of the screen is one write: of a key, a paste, a line, what is printed, a status', async () => {
  const { screen, type, writes } = screenOn();
  const counted = async (act: () => unknown) => {
    writes.length = 0;
    await act();
    return writes.length;
  };
  expect(await counted(() => type('a'))).toBe(1);
  expect(await counted(() => type('b'.repeat(500)))).toBe(1);
  expect(await counted(() => screen.print('one\ntwo'))).toBe(1);
  expect(await counted(() => screen.status(['busy', 'busier']))).toBe(1);
  expect(await counted(() => type('\r'))).toBe(1);
});

it('nothing is written where nothing has changed', async () => {
  const { screen, type, writes } = screenOn();
  screen.status(['busy']);
  writes.length = 0;
  screen.status(['busy']);
  await type('\u001b[C');
  expect(writes).toEqual([]);
});
