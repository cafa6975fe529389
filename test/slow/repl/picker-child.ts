/** Asks the question it is given on its terminal, and says what was picked and how it left the terminal. */
import { createInterface } from 'node:readline/promises';
import { lineKind } from '../../../src/surfaces/repl/commands.ts';
import { Block } from '../../../src/surfaces/terminal/block.ts';
import { colours } from '../../../src/surfaces/terminal/output.ts';
import { pick } from '../../../src/surfaces/terminal/picker.ts';
import type { PickerQuestion } from '../../../src/surfaces/terminal/picker-state.ts';
import { takeOrders } from './take-orders.ts';

const question: PickerQuestion = { ...JSON.parse(process.argv[2]!), lineKind };
const { stdin: input, stdout: output } = process;
const answered = new AbortController();
const block = new Block(output);

takeOrders((order) => {
  if (order.print !== undefined) block.above(order.print);
  if (order.abort) answered.abort();
});

output.write('before the picker\n');
const picked = await pick(question, { input, output, signal: answered.signal, colours, block });
output.write(`${JSON.stringify(picked)}\n`);
output.write(`raw ${input.isRaw}, keys ${input.listenerCount('keypress')}\n`);

if (process.argv[3] === 'then-readline') {
  const readline = createInterface({ input, output });
  output.write(`read “${await readline.question('next: ')}”\n`);
  readline.close();
}
