/** Looks up what a project's people have answered and usually answer, for whoever wants to know before asking. */
import { given, limitOf } from './arguments.ts';
import { memories, type Recalled, recall } from './core/recall.ts';
import type { Engine } from './engine.ts';

export interface RecallOptions {
  /** How many at most; ten by default. */
  limit?: number;
}

/** How far back answers are looked at. */
const MOST_READ = 1_000;

export async function recallIn(engine: Engine, about: string, options: RecallOptions): Promise<readonly Recalled[]> {
  const limit = limitOf(given(options, 'options').limit, 10, 100);
  const { store, files } = engine;
  const [preferences, answers] = await Promise.all([
    store.preferences(files.root, { limit: MOST_READ }),
    store.list({ status: ['answered'], newest: true, limit: MOST_READ }),
  ]);
  return recall(about, memories(preferences.items, answers.items, files.root), limit);
}
