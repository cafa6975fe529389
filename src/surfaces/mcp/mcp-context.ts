/** What the tools of a connection work with: the engine, where its people look, and how long a call may wait. */
import type { AskOnce } from '../../askonce.ts';
import type { Caller } from '../../core/access.ts';
import type { AskResult } from '../../core/model/question.ts';

export interface McpContext {
  readonly askonce: AskOnce;
  /** Where people answer, as an address to open. */
  readonly inbox: string;
  /** How people call askonce at a shell, as `npx askonce`. */
  readonly command: string;
  /** Whether that is surely a page of this store, so that a secret may be typed there. */
  readonly hasPage: boolean;
  /** How long a call waits that can say that it still waits. */
  readonly waitMs: number;
  /** Whether this client may ask its person itself, and what it brings back is taken as theirs. */
  readonly mayElicit: boolean;
  /** The program without a person that has started us, by what its environment says; null where it says nothing. */
  readonly headless: string | null;
  /** The conversation, where whoever set the server up says so. */
  readonly session: string | null;
  /** The conversation as the program calls it that started us; what a call says of itself comes first. */
  readonly host: string | null;
  /** The job that the client runs for, where it was started by one. */
  readonly job: string | null;
  /** What the tool that asks is called here. */
  readonly askTool: AskTool;
  /** Whose client it is, so that two people's conversations are two; null at one's own machine. */
  readonly principal: string | null;
  /** The same with its role, as the engine knows it. */
  readonly caller: Caller | null;
  /** The name beside answers that come through the client; left out, it is whoever opened AskOnce. */
  readonly by?: string | null;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
  /** Told when questions of a call begin to wait, and each time that one still does. */
  readonly parked?: (result: AskResult) => void;
  readonly log: (line: string) => void;
  /** The calls under way, so that a server that stops can let them end. */
  readonly calls: Set<Promise<unknown>>;
}

/**
 * `ask_user` is what clients and models know such a tool by. Gemini CLI has one of that name itself, and where it runs without a
 * person its policy denies all tools that are called so, those of MCP servers too; hence a second name.
 */
export const ASK_TOOLS = ['ask_user', 'ask_person'] as const;
export type AskTool = (typeof ASK_TOOLS)[number];

export const DEFAULT_WAIT = '10m';
