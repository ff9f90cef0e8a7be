import type { VirtualDevice } from "../../../system/device.ts";
import { signalNumber } from "../../language/signals.ts";
import { processesOf } from "../../process-table.ts";
import { type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { parseOptions } from "../builtins/options.ts";
import { memoryOf } from "../process-memory.ts";
import { basicPattern } from "./grep.ts";

export interface Process {
  readonly user: string;
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** With its arguments; absent: its name. */
  readonly commandLine?: string;
  /** What `kill` does to it; nothing to Android's own. */
  readonly end: (signal: number) => void | Promise<void>;
}

const stays = () => {};

/** Everything that runs on a phone, as far as it can be told apart. */
export function processesOn(device: VirtualDevice): readonly Process[] {
  const apps = device.activities.running().map(({ packageName, pid }, index) => ({
    user: `u0_a${100 + index}`,
    pid,
    parent: 350,
    name: packageName,
    end: () => device.activities.forceStop(packageName),
  }));
  const shells = processesOf(device)
    .list()
    .map(({ signal, ...process }) => ({ ...process, user: "root", end: signal }));
  return [
    { user: "root", pid: 1, parent: 0, name: "init", end: stays },
    { user: "root", pid: 350, parent: 1, name: "zygote64", end: stays },
    { user: "root", pid: 402, parent: 1, name: "adbd", end: stays },
    { user: "system", pid: 521, parent: 350, name: "system_server", end: stays },
    ...apps,
    ...shells,
  ];
}

const columns: Readonly<Record<string, (process: Process) => string>> = {
  USER: ({ user }) => user,
  UID: ({ user }) => user,
  PID: ({ pid }) => String(pid),
  PPID: ({ parent }) => String(parent),
  VSZ: () => "13000000",
  RSS: (process) => String(memoryOf(process).resident),
  S: () => "S",
  STAT: () => "S",
  NAME: ({ name }) => name,
  ARGS: ({ name, commandLine }) => commandLine ?? name,
  CMD: ({ name }) => name,
  COMM: ({ name }) => name.slice(0, 15),
  CMDLINE: ({ name, commandLine }) => commandLine ?? name,
};

/** `ps [-A] [-e] [-f] [-o COLUMNS] [-p PIDS] [-u USERS]`: without -A only the shell's own. */
export const ps: ShellCommand = (context) => {
  const { flags, values, operands } = parseOptions(context, "Aefo:p:u:");
  if (operands.some((operand) => operand !== "aux"))
    throw new CommandFailure(`ps: bad argument '${operands[0]}'`);
  const isEach =
    flags.has("A") || flags.has("e") || operands.includes("aux") || values.has("p") || values.has("u");
  const among = (letter: string, value: string): boolean =>
    !values.has(letter) || (values.get(letter) ?? "").split(",").includes(value);
  const shown = processesOn(context.device).filter(
    ({ pid, user }) => (isEach || pid >= context.state.pid) && among("p", String(pid)) && among("u", user),
  );
  const asked = values.get("o")?.split(",") ?? (flags.has("f") ? ["UID", "PID", "PPID", "S", "CMD"] : null);
  if (asked === null) context.stdout.write(longList(shown));
  else context.stdout.write(columnList(shown, asked));
  return 0;
};

const longList = (shown: readonly Process[]): string =>
  [
    "USER           PID  PPID        VSZ    RSS WCHAN            ADDR S NAME",
    ...shown.map((process) => {
      const { user, pid, parent, name } = process;
      return `${user.padEnd(12)} ${String(pid).padStart(5)} ${String(parent).padStart(5)} ${"13000000".padStart(10)} ${String(memoryOf(process).resident).padStart(6)} ${"0".padEnd(16)}    0 S ${name}`;
    }),
    "",
  ].join("\n");

function columnList(shown: readonly Process[], asked: readonly string[]): string {
  const readers = asked.map((column) => {
    const [name = "", heading] = column.toUpperCase().split("=");
    const read = columns[name];
    if (read === undefined) throw new CommandFailure(`ps: bad -o '${column}'`);
    return { heading: heading ?? name, read };
  });
  const heading = readers.map((reader) => reader.heading).join(" ");
  return `${[...(heading.trim() === "" ? [] : [heading]), ...shown.map((process) => readers.map(({ read }) => read(process)).join(" "))].join("\n")}\n`;
}

export const pidof: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "s");
  const found = processesOn(context.device).filter(({ name }) => operands.includes(name));
  if (found.length === 0) return 1;
  const shown = flags.has("s") ? found.slice(0, 1) : found;
  context.stdout.write(`${shown.map(({ pid }) => pid).join(" ")}\n`);
  return 0;
};

function matching(
  context: CommandContext,
  pattern: string | undefined,
  how: { readonly isWhole: boolean; readonly byLine: boolean },
): readonly Process[] {
  if (pattern === undefined) throw new CommandFailure(`${context.name}: No PATTERN`);
  let expression: RegExp;
  try {
    const source = basicPattern(pattern, true);
    expression = new RegExp(how.isWhole ? `^(?:${source})$` : source);
  } catch {
    throw new CommandFailure(`${context.name}: bad regex '${pattern}'`);
  }
  return processesOn(context.device).filter(
    ({ name, commandLine, pid }) =>
      expression.test(how.byLine ? (commandLine ?? name) : name) && pid !== context.state.pid,
  );
}

/** `pgrep [-f] [-l] [-x] PATTERN`. */
export const pgrep: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "flx");
  const found = matching(context, operands[0], { isWhole: flags.has("x"), byLine: flags.has("f") });
  context.stdout.write(found.map(({ pid, name }) => `${pid}${flags.has("l") ? ` ${name}` : ""}\n`).join(""));
  return found.length === 0 ? 1 : 0;
};

/** `pkill [-SIGNAL] [-f] [-x] PATTERN` and `killall [-SIGNAL] NAME…`. */
export const pkill: ShellCommand = async (context) => {
  const [first = "", ...others] = context.args;
  const named = /^-(?!-)/.test(first) ? signalNumber(first.slice(1)) : null;
  const args = named === null ? context.args : others;
  const { flags, values, operands } = parseOptions({ ...context, args }, "fxl:s:");
  const signal = signalNumber(values.get("l") ?? values.get("s") ?? String(named ?? 15));
  if (signal === null)
    throw new CommandFailure(`${context.name}: bad signal '${values.get("l") ?? values.get("s")}'`);
  const how = { isWhole: flags.has("x") || context.name === "killall", byLine: flags.has("f") };
  const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const patterns = context.name === "killall" ? operands.map(escaped) : operands.slice(0, 1);
  const found =
    patterns.length === 0
      ? matching(context, undefined, how)
      : patterns.flatMap((pattern) => matching(context, pattern, how));
  if (signal !== 0) for (const { end } of found) await end(signal);
  if (found.length === 0 && context.name === "killall")
    context.stderr.write(`killall: ${operands[0]}: No such process\n`);
  return found.length === 0 ? 1 : 0;
};
