/** The executor of Codex with AskOnce behind it, as the command line makes it. */
import { answerCodex } from '../../../src/adapters/codex/answer.ts';
import { libraryAsking } from '../../../src/adapters/library-asking.ts';
import type { AskOnce } from '../../../src/index.ts';
import { codexExecutor } from '../../../src/worker/agents/codex/executor.ts';
import type { Executor } from '../../../src/worker/executor.ts';

export function executorOf(askonce: AskOnce, command: string, db: string): Executor {
  const asking = libraryAsking(async () => askonce);
  return codexExecutor({ command, db, answer: (request, how) => answerCodex(asking, request, how) });
}
