import { type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { parseOptions } from "../builtins/options.ts";
import { memoryOf, phoneMemory } from "../process-memory.ts";
import { type Process, processesOn } from "./list-processes.ts";

interface Column {
  /** Below 0: on the left. */
  readonly width: number;
  readonly read: (process: Process, isOwn: boolean) => string;
}

/** toybox's shape of a size in four characters. */
function short(kilobytes: number): string {
  let [size, unit] = [kilobytes, 0];
  while (size >= 1_000 && unit < 2) [size, unit] = [size / 1_024, unit + 1];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)}${"KMG"[unit]}`;
}

/** As `/proc/PID/stat` has them: a process has used 15 ticks, and rests. */
const columns: Readonly<Record<string, Column>> = {
  PID: { width: 5, read: ({ pid }) => String(pid) },
  USER: { width: -12, read: ({ user }) => user },
  PR: { width: 2, read: () => "20" },
  NI: { width: 3, read: () => "0" },
  VIRT: { width: 4, read: () => short(13_000_000) },
  RES: { width: 4, read: (process) => short(memoryOf(process).resident) },
  SHR: { width: 4, read: (process) => short(memoryOf(process).resident - memoryOf(process).proportional) },
  S: { width: -1, read: (_, isOwn) => (isOwn ? "R" : "S") },
  "%CPU": { width: 4, read: () => "0.0" },
  "%MEM": {
    width: 5,
    read: (process) => ((memoryOf(process).resident * 100) / phoneMemory.total).toFixed(1),
  },
  "TIME+": { width: 9, read: () => "0:00.15" },
  ARGS: { width: -15, read: ({ name, commandLine }) => commandLine ?? name },
};
const usual = "PID,USER,PR,NI,VIRT,RES,SHR,S,%CPU,%MEM,TIME+,ARGS";

/** `top [-b] [-q] [-n TIMES] [-d SECONDS] [-m LINES] [-o COLUMNS] [-p PIDS] [-u USERS]`: without -n until it is ended. */
export const top: ShellCommand = async (context) => {
  const { flags, values } = parseOptions(context, "bqn:d:m:o:p:u:");
  const number = (letter: string, otherwise: number): number => {
    const value = Number(values.get(letter) ?? otherwise);
    if (!(value > 0)) throw new CommandFailure(`top: bad -${letter} '${values.get(letter)}'`);
    return value;
  };
  const [times, seconds] = [number("n", Number.POSITIVE_INFINITY), number("d", 3)];
  const most = number("m", flags.has("b") ? Number.POSITIVE_INFINITY : 20);
  const isPlain = flags.has("b");
  const { surroundings, stdout } = context;
  for (let time = 1; ; time += 1) {
    const table = tableOf(context, (values.get("o") ?? usual).split(","), most, values);
    const head = flags.has("q")
      ? []
      : [...summary(context), isPlain ? table.heading : `\x1b[7m${table.heading}\x1b[0m`];
    stdout.write(`${isPlain ? "" : "\x1b[H\x1b[J"}${[...head, ...table.rows].join("\n")}\n`);
    await stdout.drained();
    if (time >= times) return 0;
    if (isPlain) stdout.write("\n\n\n");
    try {
      await surroundings.sleep(seconds * 1_000, surroundings.hangUp);
    } catch {
      return 130;
    }
  }
};

function summary({ device, state }: CommandContext): readonly string[] {
  const { total, free, cached } = phoneMemory;
  const all = processesOn(device);
  const running = all.filter(({ pid }) => pid === state.pid).length;
  const four = (count: number) => String(count).padStart(4);
  const size = (kilobytes: number) => `${kilobytes}K`.padStart(10);
  return [
    `Tasks: ${all.length} total,${four(running)} running,${four(all.length - running)} sleeping,   0 stopped,   0 zombie`,
    `  Mem:${size(total)} total,${size(total - free)} used,${size(free)} free,${size(0)} buffers`,
    ` Swap:${size(0)} total,${size(0)} used,${size(0)} free,${size(cached)} cached`,
    // The ticks of /proc/stat.
    "400%cpu  16%user   0%nice  12%sys 372%idle   0%iow   0%irq   0%sirq   0%host",
  ];
}

function tableOf(
  { device, state }: CommandContext,
  asked: readonly string[],
  most: number,
  values: ReadonlyMap<string, string>,
): { readonly heading: string; readonly rows: readonly string[] } {
  const shown = asked.map((name) => {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (column === undefined) throw new CommandFailure(`top: bad -o '${name}'`);
    return { name, column };
  });
  const fit = (text: string, { width }: Column) => (width < 0 ? text.padEnd(-width) : text.padStart(width));
  const among = (letter: string, value: string) => values.get(letter)?.split(",").includes(value) ?? true;
  const processes = processesOn(device).filter(
    ({ pid, user }) => among("p", String(pid)) && among("u", user),
  );
  return {
    heading: `${shown.map(({ name, column }) => fit(name, column)).join(" ")} `.replace("S %CPU ", "S[%CPU]"),
    rows: processes
      .slice(0, most)
      .map((process) =>
        shown.map(({ column }) => fit(column.read(process, process.pid === state.pid), column)).join(" "),
      ),
  };
}
