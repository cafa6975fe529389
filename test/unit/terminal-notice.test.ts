/** The notification of a terminal. */
import { expect, test } from 'vitest';
import { terminalNotice } from '../../src/notify/channels/desktop.ts';

test('a question cannot end the sequence, add a field to it or begin another', () => {
  const notice = terminalNotice('Question; in\x07shop', 'a;b\x1b]0;owned\x07\u009b31m\u2028c\nd');
  expect(notice).toBe(
    '\x1b]777;notify;Question, in shop;a,b ]0,owned  31m c d\x07\x1b]9;Question, in shop: a;b ]0;owned  31m c d\x07',
  );
});
