/** What an agent read on its stdin, without its own questions and their answers before it: the resolved prompt of seed 001. */
export function resolvedPromptIn(read: string): string {
  return read.replace(/^(?:You asked: .*\nAnswer: .*\n\n)+/, '');
}
