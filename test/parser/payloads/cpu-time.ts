/** Measures work in processor time of this thread, which other programs on the machine do not use. */

export interface Timed<Result> {
  readonly result: Result;
  readonly cpuMs: number;
}

export async function measureCpu<Result>(work: () => Promise<Result>): Promise<Timed<Result>> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, cpuMs: (user + system) / 1_000 };
}
