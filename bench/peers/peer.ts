/** One system that is measured. One file per system; each opens it in a process of its own. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Raw } from '../side-by-side.ts';

export const QUESTION = 'Which title should the release notes have?';

/** Every job is asked the same and answered something else, so that no answer can be reused. */
export const answerOf = (n: number) => `Notes ${n}`;

/** Where a process works. Plain data, since it is sent to the process. */
export interface Place {
  /** The folder of its files. */
  readonly dir: string;
  /** The folder that the packages are installed into. */
  readonly cache: string;
  /** The address of its server, if it needs one. */
  readonly url: string;
}

export interface Peer {
  /** A job asks and is parked. Durable when it resolves. Resolves with what is needed to answer. */
  park(n: number): string | Promise<string>;
  /** The question is answered, durably, and the job goes on. Resolves with the answer that the job got. */
  resume(n: number, id: string, answer: string): string | Promise<string>;
  /** Loops of its own, for a program that puts many cycles into one transaction. */
  readonly loops?: Raw;
}

/** A server beside the processes, started anew for each measurement. */
export interface Server {
  readonly url: string;
  /** Bytes. Absent if its memory is not counted. */
  memory?(): number;
  stop(): Promise<void>;
}

export interface Entry {
  /** For `--only`. */
  readonly key: string;
  /** The name in the table. */
  readonly name: string;
  /** The packages whose versions are printed. */
  readonly packages?: readonly string[];
  readonly open: (place: Place) => Promise<Peer>;
  readonly server?: (dir: string, cache: string) => Promise<Server>;
}

/** Loads a package from the cache. The caller says which part of it is used. */
export async function load<T>(place: Pick<Place, 'cache'>, name: string): Promise<T> {
  const loader = (await import(pathToFileURL(join(place.cache, 'load.mjs')).href)) as {
    load(name: string): Promise<unknown>;
  };
  return (await loader.load(name)) as T;
}
