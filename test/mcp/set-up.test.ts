/** What --print-config prints, and the hook that routes AskUserQuestion here. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clientConfig } from '../../src/cli/mcp-config.ts';
import { openAskOnce } from '../../src/index.ts';
import { newFolder } from '../cli/askonce.ts';
import { nextEvent } from '../support/open.ts';
import { BIN } from '../support/programs.ts';
import { agent } from './clients.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('askonce mcp --print-config', () => {
  it('prints settings that start as they are printed', async () => {
    const folder = newFolder();
    const db = join(folder.path, 'askonce.db');
    const { stdout, stderr, code } = await folder.run(['mcp', '--db', db, '--print-config', 'claude-code']);
    expect(code).toBe(0);
    expect(stderr).toContain('.mcp.json');
    const { mcpServers } = JSON.parse(stdout);
    const { command, args } = mcpServers.askonce;
    // In a checkout npx finds this very command.
    const { client } = await agent('2025-11-25', { command, args, cwd: ROOT, env: { PATH: process.env.PATH! } });
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(3);
  });

  it('says which of the settings is none, before anything is printed', async () => {
    const { stdout, stderr, code } = await newFolder().run(['mcp', '--print-config', 'codex', '--wait', 'soon']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('“soon” is no duration');
  });

  it('has the form that each client reads', () => {
    const args = ['-y', 'askonce', 'mcp', '--session', 'mine'];
    const placed = [...args, '--project', `\${${'workspaceFolder'}}`];
    const of = (client: string) => clientConfig(client, ['--session', 'mine']).text;
    expect(JSON.parse(of('claude-code'))).toEqual({ mcpServers: { askonce: { command: 'npx', args } } });
    expect(JSON.parse(of('cursor'))).toEqual({ mcpServers: { askonce: { command: 'npx', args: placed } } });
    expect(JSON.parse(of('gemini'))).toEqual({ mcpServers: { askonce: { command: 'npx', args, timeout: 3_600_000 } } });
    expect(JSON.parse(of('vscode'))).toEqual({
      servers: { askonce: { type: 'stdio', command: 'npx', args: placed } },
    });
    expect(of('codex')).toBe(
      `[mcp_servers.askonce]\ncommand = "npx"\nargs = ["-y","askonce","mcp","--session","mine"]\ntool_timeout_sec = 3600\n`,
    );
    expect(() => clientConfig('emacs')).toThrow(/claude-code, codex, cursor, gemini, vscode/);
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
    const askonce = await openAskOnce({ projectRoot: folder.path });
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
    askonce.on('clarification.requested', ({ clarification, data }) => {
      void askonce.answer(
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
    const asked = (await askonce.events()).filter(({ type }) => type === 'clarification.requested');
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
    expect((await askonce.pending()).items).toHaveLength(2);
  });
});
