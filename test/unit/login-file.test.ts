import { expect, it } from 'vitest';
import { loginFile } from '../../src/surfaces/cli/at-login.ts';

const command = ['/opt/node 24/bin/node', '/home/ann/100%/$x/askonce.js'] as const;

it('on Linux is a user unit of systemd, with paths that are taken as they are', () => {
  const file = loginFile({ platform: 'linux', home: '/home/ann', command, env: { XDG_DATA_HOME: '/data/$ann' } })!;
  expect(file.path).toBe('/home/ann/.config/systemd/user/askonce.service');
  expect(file.text).toContain('ExecStart="/opt/node 24/bin/node" "/home/ann/100%%/$$x/askonce.js" "up"\n');
  expect(file.text).toContain('ExecStop="/opt/node 24/bin/node" "/home/ann/100%%/$$x/askonce.js" "down"\n');
  expect(file.text).toContain('Environment="XDG_DATA_HOME=/data/$ann"\n');
});

it('on macOS is an agent of launchd that leaves the server running', () => {
  const env = { XDG_CONFIG_HOME: '/a&b' };
  const file = loginFile({ platform: 'darwin', home: '/Users/ann', command, env })!;
  expect(file.path).toBe('/Users/ann/Library/LaunchAgents/askonce.up.plist');
  expect(file.text).toContain('<string>/opt/node 24/bin/node</string>');
  expect(file.text).toContain('<key>XDG_CONFIG_HOME</key><string>/a&amp;b</string>');
  expect(file.text).toContain('<key>AbandonProcessGroup</key><true/>');
});

it('elsewhere is none', () => {
  expect(loginFile({ platform: 'win32', home: 'C:\\', command, env: {} })).toBeNull();
});
