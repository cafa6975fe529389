/** An app with Workflow's local world, which takes up its runs again when it is started. Commands come in by lines, as JSON. */
import { createInterface } from 'node:readline';
import { AskOnceClient } from 'askonce/client';
import { workflowBridge } from 'askonce/workflow';
import { getRun, resumeHook, start } from 'workflow/api';
import { getWorld } from 'workflow/runtime';

const [bundles, cursor] = process.argv.slice(2);
const world = getWorld() as ReturnType<typeof getWorld> & {
  registerHandler(prefix: string, handler: unknown): void;
};
world.registerHandler('__wkf_workflow_', (await import(`${bundles}/workflows.mjs`)).POST);
world.registerHandler('__wkf_step_', (await import(`${bundles}/steps.mjs`)).POST);
await world.start?.();

const say = (said: object) => console.log(`said ${JSON.stringify(said)}`);
const settled = (error: unknown) => ({ error: String(error) });
const commands: Record<string, (...args: never[]) => Promise<unknown>> = {
  start: async (name: string, arg: string) =>
    (await start({ workflowId: `workflow//./${name}//${name}` } as never, [arg] as never)).runId,
  result: (runId: string) => getRun(runId).returnValue.catch(settled),
  resume: (token: string, payload: unknown) => resumeHook(token, payload).then(() => 'resumed', settled),
};
const askonce = new AskOnceClient({ url: process.env.ASKONCE_URL! });
if (cursor !== undefined) void workflowBridge(askonce, { after: Number(cursor) });
say({ id: 0, result: 'ready' });
for await (const line of createInterface(process.stdin)) {
  const [id, name, ...args] = JSON.parse(line) as [number, string, ...never[]];
  say({ id, result: (await commands[name]!(...args)) ?? null });
}
