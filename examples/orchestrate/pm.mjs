/**
 * A PM on the command line, without a model: it reads its context on stdin and ends with one line of JSON.
 *
 *   askonce orchestrate --pm "node examples/orchestrate/pm.mjs" --worker "sh examples/orchestrate/worker.sh" "Write the release notes"
 *
 * It plans, asks once, asks again (and has to decide by itself), and completes. With a model instead, as in
 * --pm "claude -p", nothing else changes: the prompt describes the protocol.
 */
import { text } from 'node:stream/consumers';

const told = await text(process.stdin);
const answer = /^Clarification Answer: (.*)$/m.exec(told)?.[1];

function say(status) {
  process.stdout.write(`${JSON.stringify(status)}\n`);
}

if (told.includes('Task “Write the notes') && answer) {
  say({ status: 'COMPLETE', summary: `The notes are written for ${answer.toLowerCase()}.` });
} else if (told.includes('You MUST proceed')) {
  say({
    status: 'CONTINUE',
    tasks: [`Write the notes for ${answer.toLowerCase()}`],
    assumptions: [
      {
        decision: 'Dates are written as 2026-11-15',
        reasoning: 'The changelog writes them so, and no further question is allowed',
        confidence: 'high',
        risk: 'Some readers expect another order',
      },
    ],
  });
} else if (answer) {
  say({
    status: 'NEEDS_CLARIFICATION',
    question: 'How should dates be written?',
    options: ['2026-11-15', '15 November 2026'],
    blocker: 'missing_external_data',
    tried: 'The style guide says nothing about it',
    fallback: '2026-11-15',
  });
} else if (told.includes('Task “List what changed” is done')) {
  process.stdout.write('The brief wants every detail, and one page.\n');
  say({
    status: 'NEEDS_CLARIFICATION',
    question: 'Who are the release notes for?',
    options: ['Developers', 'Customers'],
    blocker: 'exclusive_requirements',
    tried: ['The brief names both', 'The last notes were written for neither'],
    fallback: 'Write for developers',
    risk: 'Customers would have to read code',
  });
} else {
  say({ status: 'PLAN', tasks: ['List what changed', 'Read the notes of the last release'] });
}
