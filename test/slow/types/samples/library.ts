/** The names of the library: those that are there, and those that are gone. */
import {
  type AskOnce,
  type Clarification,
  type ClarificationHistoryEntry,
  type ClarificationReason,
  type ClarificationType,
  type Clock,
  definePolicy,
  type Files,
  type Interpreter,
  type ListedClarification,
  type ModelSettings,
  normaliseQuestion,
  openAskOnce,
  type Policy,
  questionHash,
  type Resolver,
  type Sentinel,
  type Session,
  type Store,
  userResponseHandler,
} from 'askonce';

declare const store: Store;
declare const clock: Clock;
declare const files: Files;
declare const interpreter: Interpreter;
declare const sentinel: Sentinel;
declare const input: Resolver;
const model: ModelSettings = { name: 'openai:gpt-5-mini' };
// @ts-expect-error A name is a text.
export const wrong: ModelSettings = { name: 1 };

const patient: Policy = definePolicy({ extends: 'orchestrator', cap: 3 });
// @ts-expect-error There is no such policy to extend.
definePolicy({ extends: 'unknown' });
// @ts-expect-error A cap is a number, or null.
definePolicy({ extends: 'job', cap: 'three' });

const askonce: AskOnce = await openAskOnce({
  ...{ store, clock, files, interpreter, sentinel, resolvers: { input }, policy: patient, model, by: 'ana' },
});
// @ts-expect-error It is `project`.
await openAskOnce({ projectRoot: '.' });

const session: Session = askonce.session('samples');
await session.observe('please use YAML');
await session.ask('Which format?', { userMessage: 'YAML', timeout: '10m', onTimeout: 'fail', idempotencyKey: 'k' });
// @ts-expect-error It is `timeout`.
await session.ask('Which format?', { deadline: '10m' });
// @ts-expect-error It is `userMessage`.
await session.ask('Which format?', { input: 'YAML' });
// @ts-expect-error It is `idempotencyKey`.
await session.ask('Which format?', { key: 'k' });

const { items } = await askonce.questions.list({ status: 'pending', limit: 20 });
const listed: ListedClarification = items[0]!;
listed.deadline satisfies number | null;
// @ts-expect-error What a question cost is not shown.
export const scope = listed.capScope;
// @ts-expect-error Nor is the key that an answer came with.
export const key = listed.answerKey;
const { clarification } = await askonce.questions.answer(listed.id, 'YAML', { idempotencyKey: 'k' });
clarification satisfies Clarification;
(await askonce.questions.cancel({ ask: listed.ask })) satisfies number;
(await askonce.questions.cancel(listed.id)).status satisfies 'accepted' | 'replayed';
(await askonce.questions.wait(listed.id, { wait: '30s' }))?.outcome.outcome satisfies string | undefined;
(await askonce.questions.count({ status: 'pending' })) satisfies { count: number; more: boolean };
// @ts-expect-error Tokens are shown without their hash.
export const hash = (await askonce.access.tokens.list())[0]!.hash;
askonce.events.on('clarification.requested', ({ clarification: id }) => id satisfies string | null)();
const history: readonly ClarificationHistoryEntry[] = (await session.history()).items;
export const hashes: string[] = history.map(({ questionHash: one }) => one);
// @ts-expect-error It is `askonce.questions.list({ status: 'pending' })`.
askonce.pending;

export const reason: ClarificationReason = 'target_file_exists';
export const type: ClarificationType = 'CONFIRM';
export const seeds: [string, string] = [normaliseQuestion('Which?'), questionHash('Which?')];
export const handler = userResponseHandler;
