/** The approvals that Codex asks for, as AskOnce asks about them, and the decisions as Codex takes them. Codex takes no edited input. Pure. */
import type { Approval, CallInput } from '../../library/approve.ts';
import { shellWords } from '../../util/shell.ts';
import { isObject, type Json } from '../claude-code/payload.ts';

/** A request of the app server, with the item of the thread that it is about. */
export interface CodexRequest {
  readonly method: string;
  readonly params: Json;
  readonly item: Json | null;
}

/** A call to approve, and the result for Codex that each decision makes. */
export interface CodexCall {
  readonly call: CallInput;
  readonly accept: Json;
  /** Where Codex itself can remember the decision for the session. */
  readonly acceptForSession: Json | null;
  readonly decline: Json;
}

/** The call of a request; null if it is no approval, or one that cannot be shown whole. */
export function callIn({ method, params, item }: CodexRequest): CodexCall | null {
  switch (method) {
    case 'item/commandExecution/requestApproval':
      return commandIn(params);
    case 'item/fileChange/requestApproval':
      return changeIn(params, item);
    case 'item/permissions/requestApproval':
      return permissionsIn(params);
    case 'mcpServer/elicitation/request':
      return toolIn(params, item);
    default:
      return null;
  }
}

/** What Codex gets for a request that cannot be put to a person; null if it is not an approval. */
export function declined(method: string): Json | null {
  if (/^item\/(?:commandExecution|fileChange)\/requestApproval$/.test(method)) return { decision: 'decline' };
  return method === 'item/permissions/requestApproval' ? NOTHING_GRANTED : null;
}

function commandIn(params: Json): CodexCall | null {
  const { command, cwd, kind, networkApprovalContext: network, availableDecisions: available } = params;
  const base = { ...saying(params), accept: { decision: 'accept' }, decline: { decision: 'decline' } };
  const offered = Array.isArray(available) && available.includes('acceptForSession');
  const acceptForSession = offered ? { decision: 'acceptForSession' } : null;
  const where = typeof cwd === 'string' ? { cwd } : {};
  if (isObject(network)) {
    const { host, protocol } = network;
    return made({ tool: 'network_access', input: { host, protocol } }, { ...base, acceptForSession });
  }
  if (typeof command !== 'string' || command === '') return null;
  // Text for a terminal that is already open is no command of its own.
  if (kind !== undefined && kind !== 'command')
    return made({ tool: String(kind), input: { text: command, ...where } }, { ...base, acceptForSession });
  return made({ tool: 'Bash', input: { command: scriptOf(command), ...where } }, { ...base, acceptForSession });
}

/** Codex hands every command line to a shell. Only if that is certain, the line itself is shown, and rules can read it. */
export function scriptOf(command: string): string {
  const words = shellWords(command) ?? [];
  const [shell, option, script] = words;
  const isShell = words.length === 3 && /^(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh$/.test(shell!);
  return isShell && (option === '-c' || option === '-lc') ? script! : command;
}

function changeIn(params: Json, item: Json | null): CodexCall | null {
  const patch = patchOf(item?.changes);
  if (patch === null) return null;
  const { grantRoot } = params;
  const input = { patch, ...(typeof grantRoot === 'string' ? { grantRoot } : {}) };
  const decisions = { accept: { decision: 'accept' }, acceptForSession: null, decline: { decision: 'decline' } };
  return made({ tool: 'apply_patch', input }, { ...saying(params), ...decisions });
}

/** The changes of files in the form that Codex's agents write them in. Null if they cannot be shown without doubt. */
export function patchOf(changes: unknown): string | null {
  if (!Array.isArray(changes) || changes.length === 0) return null;
  const parts = changes.map((change: unknown) => (isObject(change) ? partOf(change) : null));
  return parts.includes(null) ? null : ['*** Begin Patch', ...parts, '*** End Patch'].join('\n');
}

function partOf({ path, kind, diff }: Json): string | null {
  if (!isObject(kind) || typeof path !== 'string' || typeof diff !== 'string' || /\p{Cc}/u.test(path)) return null;
  const lines = diff.replace(/\n$/, '').split('\n');
  switch (kind.type) {
    case 'add':
      return [`*** Add File: ${path}`, ...lines.map((line) => `+${line}`)].join('\n');
    case 'delete':
      return [`*** Delete File: ${path}`, ...lines.map((line) => `-${line}`)].join('\n');
    case 'update': {
      const { move_path: to } = kind;
      if (typeof to === 'string' && /\p{Cc}/u.test(to)) return null;
      return [`*** Update File: ${path}`, ...(typeof to === 'string' ? [`*** Move to: ${to}`] : []), ...lines].join(
        '\n',
      );
    }
    default:
      return null;
  }
}

const NOTHING_GRANTED = { permissions: {}, scope: 'turn' };

function permissionsIn(params: Json): CodexCall | null {
  const { permissions, cwd } = params;
  if (!isObject(permissions)) return null;
  const granted = Object.fromEntries(Object.entries(permissions).filter(([, value]) => value !== null));
  const call = { tool: 'request_permissions', input: { ...granted, ...(typeof cwd === 'string' ? { cwd } : {}) } };
  return made(call, {
    ...saying(params),
    accept: { permissions: granted, scope: 'turn' },
    acceptForSession: { permissions: granted, scope: 'session' },
    decline: NOTHING_GRANTED,
  });
}

/** Codex asks by a form without fields whether a tool of an MCP server may run. */
function toolIn(params: Json, item: Json | null): CodexCall | null {
  const { _meta: meta, serverName } = params;
  if (!isObject(meta) || meta.codex_approval_kind !== 'mcp_tool_call') return null;
  const given = isObject(meta.tool_params) ? meta.tool_params : {};
  // The request does not name the tool, so the call that has begun does. It must be the same call.
  if (item === null || item.server !== serverName || !isDeepEqual(item.arguments ?? {}, given)) return null;
  const name = `mcp__${String(serverName)}__${String(item.tool)}`;
  const reply = (action: string, more: Json = {}) => ({ action, content: null, _meta: null, ...more });
  return made(
    { tool: name, input: { ...given } },
    {
      ...saying({ reason: params.message }),
      accept: reply('accept', { content: {} }),
      // Codex would remember the tool, with any input; the person saw a rule for this input.
      acceptForSession: null,
      decline: reply('decline'),
    },
  );
}

const isDeepEqual = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

interface Made extends Omit<CodexCall, 'call'> {
  readonly reason?: string;
}

function made(call: CallInput, { reason, ...decisions }: Made): CodexCall {
  return { call: { ...call, ...(reason === undefined ? {} : { reason }), editable: false }, ...decisions };
}

const saying = ({ reason }: Json): { reason?: string } =>
  typeof reason === 'string' && reason.trim() !== '' ? { reason } : {};

/** The result for Codex. Only `allow` accepts. */
export function resultFor({ accept, acceptForSession, decline }: CodexCall, approval: Approval): Json {
  if (approval.decision !== 'allow') return decline;
  // What a rule of AskOnce decides is asked each time, so that revoking the rule takes effect at once.
  const isForSession = approval.source === 'user' && approval.scope !== 'once';
  return isForSession && acceptForSession !== null ? acceptForSession : accept;
}
