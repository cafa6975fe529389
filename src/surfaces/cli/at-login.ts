/** `askonce up --at-login`: prints the file with which the system itself starts the person's server at each login. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AskOnceError } from '../../core/model/errors.ts';
import { PACKAGE_FOLDER } from '../../util/package-folder.ts';
import { EXIT, note, say } from '../terminal/output.ts';

export interface LoginFile {
  /** Where the system looks for it. */
  readonly path: string;
  readonly text: string;
  /** What makes the system use it. */
  readonly use: string;
}

/** What the system needs to know: the command, and where the person's files are if not in the usual place. */
export interface Started {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly command: readonly [node: string, script: string];
  readonly env: Readonly<Record<string, string | undefined>>;
}

const PLACES = ['XDG_DATA_HOME', 'XDG_CONFIG_HOME'];

/** Null for a system that has neither systemd nor launchd. */
export function loginFile({ platform, home, command, env }: Started): LoginFile | null {
  const places = PLACES.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  if (platform === 'linux') {
    const line = (last: string) => [...command, last].map((one) => inUnit(one).replaceAll('$', '$$$$')).join(' ');
    const lines = [
      ...['[Unit]', 'Description=AskOnce, the inbox for the questions of agents', '', '[Service]'],
      ...['Type=oneshot', 'RemainAfterExit=yes'],
      ...places.map(([name, value]) => `Environment=${inUnit(`${name}=${value}`)}`),
      ...[`ExecStart=${line('up')}`, `ExecStop=${line('down')}`, '', '[Install]', 'WantedBy=default.target', ''],
    ];
    const folder = env.XDG_CONFIG_HOME ?? join(home, '.config');
    const use = 'systemctl --user daemon-reload && systemctl --user enable --now askonce';
    return { path: join(folder, 'systemd', 'user', 'askonce.service'), text: lines.join('\n'), use };
  }
  if (platform === 'darwin') {
    const strings = [...command, 'up'].map((one) => `    <string>${inXml(one)}</string>`);
    const pairs = places.map(([name, value]) => `    <key>${name}</key><string>${inXml(value)}</string>`);
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
      ...['<plist version="1.0">', '<dict>', '  <key>Label</key><string>askonce.up</string>'],
      ...['  <key>ProgramArguments</key>', '  <array>', ...strings, '  </array>'],
      ...(pairs.length === 0 ? [] : ['  <key>EnvironmentVariables</key>', '  <dict>', ...pairs, '  </dict>']),
      // The server goes on after `up` has ended.
      ...['  <key>RunAtLoad</key><true/>', '  <key>AbandonProcessGroup</key><true/>', '</dict>', '</plist>', ''],
    ];
    const path = join(home, 'Library', 'LaunchAgents', 'askonce.up.plist');
    return { path, text: lines.join('\n'), use: `launchctl load -w ${path}` };
  }
  return null;
}

/** In quotes, and without the specifiers of systemd. Only in commands it knows variables, too. */
function inUnit(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function printLoginFile(): number {
  const { platform, execPath, env } = process;
  const command = [execPath, join(PACKAGE_FOLDER, 'bin', 'askonce.js')] as const;
  const file = loginFile({ platform, home: homedir(), command, env });
  if (file === null)
    throw new AskOnceError('usage', 'This system has neither systemd nor launchd. Let it run `askonce up` at login.');
  say(file.text.trimEnd());
  note(`Save this as ${file.path}, then run: ${file.use}`);
  return EXIT.ok;
}
