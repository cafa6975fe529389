/**
 * What the adapters use of frameworks that the project does not install, so that it compiles without them. `npm run test:frameworks` compiles
 * the same adapters against the real types.
 */

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
    run<T>(name: string, action: () => Promise<T>): Promise<T>;
    sleep(ms: number): Promise<void>;
    awakeable<T>(): { id: string; promise: Promise<T> & { orTimeout(ms: number): Promise<T> } };
  }
}
