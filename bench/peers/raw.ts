/** The raw programs of `npm run bench` with the fewest rows: the limit of the disk and of the server. Counted as described there. */
import { join } from 'node:path';
import { type RawFewest, rawFewestPostgres, rawFewestSqlite } from '../raw-fewest.ts';
import type { Peer, Place } from './peer.ts';

export const rawSqlite = async (place: Place) => asPeer(rawFewestSqlite(join(place.dir, 'raw.db')));
export const rawPostgres = async (place: Place) => asPeer(await rawFewestPostgres(place.url, 'raw'));

function asPeer(raw: RawFewest): Peer {
  return { park: raw.park, resume: raw.resume, loops: raw };
}
