/**
 * What the adapters use of frameworks that the project does not install, so that it compiles without them. `npm run test:frameworks` compiles
 * the same adapters against the real types.
 */

declare module '@langchain/core/messages' {
  export class ToolMessage {
    constructor(fields: { content: string; tool_call_id: string; name: string; status: 'error' });
  }
}

declare module '@langchain/core/tools' {
  export interface StructuredToolInterface {
    readonly name: string;
  }
  export function tool(
    run: (input: never, config: never) => Promise<string>,
    fields: { name: string; description: string; schema: object },
  ): unknown;
}

declare module '@langchain/langgraph' {
  export class Command {
    constructor(fields: { resume: unknown });
  }
  export function getConfig(): object;
  export function interrupt(value: unknown): unknown;
}

declare module 'langchain' {
  export interface AgentMiddleware {
    readonly name: string;
  }
}

declare module '@openai/agents' {
  export interface Agent {
    readonly name: string;
  }
  export interface FunctionTool {
    readonly name: string;
  }
  export interface RunToolApprovalItem {
    readonly rawItem: object;
    readonly name: string | undefined;
    readonly arguments: string | undefined;
  }
  export class RunState<_Context, _Agent> {
    static fromString<Context, Of>(agent: Of, text: string): Promise<RunState<Context, Of>>;
    getInterruptions(): RunToolApprovalItem[];
    approve(item: RunToolApprovalItem): void;
    reject(item: RunToolApprovalItem, options: { message: string }): void;
    toString(): string;
  }
  export function run(
    agent: Agent,
    input: string | RunState<undefined, Agent>,
    options: { signal: AbortSignal },
  ): Promise<{
    readonly interruptions: readonly RunToolApprovalItem[];
    readonly state: RunState<undefined, Agent>;
    readonly finalOutput?: unknown;
  }>;
  export function tool(fields: object): unknown;
}

declare module '@restatedev/restate-sdk' {
  export function service<H>(definition: {
    name: string;
    handlers: H;
    options?: {
      inactivityTimeout?: number;
      abortTimeout?: number;
      idempotencyRetention?: number;
      retryPolicy?: { initialInterval?: number; maxInterval?: number; maxAttempts?: number; onMaxAttempts?: 'kill' };
    };
  }): unknown;
  export function createEndpointHandler(options: {
    services: unknown[];
    logger?: () => void;
  }): import('node:http').RequestListener;
  export class TerminalError extends Error {
    constructor(message: string, options?: { errorCode?: number });
  }
  export class TimeoutError extends TerminalError {}
  export class CancelledError extends TerminalError {}
  export interface Context {
    request(): { id: string };
    run<T>(name: string, action: () => Promise<T>): Promise<T>;
    sleep(ms: number): Promise<void>;
    awakeable<T>(): { id: string; promise: Promise<T> & { orTimeout(ms: number): Promise<T> } };
  }
}

declare module '@mastra/core/tools' {
  export interface Tool<Input = unknown, Output = unknown> {
    id: string;
    execute?: (input: Input, context: never) => Promise<Output>;
  }
  export function createTool(options: never): Tool;
}

declare module '@mastra/core/workflows' {
  export interface Step<Id extends string = string, _State = unknown, Input = unknown, Output = unknown> {
    id: Id;
    execute(params: { inputData: Input }): Promise<Output>;
  }
  export function createStep(options: never): Step;
}

declare module '@anthropic-ai/claude-agent-sdk' {
  export type CanUseTool = (
    toolName: string,
    input: Record<string, unknown>,
    options: {
      signal: AbortSignal;
      suggestions?: unknown[];
      decisionReason?: string;
      title?: string;
      defaultToNo?: boolean;
      suppressAlwaysAllowRule?: boolean;
      toolUseID: string;
    },
  ) => Promise<
    { behavior: 'allow'; updatedInput?: Record<string, unknown> } | { behavior: 'deny'; message: string } | null
  >;
  export type OnElicitation = (
    request: { serverName: string; message: string; mode?: 'form' | 'url'; requestedSchema?: Record<string, unknown> },
    options: { signal: AbortSignal },
  ) => Promise<{ action: 'accept' | 'decline' | 'cancel'; content?: never } | null>;
  export interface McpSdkServerConfigWithInstance {
    type: 'sdk';
    name: string;
  }
  export function tool(
    name: string,
    description: string,
    shape: object,
    handler: (input: never, extra: unknown) => Promise<{ content: { type: 'text'; text: string }[] }>,
  ): object;
  export function createSdkMcpServer(options: {
    name: string;
    alwaysLoad?: boolean;
    tools?: object[];
  }): McpSdkServerConfigWithInstance;
}

declare module '@dbos-inc/dbos-sdk' {
  export const DBOS: {
    readonly workflowID: string | undefined;
    randomUUID(): Promise<string>;
    runStep<T>(action: () => Promise<T>, config: object): Promise<T>;
    getWorkflowStatus(id: string): Promise<{ status: string } | null>;
    recv(topic: string, options: { timeoutSeconds: number }): Promise<unknown>;
    send(workflow: string, message: string, topic: string, idempotencyKey: string): Promise<void>;
  };
  export namespace Error {
    class DBOSWorkflowCancelledError extends globalThis.Error {}
    class DBOSWorkflowConflictError extends globalThis.Error {}
    class DBOSNonExistentWorkflowError extends globalThis.Error {}
  }
}

declare module 'workflow' {
  export class FatalError extends Error {}
  export function sleep(duration: string): Promise<void>;
  export function getWorkflowMetadata(): { workflowRunId: string };
  export function createHook<T>(): AsyncIterable<T> & {
    token: string;
    getConflict(): Promise<unknown>;
    dispose(): void;
  };
}

declare module 'workflow/api' {
  export function resumeHook(token: string, payload: unknown): Promise<unknown>;
}
