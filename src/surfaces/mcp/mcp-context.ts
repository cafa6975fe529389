/** What the tools of a connection use: the engine, the address of the inbox, and how long a call may wait. */

import type { Caller } from '../../core/access.ts';
import type { Service } from '../service/service.ts';
import type { ShownForm } from './signed.ts';

export interface McpContext {
  readonly askonce: Service;
  /** The URL where people answer. */
  readonly inbox: string;
  /** How people call askonce in a shell, such as `npx askonce`. */
  readonly command: string;
  /** Whether `inbox` is certainly a page of this store, so that a secret may be typed there. */
  readonly hasPage: boolean;
  /** How long a call waits if it can report progress. */
  readonly waitMs: number;
  /** How long the tool `approve` waits. Without this the tool is not offered: only a client that is told to calls it. */
  readonly approveWaitMs?: number;
  /** Whether this client may ask its person directly, with its replies trusted as theirs. */
  readonly mayElicit: boolean;
  /** The headless program that started this process, according to the environment; null if unknown. */
  readonly headless: string | null;
  /** The session set by configuration; null if none. */
  readonly session: string | null;
  /** The conversation id of the program that started this process; an id in the call takes precedence. */
  readonly host: string | null;
  /** The job that started the client; null if none. */
  readonly job: string | null;
  /** The name of the ask tool on this connection. */
  readonly askTool: AskTool;
  /** The owner of the client, so that conversations of two people stay separate; null on the local machine. */
  readonly principal: string | null;
  /** The same with its role, as the engine identifies callers. */
  readonly caller: Caller | null;
  /** The name recorded with answers from the client; by default the user who opened AskOnce. */
  readonly by?: string | null;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
  /** Called when questions of a call begin to wait, and each time that one still does. */
  readonly parked?: (ids: readonly string[]) => void;
  /** Signs a form, if its reply may reach another server. */
  readonly signForm?: (form: ShownForm) => Promise<string>;
  readonly log: (line: string) => void;
  /** The request belongs to no connection: nothing tells its client from another one of the same name. */
  readonly isAlone?: boolean;
  /** The calls under way, so that a stopping server can await them. */
  readonly calls: Set<Promise<unknown>>;
}

/**
 * `ask_user` is the name that clients and models know. Gemini CLI has a tool of that name itself, and without a person its policy denies
 * all tools with that name, including those of MCP servers; hence the second name.
 */
export const ASK_TOOLS = ['ask_user', 'ask_person'] as const;
export type AskTool = (typeof ASK_TOOLS)[number];

export const DEFAULT_WAIT = '10m';
