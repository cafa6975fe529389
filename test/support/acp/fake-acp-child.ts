/**
 * An agent that speaks ACP, with a plan in place of a model: `plan.json` in its folder holds what it does, step by step. It keeps its
 * sessions in FAKE_ACP_HOME, and notes there its processes, what it was told, and its MCP servers. With FAKE_ACP_LOAD=no it cannot load a
 * session.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';
import type { Plan, Step } from './acp.ts';

interface Session {
  readonly prompts: string[];
  /** What its steps came to, in order. */
  readonly results: string[];
}

const { FAKE_ACP_HOME: home = '.', FAKE_ACP_LOAD: load = 'yes' } = process.env;
const plan: Plan = JSON.parse(readFileSync('plan.json', 'utf8'));
const note = (file: string, line: string) => appendFileSync(join(home, file), `${line}\n`);
const fileOf = (id: string) => join(home, `${id}.json`);
const sessionOf = (id: string): Session => JSON.parse(readFileSync(fileOf(id), 'utf8'));
const save = (id: string, session: Session) => writeFileSync(fileOf(id), JSON.stringify(session));

const USUAL: readonly acp.PermissionOptionKind[] = ['allow_once', 'allow_always', 'reject_once'];

let cancelled = false;
let calls = 0;

async function done(client: acp.AgentContext, sessionId: string, step: Step): Promise<string> {
  if ('form' in step) {
    const { message, properties } = step.form;
    const requestedSchema = { type: 'object', properties, required: Object.keys(properties) } as const;
    const reply = await client.request('elicitation/create', { sessionId, mode: 'form', message, requestedSchema });
    return reply.action === 'accept' ? JSON.stringify(reply.content) : reply.action;
  }
  // It counts its calls from the start in each process.
  calls += 1;
  const toolCall = { toolCallId: `call_${calls}`, title: step.run, kind: 'execute' as const };
  await client.notify('session/update', { sessionId, update: { sessionUpdate: 'tool_call', ...toolCall } });
  const rawInput = step.bare ? {} : { command: step.run };
  const { outcome }: acp.RequestPermissionResponse = await client.request('session/request_permission', {
    sessionId,
    toolCall: { ...toolCall, rawInput },
    options: (step.options ?? USUAL).map((kind) => ({
      ...{ optionId: `id of ${kind}`, name: kind, kind },
    })),
  });
  const chosen = outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome;
  if (chosen.startsWith('id of allow')) appendFileSync('deeds', `${step.run}\n`);
  return chosen;
}

async function prompted({ params, client }: acp.AgentRequestContext<acp.PromptRequest>): Promise<acp.PromptResponse> {
  const { sessionId, prompt } = params;
  const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
  note('told', JSON.stringify(text));
  const session = sessionOf(sessionId);
  session.prompts.push(text);
  save(sessionId, session);
  for (const step of plan.steps.slice(session.results.length)) {
    session.results.push(await done(client, sessionId, step));
    if (cancelled) return { stopReason: 'cancelled' };
    save(sessionId, session);
  }
  const content = { type: 'text' as const, text: plan.says ?? session.results.join(' | ') };
  await client.notify('session/update', { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } });
  return { stopReason: 'end_turn' };
}

note('pids', String(process.pid));
acp
  .agent({ name: 'fake' })
  .onRequest('initialize', () => ({
    protocolVersion: acp.PROTOCOL_VERSION,
    agentInfo: { name: 'fake', version: '1' },
    agentCapabilities: { loadSession: load === 'yes' },
  }))
  .onRequest('session/new', ({ params }) => {
    const sessionId = randomUUID();
    save(sessionId, { prompts: [], results: [] });
    writeFileSync(join(home, 'servers'), JSON.stringify(params.mcpServers));
    note('starts', 'new');
    return { sessionId };
  })
  .onRequest('session/load', async ({ params: { sessionId }, client }) => {
    note('starts', 'load');
    if (!existsSync(fileOf(sessionId))) throw acp.RequestError.resourceNotFound(sessionId);
    // The whole conversation is repeated, as the protocol has it.
    for (const text of sessionOf(sessionId).prompts) {
      const content = { type: 'text' as const, text };
      await client.notify('session/update', { sessionId, update: { sessionUpdate: 'user_message_chunk', content } });
    }
    const content = { type: 'text' as const, text: 'said before' };
    await client.notify('session/update', { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } });
    return {};
  })
  .onRequest('session/prompt', prompted)
  .onNotification('session/cancel', () => {
    cancelled = true;
    note('starts', 'cancelled');
  })
  .connect(
    acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );
