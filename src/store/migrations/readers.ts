/**
 * Which releases may use a store. A schema has a version, the number of its steps, and `min_reader`: the lowest number of steps that
 * a release must know to work in it. A step that only adds leaves `min_reader` alone, so that older and newer releases share the store; a
 * step that older code would break, or be broken by, raises it to its own number in its SQL. A process checks it when it opens the store
 * and with every write, since a newer release may migrate the store meanwhile: on PostgreSQL by a trigger, on SQLite at the start of each
 * transaction.
 */
import { AskOnceError } from '../../core/model/errors.ts';

export interface SchemaState {
  readonly version: number;
  /** Null in a store from before there was one. Only a newer release can have raised its version then. */
  readonly minReader: number | null;
}

/** Throws where a release that knows `known` steps may not work in the store. */
export function mustBeReadable({ version, minReader }: SchemaState, known: number, shown: string): void {
  const needed = minReader ?? version;
  if (version <= known || needed <= known) return;
  throw new AskOnceError(
    'store_newer',
    `The store ${shown} has schema ${version}, which needs a version of AskOnce that supports schema ${needed}; this one supports ${known}. Upgrade AskOnce.`,
    { schema: version, needed, known },
  );
}

/** Throws where a copy would leave out what a newer release keeps in the store, even if this one may work in it. */
export function mustBeKnownWhole(state: SchemaState, known: number, shown: string): void {
  mustBeReadable(state, known, shown);
  if (state.version <= known) return;
  throw new AskOnceError(
    'store_newer',
    `The store ${shown} has schema ${state.version}; this version of AskOnce supports ${known} and would lose newer data. Copy it with a newer version.`,
    { schema: state.version, known },
  );
}
