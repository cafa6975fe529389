/**
 * Slack: a message for each question in one channel, with a thread of its own. Buttons come back by Socket Mode, so Slack needs no address of
 * this server. Only the people that the settings list can answer; a press by anyone else changes nothing.
 */
import type { ChatPostMessageArguments, WebClient } from '@slack/web-api';
import { AskOnceError } from '../../core/model/errors.ts';
import type {
  Affected,
  Channel,
  ChannelCall,
  ChannelFilter,
  PressButton,
  QuestionMessage,
  SettledMessage,
} from './channel.ts';
import { channelId } from './channel-id.ts';
import { loaded, QUIET, type SlackPress } from './slack-packages.ts';
import { SlackSocket } from './slack-socket.ts';

export interface SlackSettings {
  readonly type: 'slack';
  /** The token of the bot, `xoxb-…`, with the scope `chat:write`. */
  readonly botToken: string;
  /** The token of the app, `xapp-…`, with the scope `connections:write`; without it there are no buttons. */
  readonly appToken?: string;
  /** The id of the channel, or of a person for direct messages. */
  readonly channel: string;
  /** The ids of the people whose presses count. */
  readonly people: readonly string[];
  /** The Slack API; another one for GovSlack. */
  readonly apiUrl?: string;
  readonly text?: boolean;
  readonly filter: ChannelFilter;
}

/** Limits of Slack. */
const MAX_BUTTONS = 10;
const MAX_LABEL = 75;
/** The name that Slack returns with a press. Its place makes it unique in its message, and the rest says whose list of people counts. */
const ACTION = /^askonce-answer-\d+-(.+)$/;
const actionId = (at: number, entry: string) => `askonce-answer-${at}-${entry}`;

/** The people of each entry in use. Slack sends a press to any connection of the app, so also to one that another entry has opened. */
const peopleOf = new Map<string, readonly string[]>();

/** What Slack says of one message that it will never take or change. */
const REFUSED: ReadonlySet<unknown> = new Set([
  'cannot_reply_to_message',
  'cant_update_message',
  'edit_window_closed',
  'invalid_blocks',
  'invalid_blocks_format',
  'message_not_found',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
  'restricted_action_thread_locked',
]);

type Blocks = Extract<ChatPostMessageArguments, { blocks: unknown }>['blocks'];

export function slack(settings: SlackSettings): Channel {
  const { botToken, appToken, channel, people, apiUrl, text = true, filter } = settings;
  const options = apiUrl === undefined ? {} : { slackApiUrl: apiUrl };
  const client = async ({ timeoutMs }: Pick<ChannelCall, 'timeoutMs'>): Promise<WebClient> => {
    const { WebClient } = await loaded(() => import('@slack/web-api'));
    // The dispatcher tries again, for as long as it takes; the client must not do so on its own.
    const once = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true, timeout: timeoutMs };
    return new WebClient(botToken, { ...options, ...once, logger: QUIET });
  };
  const entry = channelId('entry', apiUrl ?? '', channel, JSON.stringify(filter));
  let socket: SlackSocket | null = null;
  return {
    id: channelId('slack', apiUrl ?? '', channel),
    name: `slack ${channel}`,
    filter,
    content: { text, buttons: appToken !== undefined && people.length > 0 },
    isRepeatable: false,
    async send(message, call) {
      const { chat } = await client(call);
      const { title, text } = message;
      const posted = await spoken(
        chat.postMessage({ channel, text: escaped(text ?? title), blocks: shown(message, entry), ...PLAIN }),
      );
      // A message to a person is in a channel of its own, which only the reply names.
      return JSON.stringify([posted.channel ?? channel, posted.ts]);
    },
    async update(handle, settled, call) {
      const { chat } = await client(call);
      const [where, ts] = JSON.parse(handle) as [string, string];
      const { title, answer, by } = settled;
      await spoken(chat.update({ channel: where, ts, text: escaped(title), blocks: closed(settled) }));
      const said = answer === null ? title : `${title}: ${answer}`;
      const line = escaped(by === null ? said : `${said} (${by})`);
      await spoken(chat.postMessage({ channel: where, thread_ts: ts, text: line, ...PLAIN }));
    },
    async revise(handle, message, call) {
      const { chat } = await client(call);
      const [where, ts] = JSON.parse(handle) as [string, string];
      const { title, text } = message;
      await spoken(chat.update({ channel: where, ts, text: escaped(text ?? title), blocks: shown(message, entry) }));
    },
    start(press, log) {
      if (appToken === undefined || people.length === 0) return;
      peopleOf.set(entry, people);
      const pressed = async (body: SlackPress) => {
        const refusal = await answer(body, press);
        const [user, where] = [body.user?.id, body.channel?.id];
        if (refusal === null || user === undefined || where === undefined) return;
        const { chat } = await client({ timeoutMs: 10_000 });
        await spoken(chat.postEphemeral({ channel: where, user, text: escaped(refusal) }));
      };
      socket = new SlackSocket({ appToken, options, pressed, log });
      socket.open();
    },
    async stop() {
      await socket?.close();
    },
  };
}

const PLAIN = { mrkdwn: false, unfurl_links: false, unfurl_media: false, link_names: false } as const;

/** Returns why a press answered nothing, for the person who pressed; null if it did. */
async function answer({ user, actions }: SlackPress, press: PressButton) {
  const action = actions?.find((one) => ACTION.test(one.action_id ?? ''));
  if (action?.value === undefined || user?.id === undefined) return null;
  const [, entry = ''] = ACTION.exec(action.action_id!)!;
  if (!peopleOf.get(entry)?.includes(user.id)) return 'You are not on the list of people who may answer here.';
  try {
    await press(action.value, { by: user.username ?? user.id, surface: 'slack' });
    return null;
  } catch (error) {
    return error instanceof AskOnceError ? error.message : 'The answer could not be stored. Try again in the inbox.';
  }
}

function shown({ id, title, text, buttons, link }: QuestionMessage, entry: string): Blocks {
  const plain = (said: string) => ({ type: 'plain_text' as const, text: said, emoji: false });
  const elements = buttons.slice(0, MAX_BUTTONS).map(({ label, token }, at) => ({
    type: 'button' as const,
    text: plain(label.slice(0, MAX_LABEL)),
    action_id: actionId(at, entry),
    value: token,
  }));
  return [
    { type: 'header', text: plain(title) },
    ...(text === null ? [] : [{ type: 'section' as const, text: plain(text) }]),
    ...(elements.length === 0 ? [] : [{ type: 'actions' as const, block_id: id, elements }]),
    // Plain text: Slack makes no link of an address on this machine or in the local network by itself.
    { type: 'context', elements: [{ type: 'mrkdwn', text: `<${link}|Open the inbox>` }] },
  ];
}

function closed({ title, text, answer, by }: SettledMessage): Blocks {
  const plain = (said: string) => ({ type: 'plain_text' as const, text: said, emoji: false });
  const end = [answer, by === null ? null : `(${by})`].filter((part) => part !== null).join(' ');
  return [
    { type: 'header', text: plain(title) },
    ...(text === null ? [] : [{ type: 'section' as const, text: plain(text) }]),
    ...(end === '' ? [] : [{ type: 'section' as const, text: plain(`→ ${end}`) }]),
  ];
}

/** Slack reads these three characters as the start of a link or a mention, also in plain text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Slack's reply, or an error that says why and contains no token. */
async function spoken<R>(reply: Promise<R>): Promise<R> {
  try {
    return await reply;
  } catch (error) {
    const { data, retryAfter, statusCode } = error as {
      data?: { error?: unknown };
      retryAfter?: number;
      statusCode?: number;
    };
    const said = typeof data?.error === 'string' ? data.error : null;
    const why =
      said !== null
        ? said
        : statusCode !== undefined
          ? `HTTP ${statusCode}`
          : retryAfter !== undefined
            ? 'too many messages'
            : 'no connection';
    const retryAfterMs = retryAfter === undefined ? null : retryAfter * 1000;
    const affects: Affected | null = said === null ? 'channel' : REFUSED.has(said) ? 'message' : null;
    throw new AskOnceError('channel_failed', `Slack did not accept the message (${why}).`, { retryAfterMs, affects });
  }
}
