/** What --print-config prints, and the hook that routes AskUserQuestion here. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { clientConfig, entryOf } from '../../../src/surfaces/cli/mcp-config.ts';
import { agent, mcpBench } from '../../mcp/clients.ts';
import { newFolder } from '../../support/askonce.ts';
import { nextEvent } from '../../support/open.ts';
import { BIN } from '../../support/programs.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const NPX = { command: 'npx', args: ['-y', 'askonce'] };

describe('askonce mcp --print-config', () => {
  it('prints settings that start as they are printed, also where nothing is published or installed', async () => {
    const folder = newFolder();
    const db = join(folder.path, 'askonce.db');
    const { stdout, code } = await folder.run(['mcp', '--db', db, '--print-config', 'claude-code']);
    expect(code).toBe(0);
    const { command, args } = JSON.parse(stdout).mcpServers.askonce;
    // No npx, which would ask the registry: the folder that it is started in knows no AskOnce.
    const where = { command, args, cwd: folder.path, env: { PATH: process.env.PATH! } };
    const { client } = await agent('2025-11-25', where);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask_user', 'get_answer', 'recall']);
  });

  it.each(['claude-code', 'codex', 'cursor', 'gemini', 'opencode', 'vscode'])(
    'tells nobody to overwrite a file that may hold other servers (%s)',
    async (client) => {
      const { stdout, stderr, code } = await newFolder().run(['mcp', '--print-config', client]);
      expect({ code, empty: stdout === '' }).toEqual({ code: 0, empty: false });
      expect(stderr).toMatch(/^Merge this into /);
      expect(stderr).toContain('do not overwrite it');
    },
  );

  it('is not redirected into a file by any page, nor by its help', async () => {
    const { stdout: help } = await newFolder().run(['mcp', '--help']);
    const pages = ['docs/mcp.md', 'docs/cli.md', 'README.md'].map((page) => readFileSync(join(ROOT, page), 'utf8'));
    for (const text of [help, ...pages]) expect(text).not.toMatch(/--print-config \S+ .*>/);
  });

  it('says which of the settings is none, before anything is printed', async () => {
    const wait = await newFolder().run(['mcp', '--print-config', 'codex', '--wait', 'soon']);
    expect([wait.code, wait.stdout]).toEqual([1, '']);
    expect(wait.stderr).toContain('“soon” is not a duration');
    const tool = await newFolder().run(['mcp', '--print-config', 'codex', '--ask-tool', 'ask_me']);
    expect([tool.code, tool.stdout]).toEqual([1, '']);
    expect(tool.stderr).toContain('--ask-tool must be one of ask_user, ask_person');
  });

  it('has the form that each client reads', () => {
    const args = ['-y', 'askonce', 'mcp', '--session', 'mine'];
    const placed = [...args, '--project', `\${${'workspaceFolder'}}`];
    const timeout = 3_600_000;
    const of = (client: string) => clientConfig(client, NPX, ['--session', 'mine']).text;
    expect(JSON.parse(of('claude-code'))).toEqual({ mcpServers: { askonce: { command: 'npx', args } } });
    expect(JSON.parse(of('cursor'))).toEqual({ mcpServers: { askonce: { command: 'npx', args: placed } } });
    expect(JSON.parse(of('gemini'))).toEqual({
      mcpServers: {
        askonce: { command: 'npx', args: [...args, '--ask-tool', 'ask_person'], timeout, trust: true },
      },
    });
    expect(JSON.parse(of('opencode'))).toEqual({
      mcp: { askonce: { type: 'local', command: ['npx', ...args], timeout } },
    });
    expect(JSON.parse(of('vscode'))).toEqual({
      servers: { askonce: { type: 'stdio', command: 'npx', args: placed } },
    });
    expect(of('codex')).toBe(
      [
        '[mcp_servers.askonce]',
        'command = "npx"',
        'args = ["-y","askonce","mcp","--session","mine"]',
        'required = true',
        'startup_timeout_sec = 60',
        'tool_timeout_sec = 3600',
        'default_tools_approval_mode = "approve"',
        '',
      ].join('\n'),
    );
    expect(() => clientConfig('emacs', NPX)).toThrow(/claude-code, codex, cursor, gemini, opencode, vscode/);
    expect(() => clientConfig('constructor', NPX)).toThrow(/Unknown client/);
  });

  it('starts an installed package by npx, and a checkout by its files', () => {
    expect(entryOf('/home/ada/shop/node_modules/askonce', '/usr/bin/node')).toEqual(NPX);
    expect(entryOf('C:\\shop\\node_modules\\askonce', 'node.exe')).toEqual(NPX);
    expect(entryOf('/home/ada/askonce', '/usr/bin/node')).toEqual({
      command: '/usr/bin/node',
      args: ['/home/ada/askonce/bin/askonce.js'],
    });
  });
});

describe('the name of the tool that asks', () => {
  it('is ask_person for a client that denies ask_user, by a flag or in the address', async () => {
    const folder = newFolder();
    const env = { PATH: process.env.PATH! };
    const command = {
      command: process.execPath,
      args: [BIN, 'mcp', '--ask-tool', 'ask_person'],
      cwd: folder.path,
      env,
    };
    const { url } = await mcpBench();
    for (const where of [command, { url: `${url}?ask-tool=ask_person` }]) {
      const { client, call } = await agent('2025-11-25', where);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['ask_person', 'get_answer', 'recall']);
      expect(client.getInstructions()).toContain('Ask with ask_person');
      expect((await call('recall', { about: 'weather' })).text).toContain('ask with ask_person');
    }
  });

  it('is offered at once by Claude Code, which hides other tools behind a search', async () => {
    const { agent: connect } = await mcpBench();
    const { tools } = await (await connect('2026-07-28')).client.listTools();
    for (const { _meta } of tools) expect(_meta).toEqual({ 'anthropic/alwaysLoad': true });
  });
});

describe('examples/claude-code-hook.mjs', () => {
  const QUESTIONS = {
    questions: [
      { question: 'Which linter should we use?', header: 'Linter', options: [{ label: 'biome' }, { label: 'eslint' }] },
      { question: 'Which checks should run?', multiSelect: true, options: [{ label: 'types' }, { label: 'tests' }] },
    ],
  };

  async function hook(wait: string) {
    const folder = newFolder();
    const askonce = await openAskOnce({ project: folder.path });
    onTestFinished(() => askonce.close());
    const run = async () => {
      const child = spawn(process.execPath, [join(ROOT, 'examples', 'claude-code-hook.mjs')], {
        cwd: folder.path,
        env: {
          PATH: process.env.PATH,
          ASKONCE_COMMAND: `${process.execPath} ${BIN} --project ${folder.path}`,
          ASKONCE_HOOK_WAIT: wait,
        },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const call = { hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion', tool_input: QUESTIONS };
      child.stdin.end(JSON.stringify({ session_id: 'abc', cwd: folder.path, ...call }));
      return JSON.parse(await text(child.stdout)).hookSpecificOutput;
    };
    return { askonce, run };
  }

  it('fills the answers in, and asks the same again of nobody', async () => {
    const { askonce, run } = await hook('1m');
    askonce.events.on('clarification.requested', ({ clarification, data }) => {
      void askonce.questions.answer(
        clarification!,
        data.question === QUESTIONS.questions[0]!.question ? 'biome' : ['types', 'tests'],
      );
    });
    const allowed = {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: {
        ...QUESTIONS,
        answers: { 'Which linter should we use?': 'biome', 'Which checks should run?': 'types, tests' },
      },
    };
    expect(await run()).toEqual(allowed);
    expect(await run()).toEqual(allowed);
    const asked = (await askonce.events.list()).filter(({ type }) => type === 'clarification.requested');
    expect(asked).toHaveLength(2);
    expect(asked[0]!.session).toBe('claude-abc');
  });

  it('is denied with the reason where nobody has answered, and nothing is lost', async () => {
    const { askonce, run } = await hook('10ms');
    const asked = nextEvent(askonce, 'clarification.requested');
    const denied = await run();
    expect(denied).toMatchObject({ permissionDecision: 'deny' });
    expect(denied.permissionDecisionReason).toContain('“Which linter should we use?” is parked');
    await asked;
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(2);
  });
});
