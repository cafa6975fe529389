/** A prompt on its terminal that says back what is typed, and does what it is told beside. */

import { colours } from '../../../src/surfaces/terminal/output.ts';
import { pick } from '../../../src/surfaces/terminal/picker.ts';
import { Screen } from '../../../src/surfaces/terminal/screen.ts';
import { takeOrders } from './take-orders.ts';

const { stdin: input, stdout: output } = process;
const COMMANDS = ['/respond', '/restart', '/tasks'];
let answered = new AbortController();

const screen = new Screen({
  input,
  output,
  prompt: '> ',
  history: JSON.parse(process.argv[2] ?? '[]') as string[],
  completer: (line) => [COMMANDS.filter((command) => command.startsWith(line)), line],
  onLine(line) {
    screen.print(`heard “${line}”`);
    if (line === '/typing') screen.print(`typing ${screen.typing()}`);
    if (line === '/history') screen.print(JSON.stringify(screen.history));
    if (line === '/close') screen.close();
  },
  onClose: () => void output.write(`closed, raw ${input.isRaw}\n`),
  onInterrupt: () => screen.print('interrupted'),
});

async function ask(): Promise<void> {
  answered = new AbortController();
  const { signal } = answered;
  const question = {
    question: 'Which format?',
    options: [{ label: 'YAML' }, { label: 'JSON' }],
    other: false,
    free: false,
  };
  const picked = await screen.borrow((block) => pick(question, { input, output, signal, colours, block }));
  screen.print(JSON.stringify(picked));
}

takeOrders((order) => {
  if (order.print !== undefined) screen.print(order.print);
  if (order.status) screen.status(order.status);
  if (order.pick) void ask();
  if (order.abort) answered.abort();
  if (order.close) screen.close();
});
