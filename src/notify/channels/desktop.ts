/**
 * A notification on the desktop of this machine: by the platform's own program, or by the terminal that the server runs in. Such
 * notifications disappear by themselves, so they are not changed afterwards.
 */
import { spawn } from 'node:child_process';
import { hostname, userInfo } from 'node:os';
import { AskOnceError } from '../../core/model/errors.ts';
import { programFile } from '../../util/on-path.ts';
import type { Channel, ChannelFilter, QuestionMessage } from './channel.ts';
import { channelId } from './channel-id.ts';

export interface DesktopSettings {
  readonly type: 'desktop';
  /** By default the notifier if there is one, else the terminal. */
  readonly via?: 'notifier' | 'terminal';
  readonly filter: ChannelFilter;
}

export interface DesktopPorts {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** The terminal of the process; null if it has none. */
  readonly terminal: { write(text: string): unknown } | null;
}

/** Reads its texts from its arguments, so that nothing in a question is ever a part of the script. */
const SCRIPT = 'on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run';

export function desktop({ via, filter }: DesktopSettings, { env, platform, terminal }: DesktopPorts): Channel {
  const [program, argumentsOf] = notifierOf(platform);
  const notify = async (title: string, body: string) => {
    const found = via === 'terminal' ? null : programFile(program, env);
    if (found !== null) return run(found, argumentsOf(title, body), env);
    if (via === 'notifier') throw new AskOnceError('channel_failed', `There is no ${program} on the PATH.`);
    if (terminal === null) {
      const why =
        via === 'terminal'
          ? 'The server runs in no terminal.'
          : `There is neither ${program} on the PATH nor a terminal.`;
      throw new AskOnceError('channel_failed', why);
    }
    terminal.write(terminalNotice(title, body));
  };
  return {
    id: channelId('desktop', hostname(), userInfo().username),
    name: 'desktop',
    filter,
    content: { text: true, buttons: false },
    isRepeatable: false,
    async send({ title, text }: QuestionMessage) {
      await notify(title, text ?? 'Open the inbox to read and answer it.');
      return 'shown';
    },
  };
}

function notifierOf(platform: NodeJS.Platform): [string, (title: string, body: string) => string[]] {
  if (platform === 'darwin') return ['osascript', (title, body) => ['-e', SCRIPT, title, body]];
  // The body is read as markup, and an option could follow from a text that begins with a dash.
  return ['notify-send', (title, body) => ['--app-name=AskOnce', '--', title, escaped(body)]];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (why: string) => reject(new AskOnceError('channel_failed', `The desktop notifier failed: ${why}.`));
  const child = spawn(program, args, { stdio: 'ignore', env });
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code) => (code === 0 ? resolve() : fail(`exit code ${code}`)));
  return promise;
}

/** OSC 9 for iTerm2, WezTerm, Windows Terminal and others; OSC 777 for those that descend from urxvt. A terminal ignores the one it does not know. */
export function terminalNotice(title: string, body: string): string {
  // Neither a control character nor a separator of the sequence may come from a question.
  const plain = (text: string) => text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ');
  const [head, rest] = [plain(title).replaceAll(';', ','), plain(body)];
  return `\x1b]777;notify;${head};${rest.replaceAll(';', ',')}\x07\x1b]9;${head}: ${rest}\x07`;
}
