import { helperApp } from "../../../helper-apps/helper-apps.ts";
import type { Intent } from "../../../system/device.ts";
import { type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { adbKeyboardText } from "../input/adb-keyboard.ts";
import { ArgumentReader, serviceException, subcommands, unsupported } from "../service-command.ts";
import { instrument } from "./instrument.ts";
import { describeIntent, longComponent, readIntent } from "./intent-arguments.ts";

const newTaskFlag = 0x10000000;

const start: ShellCommand = async (context) => {
  const { device, stdout, stderr } = context;
  const options = { wait: false, stopFirst: false };
  const intent = readIntent(...startOptions(context, options));
  const { action, data, component, packageName } = intent;
  if (!action && !data && !component && !packageName && intent.categories.length === 0) {
    throw serviceException(context.name, "java.lang.IllegalArgumentException: No intent supplied");
  }
  if (options.stopFirst) {
    const target = packageName ?? component?.split("/")[0];
    if (target !== undefined) {
      stdout.write(`Stopping: ${target}\n`);
      await device.activities.forceStop(target);
    }
  }
  stdout.write(`Starting: ${describeIntent(intent)}\n`);
  const helper = helperApp(device, component?.split("/")[0] ?? "");
  if (helper?.start?.(device, component ?? "") === true) return 0;
  const startedAt = performance.now();
  const result = await device.activities.start({ ...intent, flags: intent.flags | newTaskFlag });
  // What goes wrong is text on stderr; the exit code stays 0 (https://github.com/ARM-software/devlib/pull/133).
  if (result.status === "no-class") {
    stderr.write(`Error type 3\nError: Activity class {${result.component}} does not exist.\n`);
    return 0;
  }
  if (result.status === "no-activity") {
    const resolved = { ...intent, flags: intent.flags | newTaskFlag };
    stderr.write(`Error: Activity not started, unable to resolve ${describeIntent(resolved)}\n`);
    return 0;
  }
  device.log.add("I", "ActivityTaskManager", `START u0 {${describeIntent(intent).slice(9, -2)}} from uid 0`);
  if (result.broughtToFront) {
    stderr.write("Warning: Activity not started, its current task has been brought to the front\n");
  }
  if (options.wait) stdout.write(waitReport(result, Math.max(1, Math.round(performance.now() - startedAt))));
  return 0;
};

function startOptions(
  context: CommandContext,
  options: { wait: boolean; stopFirst: boolean },
): readonly [ArgumentReader, (option: string) => boolean] {
  const reader = new ArgumentReader(context);
  const takeOption = (option: string): boolean => {
    if (option === "-W") options.wait = true;
    else if (option === "-S") options.stopFirst = true;
    else if (
      ["--user", "--display", "-R", "-P", "--start-profiler", "--windowingMode", "--activityType"].includes(
        option,
      )
    )
      reader.required();
    else if (
      ![
        "-D",
        "-N",
        "--streaming",
        "--task-overlay",
        "--lock-task",
        "--allow-background-activity-starts",
      ].includes(option)
    )
      return false;
    return true;
  };
  return [reader, takeOption];
}

function waitReport(result: { component: string; broughtToFront: boolean }, milliseconds: number): string {
  const launch = result.broughtToFront ? "HOT" : "COLD";
  return `Status: ok\nLaunchState: ${launch}\nActivity: ${result.component}\nTotalTime: ${milliseconds}\nWaitTime: ${milliseconds + 2}\nComplete\n`;
}

const broadcast: ShellCommand = async (context) => {
  const { device, stdout } = context;
  const reader = new ArgumentReader(context);
  const intent = readIntent(reader, (option) => {
    if (option === "--user" || option === "--receiver-permission") reader.required();
    else if (option !== "--async" && option !== "--allow-background-activity-starts") return false;
    return true;
  });
  // Android's status bar would show what the demo says.
  if (
    intent.action === "com.android.systemui.demo" &&
    device.settings.get("global", "sysui_demo_allowed") === "1"
  )
    throw unsupported("am broadcast of com.android.systemui.demo");
  stdout.write(`Broadcasting: ${describeIntent({ ...intent, flags: intent.flags | 0x400000 })}\n`);
  const typed = adbKeyboardText(intent, device);
  if (typed !== null) {
    await typed();
    stdout.write("Broadcast completed: result=0\n");
    return 0;
  }
  const receiver = helperApp(device, intent.component?.split("/")[0] ?? intent.packageName ?? "");
  const { resultCode, resultData } =
    receiver?.broadcast?.(device, intent) ?? (await device.activities.broadcast(intent));
  stdout.write(
    `Broadcast completed: result=${resultCode}${resultData === null ? "" : `, data="${resultData}"`}\n`,
  );
  return 0;
};

const forceStop: ShellCommand = async (context) => {
  const reader = new ArgumentReader(context);
  for (let option = reader.nextOption(); option !== null; option = reader.nextOption()) {
    if (option !== "--user") throw reader.unknownOption(option);
    reader.required();
  }
  const packageName = reader.required();
  await context.device.activities.forceStop(packageName);
  context.device.log.add(
    "I",
    "ActivityManager",
    `Force stopping ${packageName} appid=-1 user=0: from pid 4242`,
  );
  return 0;
};

/** `am kill` ends only what runs in the background. */
const kill: ShellCommand = async (context) => {
  const reader = new ArgumentReader(context);
  if (reader.nextOption() !== null) reader.required();
  const packageName = reader.required();
  if (context.device.activities.focused()?.packageName !== packageName)
    await context.device.activities.forceStop(packageName);
  return 0;
};

/** `am crash` of a package or a pid that runs. */
const crash: ShellCommand = ({ args, device, name }) => {
  const reader = new ArgumentReader({ args, name });
  if (reader.nextOption() !== null) reader.required();
  const wanted = reader.required();
  const { activities } = device;
  const process = activities
    .running()
    .find(({ packageName, pid }) => [packageName, `${pid}`].includes(wanted));
  if (process !== undefined) activities.crash(process.packageName);
  return 0;
};

const killAll: ShellCommand = async ({ device }) => {
  const front = device.activities.focused()?.packageName;
  for (const { packageName } of device.activities.tasks()) {
    if (packageName !== front) await device.activities.forceStop(packageName);
  }
  return 0;
};

const listTasks: ShellCommand = ({ args, device, stdout, name }) => {
  if (args[0] !== "list")
    throw new CommandFailure(`Error: unknown command '${args[0] ?? ""}' for ${name}`, 255);
  const { width, height } = device.display;
  const front = device.activities.focused()?.component;
  const lines = device.activities.tasks().map(({ taskId, component, bounds, isBeside = false }) => {
    const { left, top, right, bottom } = bounds ?? { left: 0, top: 0, right: width, bottom: height };
    const place = `bounds=[${left},${top}][${right},${bottom}]`;
    return (
      `RootTask id=${taskId} ${place} displayId=0 userId=0\n` +
      `  taskId=${taskId}: ${longComponent(component)} ${place} userId=0 visible=${front === component || isBeside}\n`
    );
  });
  stdout.write(lines.join("\n"));
  return 0;
};

const currentUser: ShellCommand = ({ stdout }) => {
  stdout.write("0\n");
  return 0;
};

/** Apps are data: they have no services that could be started. */
const startService: ShellCommand = (context) => {
  context.stdout.write(`Starting service: ${describeIntent(readIntent(...userOption(context)))}\n`);
  throw new CommandFailure("Error: Not found; no service started.", 255);
};

const stopService: ShellCommand = (context) => {
  context.stdout.write(`Stopping service: ${describeIntent(readIntent(...userOption(context)))}\n`);
  throw new CommandFailure("Service not stopped: was not running.", 255);
};

const userOption = (context: CommandContext) => {
  const reader = new ArgumentReader(context);
  const takeOption = (option: string): boolean => option === "--user" && reader.required() !== "";
  return [reader, takeOption] as const;
};

/** What a launcher sends, shared with `monkey`. */
export const launcherIntent = (packageName: string): Intent => ({
  action: "android.intent.action.MAIN",
  categories: ["android.intent.category.LAUNCHER"],
  packageName,
  extras: {},
  flags: newTaskFlag,
});

/** `am` and `cmd activity`, Android 14. */
export const am = subcommands(
  {
    start,
    "start-activity": start,
    startservice: startService,
    "start-service": startService,
    startforegroundservice: startService,
    "start-foreground-service": startService,
    stopservice: stopService,
    "stop-service": stopService,
    instrument,
    broadcast,
    "force-stop": forceStop,
    "stop-app": forceStop,
    kill,
    crash,
    "kill-all": killAll,
    stack: listTasks,
    task: listTasks,
    "get-current-user": currentUser,
    "wait-for-broadcast-idle": () => 0,
    "clear-debug-app": () => 0,
  },
  "Activity manager (activity) commands:\n  start-activity, broadcast, force-stop, kill, kill-all, crash, stack list, task list, get-current-user",
);
