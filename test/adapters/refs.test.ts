/** Every asker may set any `ref`: what an adapter cannot use stops none of its own. */
import { expect, it } from 'vitest';
import { durableBridge } from '../../src/adapters/durable.ts';
import { originOf, refOf } from '../../src/adapters/langgraph/interrupts.ts';
import { parkedId, setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';

it('LangGraph finds its own thread in a ref, and passes over any other text', () => {
  expect(originOf(refOf('A', 't-1', 'tools:task-1|agent:x'), 'A')).toEqual({ thread: 't-1', task: 'task-1' });
  expect(originOf(refOf('A', 't-1'), 'A')).toEqual({ thread: 't-1', task: undefined });
  const others = ['["langgraph",', '["langgraph","A"]', '["langgraph","A",{}]', '["langgraph","A","t",1]', 'restate:x'];
  for (const ref of [...others, refOf('B', 't-1')]) expect(originOf(ref, 'A'), ref).toBeNull();
});

it('a workflow that can never be woken is given up, and the next one is woken', async () => {
  const { askonce } = await setUp(sqlite);
  for (const ref of ['engine:gone', 'engine:fine']) {
    const parked = await askonce.ask({ question: `Which colour for ${ref}?` }, { wait: false, ref });
    await askonce.questions.answer(parkedId(parked), 'red');
  }
  const stop = new AbortController();
  const woken: string[] = [];
  const wake = async (ref: string) => {
    if (ref === 'gone') throw new Error('Unknown.');
    woken.push(ref);
    stop.abort();
  };
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push((error as Error).message);
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  await durableBridge(askonce, 'engine:', wake, { after: 0, onError, signal: stop.signal }, pause);
  expect(woken).toEqual(['fine']);
  expect(errors).toEqual(['Unknown.', 'It is given up: Unknown.']);
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(180_000);
});
