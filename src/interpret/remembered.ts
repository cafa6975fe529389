/** What was found of a word, kept for the next time: prompts are made of the same words, and to take a word apart costs more than to look it up. */
const MOST_WORDS = 4_000;
/** A longer word may be a slice that keeps the whole prompt in memory that it was cut from. */
const LONGEST_WORD = 12;

export function remembered<T>(look: (word: string) => T): (word: string) => T {
  const memory = new Map<string, T>();
  return (word) => {
    if (word.length > LONGEST_WORD) return look(word);
    const known = memory.get(word);
    if (known !== undefined) return known;
    if (memory.size >= MOST_WORDS) memory.clear();
    const found = look(word);
    memory.set(word, found);
    return found;
  };
}
