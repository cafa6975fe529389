/** Hooks of Claude Code that send a request: the same code as the command, on a server. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hookRoutes } from '../../src/surfaces/http/routes/hooks.ts';
import { nextEvent } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';
import { serve } from './serving.ts';

const HOOK = 'POST /hooks/claude-code';
const NO_WAIT = `${HOOK}?wait=0s`;
const event = (more: object = {}) => ({
  ...{ hook_event_name: 'PermissionRequest', session_id: 'abc', tool_name: 'Bash' },
  ...{ tool_input: { command: 'npm test' }, ...more },
});
const serving = () => serve(sqlite, { http: { requireToken: false, routes: [hookRoutes] } });
const behaviour = (body: unknown) =>
  (body as { hookSpecificOutput?: { decision?: { behavior: string } } } | null)?.hookSpecificOutput?.decision?.behavior;

it('replies when a person has decided', async () => {
  const { send, askonce, root } = await serving();
  const requested = nextEvent(askonce, 'clarification.requested');
  const replied = send('nobody', HOOK, event({ cwd: root }));
  await askonce.approvals.decide((await requested).clarification!, { decision: 'allow' });
  const { status, body } = await replied;
  expect({ status, does: behaviour(body) }).toEqual({ status: 200, does: 'allow' });
});

it('denies without a decision, and leaves it to the dialog where a person sits at Claude Code', async () => {
  const { send, askonce } = await serving();
  expect(behaviour((await send('nobody', NO_WAIT, event())).body)).toBe('deny');
  const headers = { 'x-claude-code-entrypoint': 'cli' };
  expect((await send('nobody', NO_WAIT, event({ tool_input: { command: 'make' } }), { headers })).status).toBe(204);
  const { items } = await askonce.questions.list({ status: 'pending' });
  expect(items.map(({ question }) => question)).toEqual(['Allow Bash: npm test']);
});

it('keeps the approval when Claude Code is gone', async () => {
  const { url, askonce } = await serving();
  const gone = new AbortController();
  const requested = nextEvent(askonce, 'clarification.requested');
  const replied = fetch(`${url}/hooks/claude-code`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, signal: gone.signal },
    body: JSON.stringify(event()),
  });
  const { clarification } = await requested;
  gone.abort();
  await expect(replied).rejects.toThrow();
  expect(await askonce.questions.get(clarification!)).toMatchObject({ status: 'pending' });
});

it('says nothing to notices, and nothing where AskOnce runs Claude Code with hooks of its own', async () => {
  const { send, askonce } = await serving();
  const notice = { hook_event_name: 'Notification', session_id: 'abc', notification_type: 'idle_prompt', message: 'x' };
  expect((await send('nobody', HOOK, notice)).status).toBe(204);
  const headers = { 'x-askonce-own-hooks': '1' };
  expect((await send('nobody', HOOK, event(), { headers })).status).toBe(204);
  expect((await askonce.questions.list()).items).toEqual([]);
});

it('lets no rule of its project decide a call of another one', async () => {
  const other = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-other-')));
  onTestFinished(() => rmSync(other, { recursive: true }));
  const { send, askonce, root } = await serving();
  const requested = nextEvent(askonce, 'clarification.requested');
  const first = send('nobody', HOOK, event({ cwd: root }));
  await askonce.approvals.decide((await requested).clarification!, { decision: 'allow', scope: 'project' });
  await first;
  expect(behaviour((await send('nobody', NO_WAIT, event({ cwd: root }))).body)).toBe('allow');
  expect(behaviour((await send('nobody', NO_WAIT, event({ cwd: other }))).body)).toBe('deny');
});

it('takes a call with a large file in it, and denies in words what is too large', async () => {
  const { send } = await serving();
  const large = (size: number) =>
    event({ tool_input: { file_path: 'a', content: 'é'.repeat(size) }, tool_name: 'Write' });
  expect((await send('nobody', NO_WAIT, large(900_000))).body).toMatchObject({
    hookSpecificOutput: { decision: { message: expect.stringContaining('it waits as q-') } },
  });
  const { status, body } = await send('nobody', NO_WAIT, large(1_100_000));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    hookSpecificOutput: { decision: { behavior: 'deny', message: expect.stringContaining('at most') } },
  });
});
