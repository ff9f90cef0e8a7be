import { readFile } from "node:fs/promises";

/** Linux counts CPU time in ticks of 1/100 s (sysconf(_SC_CLK_TCK)), so a figure needs seconds of work behind it. */
const tickMilliseconds = 10;

export interface ProcessUsage {
  readonly cpuMilliseconds: number;
  readonly residentMebibytes: number;
}

/** CPU time used so far and memory held now by one process (Linux: /proc). */
export async function processUsage(pid: number): Promise<ProcessUsage> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The command's name may hold spaces and parentheses: the fields begin after the last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const [, resident = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return {
    cpuMilliseconds: (userTicks + systemTicks) * tickMilliseconds,
    residentMebibytes: Number(resident) / 1024,
  };
}

export async function usageOfAll(
  processes: Readonly<Record<string, number>>,
): Promise<Readonly<Record<string, ProcessUsage>>> {
  const entries = Object.entries(processes).map(
    async ([name, pid]) => [name, await processUsage(pid)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
