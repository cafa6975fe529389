/**
 * ntfy: a message to a topic of ntfy.sh or of your own server, with buttons that the phone sends to AskOnce. A topic without a password is
 * public: who knows its name reads it. Messages carry a sequence id, so that a later one replaces the first (ntfy 2.16 and newer).
 */
import { AskOnceError } from '../../core/model/errors.ts';
import { version } from '../../util/version.ts';
import type { Affected, Channel, ChannelCall, ChannelFilter, QuestionMessage, SettledMessage } from './channel.ts';
import { channelId } from './channel-id.ts';

export interface NtfySettings {
  readonly type: 'ntfy';
  readonly topic: string;
  readonly server: string;
  /** An access token. It names an account, and does not show that others cannot read the topic. */
  readonly token?: string;
  /** Whether only the person can read the topic; false by default. */
  readonly private?: boolean;
  /** Whether the text of questions may be sent; by default only to a private topic. */
  readonly text?: boolean;
  readonly filter: ChannelFilter;
}

/** ntfy shows no more. */
const MAX_BUTTONS = 3;
const PRIORITY = { question: 3, dangerous: 4, approval: 4 } as const;
const MIN_PRIORITY = 1;
/** Replies about this message, and replies of a server that is down or busy. */
const REFUSED: readonly number[] = [400, 413, 422];
const DOWN: readonly number[] = [429, 502, 503, 504];

export function ntfy({ topic, server, token, private: isPrivate = false, text, filter }: NtfySettings): Channel {
  const publish = (body: object, call: ChannelCall) => post(server, token, { topic, ...body }, call);
  return {
    id: channelId('ntfy', server, topic),
    name: `ntfy ${new URL(server).host}/${topic}`,
    filter,
    ...(isPrivate
      ? {}
      : { note: 'It counts as public, so its messages have no buttons. `"private": true` says otherwise.' }),
    // Who can read a public topic could press its buttons.
    content: { text: text ?? isPrivate, buttons: isPrivate },
    isRepeatable: true,
    async send(message, call) {
      await publish({ ...shown(message), sequence_id: message.id }, call);
      return message.id;
    },
    async update(handle, settled, call) {
      await publish({ ...closed(settled), sequence_id: handle }, call);
    },
  };
}

function shown({ kind, title, text, buttons, buttonUrl, link, answerLink }: QuestionMessage): object {
  const actions =
    buttonUrl === null || buttons.length > MAX_BUTTONS
      ? []
      : buttons.map(({ label, token }) => ({
          action: 'http',
          label,
          url: buttonUrl(token),
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{}',
          // Removes the message from the phone once the server has accepted the answer.
          clear: true,
        }));
  return {
    title,
    message: text ?? 'Open the inbox to read and answer it.',
    priority: PRIORITY[kind],
    tags: [kind === 'question' ? 'question' : 'warning'],
    // A link to this machine leads nowhere on a phone.
    ...(buttonUrl === null ? {} : { click: answerLink ?? link }),
    ...(actions.length === 0 ? {} : { actions }),
  };
}

function closed({ title, text, answer }: SettledMessage): object {
  const lines = [text, answer === null ? null : `→ ${answer}`].filter((line) => line !== null);
  return { title, message: lines.join('\n') || title, priority: MIN_PRIORITY, tags: ['white_check_mark'] };
}

async function post(server: string, token: string | undefined, body: object, call: ChannelCall): Promise<void> {
  const { host } = new URL(server);
  const late = AbortSignal.timeout(call.timeoutMs);
  const reply = await fetch(server, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.any([call.signal, late]),
    headers: {
      'content-type': 'application/json',
      'user-agent': `AskOnce/${version()}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    const code = (error as { cause?: { code?: unknown } }).cause?.code;
    const why = late.aborted ? `no reply within ${call.timeoutMs / 1000} s` : String(code ?? 'no connection');
    throw new AskOnceError('channel_failed', `${host} could not be reached (${why}).`, {
      affects: 'channel' satisfies Affected,
    });
  });
  // Read, so that the connection is free again; the text is not ours to show.
  await reply.text().catch(() => {});
  if (reply.ok) return;
  const seconds = Number(reply.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  const { status } = reply;
  const affects: Affected | null = REFUSED.includes(status) ? 'message' : DOWN.includes(status) ? 'channel' : null;
  throw new AskOnceError('channel_failed', `${host} replied with HTTP ${status}.`, { retryAfterMs, affects });
}
