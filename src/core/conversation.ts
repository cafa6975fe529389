/** When a conversation that nobody ends is over. Pure. */

const WEEK_MS = 7 * 86_400_000;

/**
 * Whether what is asked now belongs to another conversation: nothing waits, and nothing was asked or answered for a week. Sooner, an
 * answer given over the weekend would be asked for again; later, last month's answer would be taken for this month's work.
 */
export function isOver({ waits, lastAt }: { readonly waits: boolean; readonly lastAt: number }, now: number): boolean {
  return !waits && now - lastAt > WEEK_MS;
}
