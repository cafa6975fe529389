/** What the samples of the pages take for granted: AskOnce, and what is the reader's own. A sample that declares a name has its own. */
declare const askonce: import('askonce').AskOnce;
declare const session: string;
declare const thread_id: string;
declare const lastSeq: number;
declare const ctx: import('@restatedev/restate-sdk').Context;
declare const client: import('@temporalio/client').Client;
declare const condition: typeof import('@temporalio/workflow').condition;
declare let woken: boolean;
declare function publish(version?: string): Promise<void>;
declare function save(what: number | string): Promise<void>;
declare function load(): Promise<string>;
declare function deliver(runId: string, output: unknown): void;

// Of the reader's own framework.
declare const messages: import('ai').ModelMessage[];
declare const result: { responseMessages: import('ai').ModelMessage[] };
declare const chat: import('@ai-sdk/react').UseChatHelpers<import('ai').UIMessage>;
declare const part: { approval: { id: string } };
declare const approved: boolean;
declare const id: string;
declare const run: string;
declare const apiUrl: string;
declare const instructions: string;
// biome-ignore-start lint/suspicious/noExplicitAny: whatever the reader has.
declare const model: any;
declare const agent: any;
declare const deploy: any;
declare const checkpointer: any;
declare const storage: any;
declare const input: any;
declare const mine: any;
declare const io: any;
declare const build: any;
declare const write: any;
// biome-ignore-end lint/suspicious/noExplicitAny: whatever the reader has.
