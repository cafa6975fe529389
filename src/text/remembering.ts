/**
 * Agents ask the same again and again, and one question is read for its hash, its key, its risk and by the resolvers. So a few hundred
 * results are kept. Those of long texts are not, so that the memory is bounded.
 */
const MOST = 512;
const LONGEST = 500;

/** Keeps the results of a pure function. `written` must be different for inputs that may have different results. */
export function remembering<Input, R>(
  compute: (input: Input) => R,
  written: (input: Input) => string,
): (input: Input) => R {
  const known = new Map<string, R>();
  return (input) => {
    const text = written(input);
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = compute(input);
    if (known.size >= MOST) known.clear();
    if (text.length <= LONGEST) known.set(text, result);
    return result;
  };
}

/** The same for a function of a text. */
export function rememberingText<R>(compute: (text: string) => R): (text: string) => R {
  return remembering(compute, (text) => text);
}
