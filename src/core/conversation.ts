/** When a conversation that was never ended counts as over. Pure. */

const WEEK_MS = 7 * 86_400_000;

/**
 * Whether a new question belongs to another conversation: nothing is waiting, and nothing was asked or answered for a week. With a shorter
 * limit, an answer from before the weekend would be asked for again; with a longer one, last month's answer would be applied to this
 * month's work.
 */
export function isOver({ waits, lastAt }: { readonly waits: boolean; readonly lastAt: number }, now: number): boolean {
  return !waits && now - lastAt > WEEK_MS;
}
