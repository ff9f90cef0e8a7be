import { CommandFailure, type ShellCommand } from "../shell-session.ts";
import { parseOptions } from "./builtins/options.ts";
import { secondsOf } from "./process-commands.ts";

const longestSleepSeconds = 600;

/** `sleep`: ends early when nobody waits for it; longer than ten minutes is refused. */
export const sleep: ShellCommand = async ({ args, surroundings }) => {
  if (args.length === 0) throw new CommandFailure('sleep: Needs 1 argument (see "sleep --help")');
  let seconds = 0;
  for (const text of args) {
    const wanted = secondsOf(text);
    if (wanted === null) throw new CommandFailure(`sleep: not a number '${text}'`);
    seconds += wanted;
  }
  if (seconds > longestSleepSeconds)
    throw new CommandFailure(
      `sleep: more than ${longestSleepSeconds} s is not supported by this virtual phone`,
    );
  try {
    await surroundings.sleep(seconds * 1000, surroundings.hangUp);
    return 0;
  } catch {
    const { reason } = surroundings.hangUp;
    return 128 + (typeof reason === "number" ? reason : 1); // SIGHUP
  }
};

export const id: ShellCommand = (context) => {
  const { flags } = parseOptions(context, "unGgZ");
  if (flags.has("Z")) context.stdout.write("u:r:su:s0\n");
  else if (flags.has("u") || flags.has("g")) context.stdout.write(flags.has("n") ? "root\n" : "0\n");
  else {
    const groups =
      "0(root),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),1078(ext_data_rw),1079(ext_obb_rw),3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc),3011(uhid),3012(readtracefs)";
    context.stdout.write(`uid=0(root) gid=0(root) groups=${groups} context=u:r:su:s0\n`);
  }
  return 0;
};

const say =
  (text: string): ShellCommand =>
  (context) => {
    parseOptions(context, "");
    context.stdout.write(text);
    return 0;
  };

export const whoami = say("root\n");
export const getenforce = say("Permissive\n");
export const sync = say("");

export const uname: ShellCommand = (context) => {
  parseOptions(context, "armns");
  const { args, stdout } = context;
  const release = "5.15.123-android14";
  stdout.write(
    args.includes("-a")
      ? `Linux localhost ${release} #1 SMP PREEMPT x86_64 Toybox\n`
      : args.includes("-r")
        ? `${release}\n`
        : args.includes("-n")
          ? "localhost\n"
          : args.includes("-m")
            ? "x86_64\n"
            : "Linux\n",
  );
  return 0;
};

export const uptime: ShellCommand = (context) => {
  parseOptions(context, "");
  const { device, stdout } = context;
  const now = device.clock().toISOString().slice(11, 19);
  const minutes = Math.floor(device.upMilliseconds() / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const time =
    hours === 0
      ? `${minutes % 60} min`
      : `${String(hours).padStart(2)}:${String(minutes % 60).padStart(2, "0")}`;
  const since = `${days === 0 ? "" : `${days} day${days === 1 ? "" : "s"}, `}${time}`;
  stdout.write(` ${now} up ${since},  0 users,  load average: 0.00, 0.00, 0.00\n`);
  return 0;
};

export const reboot: ShellCommand = async ({ args, surroundings }) => {
  if (args.length > 0)
    throw new CommandFailure(`reboot: '${args[0]}' is not supported by this virtual phone`);
  await surroundings.reboot();
  return 0;
};

/** What is on a phone and not on a virtual one: it runs no Java, and keeps no app operations or backups. */
export const refused: ShellCommand = ({ name }) => {
  throw new CommandFailure(`${name}: not supported by this virtual phone`, 255);
};
