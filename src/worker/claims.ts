/** Claims jobs while there is room and jobs are available: as many at a time as there is room for. */
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface ClaimParts {
  /** For how many more jobs there is room. */
  readonly room: () => number;
  /** Claims up to so many jobs; returns how many there were. */
  readonly claim: (most: number) => Promise<number>;
  readonly ended: () => void;
}

export class Claims {
  private readonly parts: ClaimParts;
  private again = false;
  /** The current claim loop; null if none is running. */
  underWay: Promise<void> | null = null;

  constructor(parts: ClaimParts) {
    this.parts = parts;
  }

  /** Resolves when there is no room left, or no job left of those that were available when it was called. */
  async all(): Promise<void> {
    this.again = true;
    this.underWay ??= this.work();
    await this.underWay;
  }

  private async work(): Promise<void> {
    // Runs that end together make room together. And the caller must have stored this promise before the loop ends.
    await nextTurn();
    const { room, claim, ended } = this.parts;
    try {
      while (this.again) {
        this.again = false;
        // Fewer than there was room for: there are no more.
        for (let most = room(); most > 0 && (await claim(most)) === most; ) most = room();
      }
    } finally {
      // Cleared in the same tick as the last check; later, a new caller would await a loop that has already finished.
      this.underWay = null;
      ended();
    }
  }
}
