/** Fetches jobs, one after the other, as long as there is room and there are any. */

export interface ClaimParts {
  /** Whether there is room for one. */
  readonly hasRoom: () => boolean;
  /** Fetches one; false where there is none. */
  readonly claimOne: (wanted: string | null) => Promise<boolean>;
  /** Only these; null: any. */
  readonly only: readonly (string | null)[];
  readonly ended: () => void;
}

export class Claims {
  private readonly parts: ClaimParts;
  private again = false;
  /** Null where none is being fetched. */
  underWay: Promise<void> | null = null;

  constructor(parts: ClaimParts) {
    this.parts = parts;
  }

  /** Resolves when there is no room, or nothing that was there when it was called. */
  async all(): Promise<void> {
    this.again = true;
    this.underWay ??= this.work();
    await this.underWay;
  }

  private async work(): Promise<void> {
    // Whoever began it must know of it before it has ended.
    await Promise.resolve();
    const { hasRoom, claimOne, only, ended } = this.parts;
    try {
      while (this.again) {
        this.again = false;
        for (const wanted of only) while (hasRoom() && (await claimOne(wanted)));
      }
    } finally {
      // In one breath with the last look: who wants more from now on begins anew. A step later, they would wait in vain.
      this.underWay = null;
      ended();
    }
  }
}
