/** The milliseconds that this thread has computed. Unlike the time on the wall it is the same however busy the machine is. */
export function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
