import { type AgentInputItem, type Model, type ModelResponse, Usage } from '@openai/agents';

type Output = ModelResponse['output'];

/** A model that says what a function of the results so far returns, so that it goes on where it was after a restart. */
export function modelOf(says: (results: readonly string[]) => Output): Model {
  return {
    async getResponse({ input }) {
      return { usage: new Usage(), output: says(resultsOf(input)) };
    },
    getStreamedResponse() {
      throw new Error('The tests do not stream.');
    },
  };
}

/** What the tools returned, in order. */
function resultsOf(input: string | AgentInputItem[]): string[] {
  if (typeof input === 'string') return [];
  return input.flatMap((item) => (item.type === 'function_call_result' ? [textOf(item.output)] : []));
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : (output as { text: string }).text;
}

export function call(callId: string, name: string, args: object): Output[number] {
  return { type: 'function_call', callId, name, arguments: JSON.stringify(args), status: 'completed' };
}

export function words(text: string): Output {
  return [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }];
}

export const question = (text: string, ...options: string[]) => ({
  question: text,
  options: options.length === 0 ? null : options.map((label) => ({ label, description: null })),
  multiSelect: null,
  context: null,
});
