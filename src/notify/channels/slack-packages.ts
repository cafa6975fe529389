/** Slack's own packages, which only those who use Slack install. */
import { AskOnceError } from '../../core/model/errors.ts';

/** A press of a button, as far as it is used here. */
export interface SlackPress {
  readonly user?: { readonly id?: string; readonly username?: string };
  readonly channel?: { readonly id?: string };
  readonly actions?: readonly { readonly action_id?: string; readonly value?: string }[];
}

export async function loaded<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (cause) {
    const text = 'Slack needs two packages. Run: npm install @slack/web-api @slack/socket-mode';
    throw new AskOnceError('channel_unavailable', text, {}, cause);
  }
}

/** Slack's clients log tokens and texts at some levels, and write to the console. What matters reaches the dispatcher as an error. */
export const QUIET = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  setName() {},
  getLevel: () => 'error' as never,
};
