import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';

type Streamed = Awaited<ReturnType<MastraLanguageModelV2Mock['doStream']>>['stream'];
type Part = Streamed extends ReadableStream<infer P> ? P : never;

export type Call = { id: string; name: string; input: object };

/** Each element is what the model says in one step. Which one comes next is read from the prompt, as by a real model. */
export function modelOf(...steps: (string | Call[] | Error)[]): MastraLanguageModelV2Mock {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const said = ({ prompt }: { prompt: readonly { role: string; content: unknown }[] }) => {
    const results = prompt.flatMap(({ role, content }) => (role === 'tool' ? (content as unknown[]) : []));
    const step = steps[results.length] ?? 'done';
    if (step instanceof Error) throw step;
    return {
      finishReason: typeof step === 'string' ? ('stop' as const) : ('tool-calls' as const),
      content:
        typeof step === 'string'
          ? [{ type: 'text' as const, text: step }]
          : step.map(({ id, name, input }) => ({
              ...{ type: 'tool-call' as const, toolCallId: id, toolName: name, input: JSON.stringify(input) },
            })),
    };
  };
  return new MastraLanguageModelV2Mock({
    doGenerate: async (options) => ({ ...said(options), warnings: [], usage }),
    doStream: async (options) => {
      const { finishReason, content } = said(options);
      const parts = content.flatMap((part): Part[] =>
        part.type === 'text'
          ? [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: part.text },
              { type: 'text-end', id: '1' },
            ]
          : [part],
      );
      const all: Part[] = [{ type: 'stream-start', warnings: [] }, ...parts, { type: 'finish', finishReason, usage }];
      return { stream: ReadableStream.from(all) as ReadableStream<Part> };
    },
  });
}

export const promptOf = (model: MastraLanguageModelV2Mock): string =>
  JSON.stringify((model.doStreamCalls.at(-1) ?? model.doGenerateCalls.at(-1))?.prompt);
