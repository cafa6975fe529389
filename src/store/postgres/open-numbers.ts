/**
 * Tracks what has begun and not ended, by number. Not a set of promises: a set whose entries are deleted as fast as they are added keeps
 * its former tables, and everything they held, alive until the next major collection.
 */
export class UnderWay {
  private begun = 0;
  /** In the order of their beginning. */
  private readonly open: number[] = [];
  private waiting: { readonly upTo: number; readonly resolve: () => void }[] = [];

  /** Returns the function that marks it as ended. */
  begin(): () => void {
    this.begun += 1;
    const number = this.begun;
    this.open.push(number);
    return () => {
      this.open.splice(this.open.indexOf(number), 1);
      if (this.waiting.length === 0) return;
      const oldest = this.open[0] ?? Number.POSITIVE_INFINITY;
      const over = this.waiting.filter(({ upTo }) => upTo < oldest);
      this.waiting = this.waiting.filter(({ upTo }) => upTo >= oldest);
      for (const { resolve } of over) resolve();
    };
  }

  /** Resolves when everything now in progress has ended; null if nothing is. */
  ended(): Promise<void> | null {
    if (this.open.length === 0) return null;
    return new Promise((resolve) => {
      this.waiting.push({ upTo: this.begun, resolve });
    });
  }
}
