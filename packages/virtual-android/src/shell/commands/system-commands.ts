import { type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";
import { parseOptions } from "./options.ts";

const longestSleepSeconds = 600;
const units: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** `sleep`: ends early when nobody waits for it; longer than ten minutes is refused. */
export const sleep: ShellCommand = async ({ args, surroundings }) => {
  const [, number, unit = ""] = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(args[0] ?? "") ?? [];
  if (args[0] === undefined) throw new CommandFailure('sleep: Needs 1 argument (see "sleep --help")');
  if (number === undefined) throw new CommandFailure(`sleep: not number: ${args[0]}`);
  const seconds = Number(number) * (units[unit] ?? 1);
  if (seconds > longestSleepSeconds)
    throw new CommandFailure(
      `sleep: more than ${longestSleepSeconds} s is not supported by this virtual phone`,
    );
  try {
    await surroundings.sleep(seconds * 1000, surroundings.hangUp);
    return 0;
  } catch {
    return 129; // SIGHUP
  }
};

export const id: ShellCommand = (context) => {
  const { flags } = parseOptions(context, "unGgrZ");
  if (flags.has("u") || flags.has("g")) context.stdout.write(flags.has("n") ? "root\n" : "0\n");
  else {
    const groups =
      "0(root),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),1078(ext_data_rw),1079(ext_obb_rw),3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc),3011(uhid),3012(readtracefs)";
    context.stdout.write(`uid=0(root) gid=0(root) groups=${groups} context=u:r:su:s0\n`);
  }
  return 0;
};

const say =
  (text: string): ShellCommand =>
  ({ stdout }) => {
    stdout.write(text);
    return 0;
  };

export const whoami = say("root\n");
export const getenforce = say("Permissive\n");
export const sync: ShellCommand = () => 0;

export const uname: ShellCommand = ({ args, stdout }) => {
  const release = "5.15.123-android14";
  stdout.write(
    args.includes("-a")
      ? `Linux localhost ${release} #1 SMP PREEMPT x86_64 Toybox\n`
      : args.includes("-r")
        ? `${release}\n`
        : args.includes("-m")
          ? "x86_64\n"
          : "Linux\n",
  );
  return 0;
};

export const uptime: ShellCommand = ({ device, stdout }) => {
  const now = device.clock().toISOString().slice(11, 19);
  stdout.write(` ${now} up 5 min,  0 users,  load average: 0.00, 0.00, 0.00\n`);
  return 0;
};

export const df: ShellCommand = ({ args, stdout }) => {
  const path = args.find((argument) => !argument.startsWith("-")) ?? "/data";
  stdout.write(
    `Filesystem      1K-blocks    Used Available Use% Mounted on\n/dev/block/dm-5   6082144 1254680   4810080  21% ${path}\n`,
  );
  return 0;
};

interface Process {
  readonly user: string;
  readonly pid: number;
  readonly name: string;
}

function processes({ device }: CommandContext): readonly Process[] {
  const apps = device.activities
    .running()
    .map(({ packageName, pid }, index) => ({ user: `u0_a${100 + index}`, pid, name: packageName }));
  return [
    { user: "root", pid: 1, name: "init" },
    { user: "system", pid: 521, name: "system_server" },
    { user: "root", pid: 402, name: "adbd" },
    ...apps,
  ];
}

/** `ps`: with `-A` or `-e` every process, without only the shell's own. */
export const ps: ShellCommand = (context) => {
  const { flags, values } = parseOptions(context, "Aefwlo:p:u:TZ");
  const all = flags.has("A") || flags.has("e") || context.args.length === 0;
  const wanted = all ? processes(context) : [];
  const shown = [...wanted, { user: "root", pid: 4242, name: "sh" }].filter(
    ({ pid }) => !values.has("p") || values.get("p")?.split(",").includes(String(pid)),
  );
  const columns = values
    .get("o")
    ?.split(",")
    .map((column) => column.toUpperCase());
  if (columns !== undefined) {
    context.stdout.write(
      [
        columns.join(" "),
        ...shown.map((process) => columns.map((column) => columnOf(process, column)).join(" ")),
      ]
        .join("\n")
        .concat("\n"),
    );
    return 0;
  }
  const header = "USER           PID  PPID        VSZ    RSS WCHAN            ADDR S NAME\n";
  context.stdout.write(
    header +
      shown
        .map(
          ({ user, pid, name }) =>
            `${user.padEnd(12)} ${String(pid).padStart(5)} ${"1".padStart(5)} ${"13000000".padStart(10)} ${"150000".padStart(6)} ${"0".padEnd(16)}    0 S ${name}\n`,
        )
        .join(""),
  );
  return 0;
};

function columnOf({ user, pid, name }: Process, column: string): string {
  if (column === "PID") return String(pid);
  if (column === "USER") return user;
  return ["NAME", "ARGS", "CMD", "COMM", "CMDLINE"].includes(column) ? name : "0";
}

export const pidof: ShellCommand = (context) => {
  const found = processes(context).filter(({ name }) => context.args.includes(name));
  if (found.length === 0) return 1;
  context.stdout.write(`${found.map(({ pid }) => pid).join(" ")}\n`);
  return 0;
};

export const pgrep: ShellCommand = (context) => {
  const pattern = context.args.find((argument) => !argument.startsWith("-")) ?? "";
  const found = processes(context).filter(({ name }) => name.includes(pattern));
  context.stdout.write(found.map(({ pid }) => `${pid}\n`).join(""));
  return found.length === 0 ? 1 : 0;
};

/** `kill` and `pkill` of an app's process end the app; Android's own processes stay. */
export const kill: ShellCommand = async (context) => {
  const targets = context.args.filter((argument) => !argument.startsWith("-"));
  let status = 0;
  for (const target of targets) {
    const process = context.device.activities
      .running()
      .find(
        ({ pid, packageName }) =>
          String(pid) === target || (context.name !== "kill" && packageName === target),
      );
    if (process === undefined) {
      if (context.name === "kill") context.stderr.write(`/system/bin/sh: kill: ${target}: No such process\n`);
      status = 1;
    } else await context.device.activities.forceStop(process.packageName);
  }
  return status;
};

export const reboot: ShellCommand = async ({ args, surroundings }) => {
  if (args.length > 0)
    throw new CommandFailure(`reboot: '${args[0]}' is not supported by this virtual phone`);
  await surroundings.reboot();
  return 0;
};

/** `start` and `stop` of Android's services would leave a phone without a screen: refused. */
export const refused: ShellCommand = ({ name }) => {
  throw new CommandFailure(`${name}: not supported by this virtual phone`, 255);
};

/** `timeout SECONDS COMMAND…`: the command runs with what it needs; commands here end by themselves. */
export const timeout: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "k:s:vi", true);
  return context.runCommand(operands.slice(1));
};
