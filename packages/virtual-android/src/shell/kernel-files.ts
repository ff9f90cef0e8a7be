import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { VirtualDevice } from "../system/device.ts";
import { memoryOf, phoneMemory } from "./commands/process-memory.ts";
import { processesOn } from "./commands/toybox/list-processes.ts";
import { socketTables } from "./listening-sockets.ts";

const processorCount = 4;

const processor = (number: number): string =>
  [
    `processor\t: ${number}`,
    "vendor_id\t: GenuineIntel",
    "cpu family\t: 6",
    "model\t\t: 6",
    "model name\t: Android virtual processor",
    "cpu MHz\t\t: 2400.000",
    `cpu cores\t: ${processorCount}`,
    "flags\t\t: fpu sse sse2 ssse3 sse4_1 sse4_2 popcnt",
    "",
    "",
  ].join("\n");

/**
 * Writes what the kernel would make up as it is read: `/proc` with a directory for each process, and `/system/build.prop` from the
 * same properties as `getprop`. Called when something below them is looked up.
 */
export function writeKernelFiles(device: VirtualDevice, root: string, listening: readonly string[]): void {
  const write = (name: string, text: string): void => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const { total, free, available, cached } = phoneMemory;
  const row = (name: string, kilobytes: number): string =>
    `${`${name}:`.padEnd(16)}${String(kilobytes).padStart(8)} kB\n`;
  write(
    "proc/meminfo",
    row("MemTotal", total) +
      row("MemFree", free) +
      row("MemAvailable", available) +
      row("Buffers", 0) +
      row("Cached", cached) +
      row("SwapTotal", 0) +
      row("SwapFree", 0),
  );
  write("proc/cpuinfo", Array.from({ length: processorCount }, (_, number) => processor(number)).join(""));
  const upSeconds = device.upMilliseconds() / 1000;
  // A hundred ticks a second, almost all of them idle.
  const ticks = [4, 0, 3, 93, 0, 0, 0, 0, 0, 0].map((each) => Math.floor(each * upSeconds));
  const cpu = ticks.join(" ");
  const all = ticks.map((each) => each * processorCount).join(" ");
  write(
    "proc/stat",
    `cpu  ${all}\n${Array.from({ length: processorCount }, (_, number) => `cpu${number} ${cpu}\n`).join("")}ctxt 100000\nbtime ${Math.floor(device.clock().getTime() / 1000 - upSeconds)}\nprocesses 5000\nprocs_running 1\nprocs_blocked 0\n`,
  );
  write("proc/uptime", `${upSeconds.toFixed(2)} ${((upSeconds * processorCount * 93) / 100).toFixed(2)}\n`);
  write("proc/loadavg", "0.00 0.00 0.00 1/500 5000\n");
  write("proc/version", "Linux version 5.15.123-android14 (build@android) #1 SMP PREEMPT\n");
  for (const [name, table] of socketTables(listening)) write(`proc/net/${name}`, table);
  writeProcesses(device, root, write);
  const properties = [...device.properties()].filter(
    ([name]) => name.startsWith("ro.") && name !== "ro.boot.bootid",
  );
  write("system/build.prop", properties.map(([name, value]) => `${name}=${value}\n`).join(""));
}

function writeProcesses(
  device: VirtualDevice,
  root: string,
  write: (name: string, text: string) => void,
): void {
  const running = processesOn(device);
  const known = new Set(running.map(({ pid }) => String(pid)));
  mkdirSync(path.join(root, "proc"), { recursive: true });
  for (const name of readdirSync(path.join(root, "proc")))
    if (/^\d+$/.test(name) && !known.has(name))
      rmSync(path.join(root, "proc", name), { recursive: true, force: true });
  for (const process of running) {
    const { pid, parent, name, commandLine = name, user } = process;
    const { resident } = memoryOf(process);
    const uid =
      user === "root" ? 0 : user === "system" ? 1_000 : 10_000 + Number(/\d+$/.exec(user)?.[0] ?? 0);
    write(`proc/${pid}/cmdline`, `${commandLine.replaceAll(" ", "\0")}\0`);
    write(`proc/${pid}/comm`, `${name.slice(-15)}\n`);
    write(`proc/${pid}/oom_score_adj`, uid >= 10_000 ? "0\n" : "-1000\n");
    write(
      `proc/${pid}/stat`,
      `${pid} (${name.slice(-15)}) S ${parent} 0 0 0 -1 0 0 0 0 0 10 5 0 0 20 0 1 0 100 13312000000 ${resident / 4}\n`,
    );
    write(
      `proc/${pid}/status`,
      `Name:\t${name.slice(-15)}\nState:\tS (sleeping)\nPid:\t${pid}\nPPid:\t${parent}\nUid:\t${uid}\t${uid}\t${uid}\t${uid}\nGid:\t${uid}\t${uid}\t${uid}\t${uid}\nVmSize:\t13000000 kB\nVmRSS:\t${String(resident).padStart(8)} kB\nThreads:\t1\n`,
    );
  }
}
