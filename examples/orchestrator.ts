/**
 * One clarification, then proceed, as a library: `node examples/orchestrator.ts`.
 *
 * The PM plans, asks once, asks again and has to decide by itself, and completes. The example answers in place of a person.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAskOnce } from '../src/index.ts';
import type { Pm } from '../src/orchestrator/index.ts';

const pm: Pm = ({ prompt, clarification }) => {
  const { user_clarification_response: format } = clarification;
  if (prompt.includes('You MUST proceed'))
    return {
      status: 'COMPLETE',
      summary: `The export writes ${format}, with dates in UTC.`,
      assumptions: [
        { decision: 'Dates are in UTC', reasoning: 'The logs are', confidence: 'high', risk: 'Reports shift by a day' },
      ],
    };
  if (format !== null)
    return {
      status: 'NEEDS_CLARIFICATION',
      question: 'Which time zone should dates be in?',
      options: ['UTC', 'local'],
      blocker: 'missing_external_data',
      tried: 'The brief does not say',
      fallback: 'UTC',
    };
  if (prompt.includes('is done'))
    return {
      status: 'NEEDS_CLARIFICATION',
      question: 'Which format should the export write?',
      options: ['CSV', 'JSON'],
      blocker: 'exclusive_requirements',
      tried: ['The brief wants a spreadsheet, and nested data'],
      fallback: 'CSV',
      risk: 'Nested fields are lost',
    };
  return { status: 'PLAN', tasks: ['Read the brief', 'Find the data'] };
};

const folder = mkdtempSync(join(tmpdir(), 'askonce-example-'));
const askonce = await openAskOnce({ db: join(folder, 'askonce.db'), project: folder, by: 'the example' });
try {
  askonce.events.on('clarification.requested', ({ clarification, data }) => {
    console.log(`the person is asked: ${data.question}`);
    void askonce.questions.answer(clarification!, 'JSON', { surface: 'example' });
  });
  const { state, result, session } = await askonce.orchestrate('Export the orders', {
    pm,
    worker: (task) => `did: ${task}`,
    scope: { maxTurns: 20, maxMinutes: 60 },
    onLog: (_job, line) => console.log(`  ${line}`),
  });
  console.log(`${state}: ${result}`);
  for (const { decision, risk } of (await askonce.session(session).assumptions()).items)
    console.log(`assumed: ${decision}; if wrong: ${risk}`);
} finally {
  await askonce.close();
  rmSync(folder, { recursive: true, force: true });
}
