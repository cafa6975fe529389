/** Asks a person for a yes at a terminal. */
import { createInterface } from 'node:readline/promises';

/** Whether they agree; null if there is no terminal to ask at. Anything but a yes is a no, and so are Ctrl-C and Ctrl-D. */
export async function agrees(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY) return null;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close the prompt without an answer.
  const closed = new Promise<string>((resolve) => prompt.once('close', () => resolve('')));
  const answer = await Promise.race([prompt.question(`${question} [y/N] `), closed]).finally(() => prompt.close());
  return /^y(?:es)?$/i.test(answer.trim());
}
