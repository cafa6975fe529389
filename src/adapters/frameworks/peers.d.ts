/**
 * What the adapters use of frameworks that the project does not install, so that it compiles without them. `npm run test:frameworks` compiles
 * the same adapters against the real types.
 */

declare module '@restatedev/restate-sdk' {
  export class TerminalError extends Error {
    constructor(message: string, options?: { errorCode?: number });
  }
  export class TimeoutError extends TerminalError {}
  export class CancelledError extends TerminalError {}
  export interface Context {
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
