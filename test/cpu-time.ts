/** The clock of a thread ticks coarsely: what is measured must last many ticks. */
const leastMilliseconds = 40;
const tries = 3;

function spent(work: () => void, times: number): number {
  const before = process.threadCpuUsage();
  for (let i = 0; i < times; i += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** CPU milliseconds of this thread for `work`, the least of several tries: what else the machine does must not decide. */
export function cpuMilliseconds(work: () => void): number {
  let times = 1;
  while (spent(work, times) < leastMilliseconds) times *= 2;
  return Math.min(...Array.from({ length: tries }, () => spent(work, times))) / times;
}
