/** Runs long work one piece at a time, so that the event loop can serve others between two pieces. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private taken = false;

  /** Takes this turn of the event loop if it is free; returns false if it is taken. */
  tryTake(): boolean {
    if (this.taken) return false;
    this.taken = true;
    setImmediate(this.next);
    return true;
  }

  /** Resolves when the caller has a turn of the event loop. */
  take(): Promise<void> {
    return this.tryTake() ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }

  private readonly next = (): void => {
    const first = this.waiting.shift();
    if (!first) {
      this.taken = false;
      return;
    }
    setImmediate(this.next);
    first();
  };
}
