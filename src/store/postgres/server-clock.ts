/**
 * The server's clock, by which leases are counted: workers on many machines share them, and their own clocks may differ. A caller's time is
 * translated by the difference between the clocks of this machine and the server.
 */

/** The expression for the server's time now. */
export const SERVER_TIME = 'floor(extract(epoch FROM clock_timestamp()) * 1000)';

export class ServerClock {
  private readonly now: () => number;
  private difference = 0;

  /** @param now The clock of this machine. */
  constructor(now: () => number) {
    this.now = now;
  }

  /** How many milliseconds the server's clock is ahead of this machine's. */
  get ahead(): number {
    return this.difference;
  }

  /**
   * Compares the clocks by a reply. The server read its own between the request and the reply, so a difference that the time between them
   * explains changes nothing: on one machine it stays 0.
   * @param timeIn Returns the server's time in a reply; null if it has none.
   */
  async compare<Reply>(ask: () => Promise<Reply>, timeIn: (reply: Reply) => unknown): Promise<Reply> {
    const asked = this.now();
    const reply = await ask();
    const time = timeIn(reply);
    if (time !== null) {
      const least = Math.max(this.difference, Number(time) - this.now());
      this.difference = Math.min(least, Number(time) - asked);
    }
    return reply;
  }
}
