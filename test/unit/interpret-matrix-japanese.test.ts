/** Every pair of opposites in every sentence of test/support/japanese-matrix.ts: one thing under both is asked about, two that are set apart never. */
import { describe, expect, it } from 'vitest';
import { interpret } from '../../src/interpret/interpret.ts';
import { CONTRADICTING, type Frame, formsOf, GOING_ON, PAIRS, THINGS } from '../support/japanese-matrix.ts';

const asks = (prompt: string): boolean =>
  interpret({ resolvedPrompt: prompt, originalPrompt: prompt }).kind === 'request_clarification';

/** So that it stays quick: another fifth of the pairs in each sentence, and all of them in some. */
const SHARE = 5;

/** The sentences of a frame, each pair with things of its own, and the pair turned round every other time. */
function promptsOf(frame: Frame, at: number): string[] {
  return PAIRS.flatMap(({ kind, words, undoes }, i) => {
    if (i % SHARE !== at % SHARE || !frame.of.includes(kind) || (undoes && !frame.undoing)) return [];
    const [one, other] = (at + Math.floor(i / SHARE)) % 2 === 0 ? words : words.toReversed();
    const [x, y] = [THINGS[(at * 7 + i * 3) % THINGS.length]!, THINGS[(at * 7 + i * 3 + 5) % THINGS.length]!];
    return [frame.text(x, formsOf(kind, one!), formsOf(kind, other!), y)];
  });
}

describe('opposites in Japanese', () => {
  it('has at least two hundred pairs, twenty sentences of each sort, and fifteen things', () => {
    expect(new Set(PAIRS.map(({ words }) => words.join())).size).toBeGreaterThanOrEqual(200);
    expect([CONTRADICTING.length, GOING_ON.length].every((count) => count >= 20)).toBe(true);
    expect(THINGS.length).toBeGreaterThanOrEqual(15);
  });

  it.each(CONTRADICTING.map((frame, at) => [frame.name.replaceAll('\n', ' '), frame, at] as const))(
    'are asked about in at least 95 of 100: %s',
    (_, frame, at) => {
      const prompts = promptsOf(frame, at);
      const missed = prompts.filter((prompt) => !asks(prompt));
      expect(missed.length / prompts.length, missed.slice(0, 5).join(' | ')).toBeLessThanOrEqual(0.05);
    },
  );

  it.each(GOING_ON.map((frame, at) => [frame.name, frame, at] as const))(
    'are left alone where something sets them apart: %s',
    (_, frame, at) => {
      const asked = promptsOf(frame, at).filter((prompt) => asks(prompt));
      expect(asked.length, asked.slice(0, 5).join(' | ')).toBeLessThanOrEqual(1);
    },
  );

  it('are left alone in 99 of 100 over all that set them apart', () => {
    const prompts = GOING_ON.flatMap((frame, at) => promptsOf(frame, at));
    expect(prompts.filter((prompt) => asks(prompt)).length / prompts.length).toBeLessThanOrEqual(0.01);
  });
});
