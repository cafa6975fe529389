/**
 * Ids of sessions and jobs belong to a project: `checkout` in two projects is two sessions. A store numbers its projects from 0, and keeps
 * an id of project 0 as it is, so that the ids of a store with one project are as short as their names. An id of another project ends with
 * a space and the number of its project. No name contains a space, so both can be told apart without a lookup.
 *
 * Within AskOnce, the ids of the current project are plain names, and only those of other projects carry a number, 0 included. The two
 * functions below translate; each undoes the other.
 */

/** Returns the id as the store keeps it, for an id that project `own` uses. */
export function storedId(id: string, own: number): string {
  const { name, number } = parts(id);
  return join(name, number ?? String(own), '0');
}

/** Returns the id as project `own` uses it, for an id from the store. */
export function localId(id: string, own: number): string {
  const { name, number } = parts(id);
  return join(name, number ?? '0', String(own));
}

/** Returns the name that the caller gave, for an id of any project. */
export function nameOf(id: string): string {
  return parts(id).name;
}

function parts(id: string): { name: string; number: string | null } {
  const at = id.lastIndexOf(' ');
  return at === -1 ? { name: id, number: null } : { name: id.slice(0, at), number: id.slice(at + 1) };
}

function join(name: string, number: string, omitted: string): string {
  return number === omitted ? name : `${name} ${number}`;
}

/** Returns a record of the audit trail, a question or an assumption with the plain names of its session and job. */
export function withNames<Row extends { readonly session: string | null; readonly job: string | null }>(row: Row): Row {
  const { session, job } = row;
  if (!session?.includes(' ') && !job?.includes(' ')) return row;
  return { ...row, session: session === null ? null : nameOf(session), job: job === null ? null : nameOf(job) };
}
