import { SYSTEM_SERVER_PID } from "./event-log.ts";
import type { PhoneCore } from "./phone-core.ts";

/** Flags of an app of the image, as `am_crash` and `am_anr` print them. */
const APP_FLAGS = 0x3048_be45;

/** The exception that an app ends with. */
export interface AppException {
  readonly className: string;
  readonly message: string;
}

const SCRIPTED: AppException = {
  className: "java.lang.RuntimeException",
  message: "scripted crash of the virtual phone",
};

const FRAMEWORK_FRAMES = [
  "android.os.Handler.dispatchMessage(Handler.java:106)",
  "android.os.Looper.loopOnce(Looper.java:205)",
  "android.os.Looper.loop(Looper.java:294)",
  "android.app.ActivityThread.main(ActivityThread.java:8177)",
  "java.lang.reflect.Method.invoke(Native Method)",
  "com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:552)",
  "com.android.internal.os.ZygoteInit.main(ZygoteInit.java:971)",
];

const system = { buffer: "system", pid: SYSTEM_SERVER_PID } as const;
const events = { buffer: "events", pid: SYSTEM_SERVER_PID } as const;

/** The component that it shows; null for one in the background. */
function shownComponent({ stack }: PhoneCore, packageName: string): string | null {
  const activities = stack.tasks().flatMap((task) => task.activities.toReversed());
  return activities.find((activity) => activity.packageName === packageName)?.factory.component ?? null;
}

/** What Android 14 logs when a process dies of an exception: RuntimeInit, ActivityManager, and the events' `am_crash`. */
export function reportCrash(
  core: PhoneCore,
  packageName: string,
  { className, message }: AppException = SCRIPTED,
): void {
  const pid = core.stack.pidOf(packageName);
  const component = shownComponent(core, packageName);
  const screen = (component ?? `${packageName}/.Application`).split("/")[1] ?? "";
  const screenClass = screen.startsWith(".") ? packageName + screen : screen;
  const file = `${/[^.$]+$/.exec(screen)?.[0] ?? "Application"}.java`;
  core.log.add("D", "AndroidRuntime", "Shutting down VM", { pid });
  const block = [
    "FATAL EXCEPTION: main",
    `Process: ${packageName}, PID: ${pid}`,
    `${className}: ${message}`,
    ...[`${screenClass}.onResume(${file}:42)`, ...FRAMEWORK_FRAMES].map((frame) => `\tat ${frame}`),
  ];
  core.log.add("E", "AndroidRuntime", block.join("\n"), { buffer: "crash", pid });
  const crash = [pid, 0, packageName, APP_FLAGS, className, message, file, 42, 0];
  core.log.add("I", "am_crash", `[${crash.join(",")}]`, events);
  if (component !== null)
    core.log.add("W", "ActivityTaskManager", `  Force finishing activity ${component}`, system);
  core.log.add("I", "Process", `Sending signal. PID: ${pid} SIG: 9`, { pid });
  core.log.add("I", "ActivityManager", `Process ${packageName} (pid ${pid}) has died: fg  TOP `, system);
  core.log.add("I", "am_proc_died", `[0,${pid},${packageName},0,2]`, events);
}

/** What Android 14 logs when an app does not take an input event within five seconds: AnrHelper, and the events' `am_anr`. */
export function reportAnr(core: PhoneCore, packageName: string): void {
  const pid = core.stack.pidOf(packageName);
  const component = shownComponent(core, packageName);
  const window = component ?? packageName;
  const reason = `Input dispatching timed out (${window} (server) is not responding. Waited 5001ms for MotionEvent(action=DOWN))`;
  core.log.add("I", "am_anr", `[0,${pid},${packageName},${APP_FLAGS},${reason}]`, events);
  const block = [
    `ANR in ${packageName}${component === null ? "" : ` (${component})`}`,
    `PID: ${pid}`,
    `Reason: ${reason}`,
    ...(component === null ? [] : [`Parent: ${component}`]),
    "Frozen: false",
    "Load: 0.0 / 0.0 / 0.0",
  ];
  core.log.add("E", "ActivityManager", block.join("\n"), system);
}

/** "Close app" of an ANR dialog. */
export function reportKill(core: PhoneCore, packageName: string): void {
  const pid = core.stack.pidOf(packageName);
  const why = "user request after error";
  core.log.add("I", "ActivityManager", `Killing ${pid}:${packageName}/u0a100 (adj 0): ${why}`, system);
  core.log.add("I", "am_kill", `[0,${pid},${packageName},0,${why}]`, events);
  core.log.add("I", "am_proc_died", `[0,${pid},${packageName},0,2]`, events);
}
