/** Lets long work through one piece at a time, so that between two pieces the event loop serves others. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private taken = false;

  /** Takes this turn of the event loop where nobody has; false where somebody has. */
  tryTake(): boolean {
    if (this.taken) return false;
    this.taken = true;
    setImmediate(this.next);
    return true;
  }

  /** Resolves in a turn of the caller's own. */
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
