/** A person has made a rule while other calls wait: those that it decides are settled, as they would be if they were asked now. */
import { type ClarificationRecord, folderOf } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import type { ListQuery } from '../ports.ts';
import { LIMITS } from '../util/arguments.ts';
import { machineName } from '../util/machine.ts';
import { placeOf } from './call-place.ts';

/**
 * Only calls of this project, whose configured rules this engine knows, and only those that were asked on this machine: a rule about files
 * would otherwise be checked on another disk with the same paths. The others keep waiting.
 */
export async function settleByRules(engine: Engine, made: ClarificationRecord): Promise<void> {
  const { project } = engine;
  if (made.project !== project) return;
  const session = made.decision?.scope === 'session' ? { session: made.session } : {};
  const query: ListQuery = { status: ['pending'], project, kind: 'approval', limit: LIMITS.page, ...session };
  try {
    for (let after: string | null | undefined; after !== null; ) {
      const { items, next } = await engine.store.list({ ...query, ...(after === undefined ? {} : { after }) });
      for (const one of items) await settle(engine, one);
      after = next;
    }
  } catch (error) {
    // The decision itself is stored.
    engine.warn(`calls that wait could not be decided by the new rule: ${String(error)}`);
  }
}

async function settle(engine: Engine, { id, call, destructive, ...one }: ClarificationRecord): Promise<void> {
  if (!call || destructive || call.machine !== machineName()) return;
  await engine.decideByRule(id, placeOf(call, folderOf(one), engine.guarded));
}
