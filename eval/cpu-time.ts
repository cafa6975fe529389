/** What work costs in milliseconds of this process's CPU: what else the machine does does not count. */
export async function cpuTime<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(start);
  return { value, ms: (user + system) / 1_000 };
}
