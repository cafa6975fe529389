/** The hook of Codex: a yes is a person's, everything else denies. Codex itself reads only allow and deny. */
import { describe, expect, it } from 'vitest';
import { codexHook } from '../../src/adapters/codex/hook.ts';
import { libraryAsking } from '../../src/adapters/library-asking.ts';
import type { AskOnce, Clarification } from '../../src/index.ts';
import { setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';

const EVENT = {
  ...{ session_id: '01a1-abc', turn_id: 't-1', cwd: '/p', permission_mode: 'default' },
  ...{ hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'touch made' } },
};
const PRE = { ...EVENT, hook_event_name: 'PreToolUse', tool_use_id: 'call_1' };

const hooked = (askonce: AskOnce, payload: unknown, more: object = {}) =>
  codexHook(payload, {
    asking: libraryAsking(async () => askonce),
    ...{ job: null, waitMs: 60_000, answersItself: false, signal: new AbortController().signal },
    ...more,
  });

/** Decides the first call that waits. */
function deciding(askonce: AskOnce, decide: (waiting: Clarification) => Promise<unknown>): void {
  askonce.events.on('clarification.requested', ({ clarification }) => {
    void askonce.questions.get(clarification!).then((waiting) => decide(waiting!));
  });
}

const bench = () => setUp(sqlite);
const pendingIn = async (askonce: AskOnce) => (await askonce.questions.list({ status: 'pending' })).items;

describe('a hook of Codex', () => {
  it('allows what a person allows: in words for a permission, by silence before a call', async () => {
    const { askonce } = await bench();
    deciding(askonce, async ({ id, session, approval }) => {
      expect({ session, editable: approval!.editable }).toEqual({ session: 'codex-01a1-abc', editable: false });
      await askonce.approvals.decide(id, { decision: 'allow', by: 'Ada' });
    });
    const decision = { behavior: 'allow' };
    expect(await hooked(askonce, EVENT)).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
    });
    expect(await hooked(askonce, PRE)).toBeNull();
  });

  it('denies in the person’s words', async () => {
    const { askonce } = await bench();
    deciding(askonce, ({ id }) => askonce.approvals.decide(id, { decision: 'deny', message: 'Not today.' }));
    const said = 'The person denied this call: Not today.';
    expect(await hooked(askonce, EVENT)).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny', message: said } },
    });
    expect(await hooked(askonce, PRE)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: said },
    });
  });

  it('that nobody answers leaves a permission to Codex’s own dialog, denies a call, and leaves nothing behind', async () => {
    const { askonce } = await bench();
    expect(await hooked(askonce, EVENT, { waitMs: 0 })).toBeNull();
    expect(await hooked(askonce, PRE, { waitMs: 0 })).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
    expect(await pendingIn(askonce)).toEqual([]);
  });

  it('that is aborted decides nothing, and leaves nothing behind', async () => {
    const { askonce } = await bench();
    const end = new AbortController();
    deciding(askonce, async () => end.abort());
    expect(await hooked(askonce, EVENT, { signal: end.signal })).toBeNull();
    await expect.poll(() => pendingIn(askonce)).toEqual([]);
  });

  it('denies what it cannot read, and what fails', async () => {
    const { askonce } = await bench();
    expect(await hooked(askonce, { ...EVENT, tool_input: 'rm' })).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny' } },
    });
    await expect(hooked(askonce, { tool_name: 'Bash' })).rejects.toThrow('not the input of a hook');
    const broken = { asking: libraryAsking(() => Promise.reject(new Error('The store is gone.'))) };
    expect(await hooked(askonce, PRE, broken)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    expect(await hooked(askonce, EVENT, broken)).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny' } },
    });
  });

  it('leaves a permission to the app server where AskOnce answers that, but not a call', async () => {
    const { askonce } = await bench();
    expect(await hooked(askonce, EVENT, { answersItself: true })).toBeNull();
    expect(await hooked(askonce, PRE, { answersItself: true, waitMs: 0 })).not.toBeNull();
  });

  it('does not ask about AskOnce’s own tools', async () => {
    const { askonce } = await bench();
    const own = { tool_name: 'mcp__askonce__ask_user', tool_input: {} };
    expect(await hooked(askonce, { ...EVENT, ...own })).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'allow' } },
    });
    expect(await hooked(askonce, { ...PRE, ...own })).toBeNull();
  });
});
