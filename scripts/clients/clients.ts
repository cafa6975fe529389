/** The clients that `npm run clients` runs. */
import { CASES, type Case } from './cases.ts';
import { claudeCode } from './claude-code.ts';
import type { Client } from './client.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

export const CLIENTS: readonly Client[] = [claudeCode, codex, gemini, opencode];

/** All cases of a client: those of every client, and its own. */
export function casesOf({ cases = [] }: Client): readonly Case[] {
  return [...CASES, ...cases];
}
