import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Interpretation, InterpretInput } from '../../src/core/model/interpretation.ts';
import { InterpretationCache, PromptReader } from '../../src/engine/interpretation-cache.ts';

/** Rules that say nothing, and in which turn of the event loop each prompt was read. */
async function counted() {
  const turns: number[] = [];
  let turn = 0;
  let over = false;
  onTestFinished(() => {
    over = true;
  });
  void (async () => {
    while (!over) {
      turn += 1;
      await setImmediate();
    }
  })();
  const rules = ({ originalPrompt }: InterpretInput) => {
    turns.push(turn);
    return { kind: 'spec', spec: { prompt: originalPrompt } } as unknown as Interpretation;
  };
  const promptReader = new PromptReader(async () => rules, null);
  await promptReader.byRules(inputOf('first'));
  await setImmediate();
  return { promptReader, turns };
}

const inputOf = (prompt: string): InterpretInput => ({ originalPrompt: prompt, resolvedPrompt: prompt });

describe('several prompts at once', () => {
  it('are each read in a turn of the event loop of their own', async () => {
    const { promptReader, turns } = await counted();
    const prompts = Array.from({ length: 8 }, (_, n) => `prompt ${n}`);
    const read = await Promise.all(
      prompts.map(async (prompt) => {
        const readings = new InterpretationCache(promptReader);
        return readings.read(inputOf(prompt)) ?? (await readings.of(inputOf(prompt)));
      }),
    );
    expect(read.map((one) => one.kind === 'spec' && one.spec.prompt)).toEqual(prompts);
    expect(new Set(turns).size).toBe(turns.length);
    expect(turns).toHaveLength(9);
  });

  it('one alone is read at once, and what a call has read it finds again without reading it', async () => {
    const { promptReader, turns } = await counted();
    const readings = new InterpretationCache(promptReader);
    const first = readings.read(inputOf('alone'));
    expect(first).not.toBeNull();
    expect(readings.read(inputOf('alone'))).toBe(first);
    expect(readings.read(inputOf('another'))).toBeNull();
    await readings.of(inputOf('another'));
    expect(readings.read(inputOf('another'))).not.toBeNull();
    expect(turns).toHaveLength(3);
  });
});
