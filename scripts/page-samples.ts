/** The TypeScript samples of the pages about frameworks and engines, as files whose types `npm run test:frameworks` checks. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ADAPTERS = [
  'ai-sdk',
  'claude-agent',
  'dbos',
  'langgraph',
  'mastra',
  'openai-agents',
  'restate',
  'workflow',
];

/** Writes one module for each sample. What a sample takes for granted is in `names.d.ts` of the folder above. */
export function writePageSamples(docs: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const page of [...ADAPTERS, 'which-way-in']) {
    const text = readFileSync(join(docs, `${page}.md`), 'utf8');
    for (const [n, [, sample]] of [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].entries()) {
      writeFileSync(join(folder, `${page}-${n + 1}.ts`), sample!);
    }
  }
}
