import { FakeClock } from '../../src/testing/fake-clock.ts';

/** Time that may also pass without any timer going off, as it does for a machine that sleeps. */
export class SleepyClock extends FakeClock {
  private slept = 0;

  /** No timer ever goes off: deadlines strike where somebody looks, which the model can follow step by step. */
  override after(): () => void {
    return () => {};
  }

  override now(): number {
    return super.now() + this.slept;
  }

  sleep(ms: number): void {
    this.slept += ms;
  }
}
