import type { Interpretation, InterpretInput } from '../core/interpretation.ts';

export function interpret({ originalPrompt, answer }: InterpretInput): Interpretation {
  const both = /hot/.test(originalPrompt) && /frozen/.test(originalPrompt);
  const settles = answer !== undefined && /hot|cold|warm|frozen/.test(answer);
  if (both && !settles)
    return {
      kind: 'request_clarification',
      conflict: {
        kind: 'contradiction',
        oppositions: [{ axis: 'temperature', sides: ['hot', 'frozen'], cosmetic: true }],
        words: ['hot', 'frozen'],
      },
      question: 'Should it be hot or frozen?',
      type: 'SELECT_ONE',
      options: [{ label: 'hot' }, { label: 'frozen' }],
      confidence: 0.9,
    };
  return {
    kind: 'spec',
    spec: {
      version: 1,
      prompt: originalPrompt,
      language: 'en',
      instructions: [originalPrompt],
      settled: [],
      assumptions: [],
    },
    confidence: 1,
  };
}
