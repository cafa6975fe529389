/** The id of a channel: from what it reaches, so that every process with the same settings shares one cursor. */
import { hash } from 'node:crypto';

/** @param reaches What tells this channel from others. It may be secret: only its hash is stored. */
export function channelId(type: string, ...reaches: readonly string[]): string {
  return `${type}-${hash('sha256', JSON.stringify(reaches), 'hex').slice(0, 16)}`;
}
