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

declare module '@dbos-inc/dbos-sdk' {
  export const DBOS: {
    readonly workflowID: string | undefined;
    randomUUID(): Promise<string>;
    runStep<T>(action: () => Promise<T>, config: object): Promise<T>;
    recv(topic: string, options: { timeoutSeconds: number }): Promise<unknown>;
    send(workflow: string, message: string, topic: string, idempotencyKey: string): Promise<void>;
  };
  export namespace Error {
    class DBOSWorkflowCancelledError extends globalThis.Error {}
    class DBOSNonExistentWorkflowError extends globalThis.Error {}
  }
}

declare module 'workflow' {
  export class FatalError extends Error {}
  export function sleep(duration: string): Promise<void>;
  export function createHook<T>(): AsyncIterable<T> & {
    token: string;
    getConflict(): Promise<unknown>;
    dispose(): void;
  };
}

declare module 'workflow/api' {
  export function resumeHook(token: string, payload: unknown): Promise<unknown>;
}
