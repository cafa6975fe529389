/** Where the paths of a call lead, read from the disk before the rules are applied to it. */
import { homedir } from 'node:os';
import { canonicalJson } from '../core/approvals/canonical-json.ts';
import type { CallPlace } from '../core/approvals/match.ts';
import { pathsOf } from '../core/approvals/paths.ts';
import { type Call, toolCall } from '../core/model/call.ts';
import type { Guarded } from '../ports.ts';
import { invalidArgument } from '../util/arguments.ts';
import { realPath } from './project-files.ts';

export function placeOf(call: Pick<Call, 'tool' | 'input'>, folder: string, guarded: Guarded): CallPlace {
  const where = { folder: realPath(folder), home: homedir() };
  const real = new Map(pathsOf(toolCall(call), where).map((path) => [path, realPath(path)]));
  return { ...where, real, guarded: guarded.paths.map((path) => realPath(path)), ports: guarded.ports };
}

/** Returns the input of a call as canonical JSON; throws what JSON cannot hold. */
export function checkInput(input: unknown, what: string): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw invalidArgument(what, 'a JSON object');
  const text = canonicalJson(input, what);
  if (typeof text !== 'string') throw text;
  return text;
}
