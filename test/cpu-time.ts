/** What a call costs this process, in milliseconds of CPU: a busy machine stretches the clock's time and hardly this. */
export async function cpuMilliseconds(call: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await call();
  return millisecondsSince(before);
}

export function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
