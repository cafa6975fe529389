/** Claims jobs one after the other while there is room and jobs are available. */

export interface ClaimParts {
  /** Whether there is room for another job. */
  readonly hasRoom: () => boolean;
  /** Claims one job; returns false if there is none. */
  readonly claimOne: (wanted: string | null) => Promise<boolean>;
  /** Claim only these; null: any. */
  readonly only: readonly (string | null)[];
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
    // The caller must have stored this promise before the loop ends.
    await Promise.resolve();
    const { hasRoom, claimOne, only, ended } = this.parts;
    try {
      while (this.again) {
        this.again = false;
        for (const wanted of only) while (hasRoom() && (await claimOne(wanted)));
      }
    } finally {
      // Cleared in the same tick as the last check; later, a new caller would await a loop that has already finished.
      this.underWay = null;
      ended();
    }
  }
}
