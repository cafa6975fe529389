/** AskOnce with its repeat guard switched off, to show that the tests would notice. */

import Database from 'better-sqlite3';
import { AskOnce } from '../../../src/askonce.ts';
import { POLICIES } from '../../../src/core/model/policy.ts';
import type { AskState } from '../../../src/core/states.ts';
import { Engine } from '../../../src/engine/engine.ts';
import { PromptReader } from '../../../src/engine/interpretation-cache.ts';
import { interpret } from '../../../src/interpret/interpret.ts';
import { projectFiles } from '../../../src/library/project-files.ts';
import type { Store } from '../../../src/ports.ts';
import { openStore } from '../../../src/store/open.ts';
import { clientOf, isPostgres } from '../../support/raw-tables.ts';
import type { Opener } from './world.ts';

/** Decisions see a session in which nothing was ever asked, and the index that would stop them is gone. */
export const openWithoutRepeatGuard: Opener = async (db, root, clock) => {
  const store = await openStore(db, root);
  await dropIndex(db);
  const forgetful: Store = Object.assign(Object.create(store) as Store, {
    decide: ((look, decide) =>
      store.decide(look, (state) =>
        decide(look.of === 'ask' ? (forgetting(state as AskState) as typeof state) : state),
      )) as Store['decide'],
  });
  const silent = () => null;
  const resolvers = { input: silent, preference: silent, sentinel: silent };
  const engine = new Engine({
    promptReader: new PromptReader(async () => interpret, null),
    store: forgetful,
    files: projectFiles(root),
    clock,
    resolvers,
    log: () => {},
  });
  return new AskOnce(engine, POLICIES.interactive, null);
};

async function dropIndex(db: string): Promise<void> {
  const sql = 'DROP INDEX IF EXISTS clarifications_once';
  if (isPostgres(db)) {
    const client = clientOf(db);
    await client.connect();
    await client.query(sql);
    await client.end();
  } else {
    const file = new Database(db, { timeout: 5000 });
    file.exec(sql);
    file.close();
  }
}

function forgetting(state: AskState): AskState {
  return { ...state, questions: state.questions.map((known) => ({ ...known, live: null, own: [] })) };
}
