/** The promises of docs/init.md about Codex, tested with the real one: `askonce init codex` writes its settings, and its hook asks. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AskOnce } from '../../src/index.ts';
import type { Around, Case, Column, Seen, Trial } from './cases.ts';
import type { Client } from './client.ts';
import type { ScriptedCall } from './fake-model.ts';
import { ASKONCE, type Workplace } from './workplace.ts';

export const CODEX_HOOKS = 'the hooks';

const FORM_SERVER = join(import.meta.dirname, 'form-server.ts');
/** Codex asks about a tool of a server, also in `codex exec`. The tool shows a form, which `codex exec` declines by itself. */
const CALL: ScriptedCall = { tool: 'mcp__forms/show_form', args: {} };
const RAN = /action\W+decline/;
const DEED: ScriptedCall = { tool: 'exec_command', args: { cmd: 'echo made' } };

interface Hooks {
  /** How long the hook waits. */
  readonly wait?: string;
  /** Before every call as well, as docs/init.md shows. */
  readonly everyCall?: boolean;
}

/** Settings by `askonce init codex`, beside those that the person has. Codex is started so that it trusts the hook. */
function byInit(setUp: Client['setUp'], { wait = '60s', everyCall = false }: Hooks): Client['setUp'] {
  return async (place) => {
    const { args, env } = await setUp(place);
    const config = join(env.CODEX_HOME!, 'config.toml');
    const own = `${readFileSync(config, 'utf8').split('[mcp_servers.askonce]')[0]!}# mine\n${formServer()}`;
    place.write(config, own);
    const init = (...flags: string[]) =>
      place.run(process.execPath, [ASKONCE, 'init', 'codex', '--yes', ...flags], env, { everything: true });
    const { code, output } = await init('--wait', wait);
    assert.equal(code, 0, output);
    assert.ok(readFileSync(config, 'utf8').startsWith(own), 'the settings of the person were changed');
    if (everyCall) addEveryCall(place, join(env.CODEX_HOME!, 'hooks.json'));
    place.atEnd(async () => {
      if (everyCall) return;
      await init('--undo');
      assert.equal(readFileSync(config, 'utf8'), own, 'the settings are not as they were');
      assert.ok(!existsSync(join(env.CODEX_HOME!, 'hooks.json')), 'the hook is still there');
    });
    return { args: [args[0]!, '--dangerously-bypass-hook-trust', ...args.slice(1)], env };
  };
}

function formServer(): string {
  const [command, file] = [process.execPath, FORM_SERVER].map((text) => JSON.stringify(text));
  return `[mcp_servers.forms]\ncommand = ${command}\nargs = [${file}]\nrequired = true\n`;
}

function addEveryCall(place: Workplace, file: string): void {
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  settings.hooks.PreToolUse = settings.hooks.PermissionRequest;
  place.write(file, settings);
}

function hookCase(column: Column, tried: string, run: (turn: Turn) => Promise<string>): Case {
  return {
    ...{ way: CODEX_HOOKS, column, tried },
    run: (trial: Trial) =>
      run((script, { hooks = {}, ...around } = {}) =>
        trial.turn(() => script, { ...around, setUp: byInit(trial.client.setUp, hooks) }),
      ),
  };
}

type Turn = (script: readonly ScriptedCall[], around?: Around & { readonly hooks?: Hooks }) => Promise<Seen>;

const allow = (id: string, askonce: AskOnce) =>
  askonce.approvals.decide(id, { decision: 'allow', by: 'ada', surface: 'page' });
const deny = (id: string, askonce: AskOnce) =>
  askonce.approvals.decide(id, { decision: 'deny', message: 'Not today.', by: 'ada', surface: 'page' });

const asked = ({ events }: Seen) => events.filter(({ type }) => type === 'clarification.requested').length;

export const CODEX_HOOK_CASES: readonly Case[] = [
  hookCase('approvals', 'Codex asks for permission, allowed in the inbox', async (turn) => {
    const seen = await turn([CALL], { onQuestion: allow });
    assert.match(seen.results[0]!, RAN, seen.ran.output);
    assert.equal(asked(seen), 1);
    return 'the tool runs, and --undo leaves config.toml as it was, byte for byte';
  }),
  hookCase('approvals', 'Codex asks for permission, denied in the inbox with words', async (turn) => {
    const { results } = await turn([CALL], { onQuestion: deny });
    assert.match(results[0]!, /The person denied this call: Not today\./);
    return 'it does not run, and the agent gets the words';
  }),
  hookCase('approvals', 'Codex asks for permission, and no person is there', async (turn) => {
    const { results, pending } = await turn([CALL], { hooks: { wait: '1s' } });
    assert.match(results[0]!, /requires approval/);
    assert.deepEqual(pending, []);
    return 'Codex goes on as without a hook: it refuses in `codex exec`; the approval is withdrawn';
  }),
  hookCase('approvals', 'before every call (PreToolUse), allowed and denied', async (turn) => {
    const hooks = { everyCall: true };
    const allowed = await turn([DEED], { onQuestion: allow, hooks });
    assert.match(allowed.results[0]!, /made/, allowed.ran.output);
    const denied = await turn([DEED], { onQuestion: deny, hooks });
    assert.match(denied.results[0]!, /blocked by PreToolUse hook: The person denied this call: Not today\./);
    const late = await turn([DEED], { hooks: { ...hooks, wait: '1s' } });
    assert.match(late.results[0]!, /blocked by PreToolUse hook: No one approved this call in time/);
    return 'runs only with a yes; denied and unanswered, it is blocked';
  }),
  hookCase('scopes', 'allowed for the session, and called again', async (turn) => {
    const forSession = (id: string, askonce: AskOnce) =>
      askonce.approvals.decide(id, { decision: 'allow', scope: 'session', by: 'ada' });
    const seen = await turn([CALL, CALL], { onQuestion: forSession });
    assert.match(seen.results[1]!, RAN);
    assert.equal(asked(seen), 1);
    return 'the rule decides the second call; the person is asked once';
  }),
  hookCase('agent killed', 'Codex is killed while its permission waits', async (turn) => {
    const seen = await turn([CALL], { killed: true });
    assert.deepEqual(seen.results, []);
    assert.equal(seen.pending.length, 1, 'the approval is in the inbox');
    return 'nothing runs, and the approval stays in the inbox';
  }),
  hookCase('AskOnce killed', 'AskOnce is killed while a permission waits', async (turn) => {
    const { results, pending } = await turn([CALL], { askonceKilled: true });
    assert.match(results[0]!, /requires approval/);
    assert.equal(pending.length, 1, 'the approval is in the inbox');
    return 'Codex refuses the call by itself in `codex exec`; the approval stays in the inbox';
  }),
];
