/** What the doctor says of a channel. */
import { expect, test } from 'vitest';
import { ntfy } from '../../src/notify/channels/ntfy.ts';
import { channelCheck } from '../../src/surfaces/cli/doctor/channels.ts';

const known = { id: 'ntfy-1', createdAt: 0, seq: 7, failures: 0, retryAt: null, lastError: null, disabledAt: null };
const topic = { type: 'ntfy', topic: 'ada', server: 'https://ntfy.sh', token: 'tk_1', filter: {} } as const;

test('a topic that counts as public, and one that is marked as private', () => {
  expect(channelCheck(ntfy(topic), known)).toMatchObject({
    status: 'ok',
    text: expect.stringMatching(/^ntfy ntfy\.sh\/ada works\. It counts as public/),
  });
  expect(channelCheck(ntfy({ ...topic, private: true }), known).text).toBe('ntfy ntfy.sh/ada works.');
});

test('a message that was passed over, and one that is tried again', () => {
  const lastError = 'Slack did not accept the message (message_not_found).';
  expect(channelCheck({ name: 'slack C1' }, { ...known, lastError })).toMatchObject({
    status: 'warn',
    text: `slack C1 did not send or change a message, and passed over it: ${lastError}`,
  });
  const retried = channelCheck({ name: 'slack C1' }, { ...known, lastError, failures: 2, retryAt: 0 });
  expect(retried.text).toBe(`slack C1 failed 2 times: ${lastError} It is tried again 1970-01-01T00:00:00.000Z.`);
});
