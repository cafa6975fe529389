/** Reports that a server is lost, and that it replies again, once each. */
import { AskOnceError } from '../../core/model/errors.ts';

export function connectionNotes(note: (line: string) => void): (lost: AskOnceError | null) => void {
  let isLost = false;
  return (lost) => {
    if (lost !== null) note(`[askonce] ${lost.message}`);
    else if (isLost) note('[askonce] The server replies again.');
    isLost = lost !== null;
  };
}

export function isAway(error: unknown): boolean {
  return error instanceof AskOnceError && error.code === 'server_unreachable';
}
