/** Looks up what a project's people have answered and usually answer, for callers that want to know before they ask. */

import { memories, type Recalled, recall } from '../core/ask/recall.ts';
import type { ClarificationRecord } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import type { Store } from '../ports.ts';
import { limitOf, omitNullish } from '../util/arguments.ts';

export interface RecallOptions {
  /** The maximum number of entries; ten by default. */
  limit?: number;
}

/** How many answers of this project are read, and how many pages of all projects' answers are searched for them. */
const MAX_READ = 1_000;
const MAX_PAGES = 10;

export async function recallIn(engine: Engine, about: string, options: RecallOptions): Promise<readonly Recalled[]> {
  const limit = limitOf(omitNullish(options, 'options').limit, 10, 100);
  const { project, store } = engine;
  const preferences = await store.preferences(project, { limit: MAX_READ });
  const answers = await newestOf(project, store);
  return recall(about, memories(preferences.items, answers, project), limit);
}

async function newestOf(project: string, store: Store): Promise<readonly ClarificationRecord[]> {
  const found: ClarificationRecord[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES && found.length < MAX_READ; page += 1) {
    const { items, next } = await store.list({
      ...{ status: ['answered'], newest: true, limit: MAX_READ },
      ...(after === undefined ? {} : { after }),
    });
    found.push(...items.filter((one) => one.project === project));
    if (next === null) break;
    after = next;
  }
  return found;
}
