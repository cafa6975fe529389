/** The public names of `askonce/client`. */
export { type AskCallOptions, AskOnceClient, type IdempotentOptions } from './client.ts';
export { AskOnceClientError, type Problem } from './error.ts';
export type { EventsOptions } from './event-stream.ts';
export { OPERATIONS, type Operation } from './operations.ts';
export type { CallOptions, ClientOptions } from './transport.ts';
export type * from './types.ts';
