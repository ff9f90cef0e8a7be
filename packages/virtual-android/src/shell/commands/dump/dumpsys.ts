import { helperServices } from "../../../helper-apps/helper-apps.ts";
import type { VirtualDevice } from "../../../system/device.ts";
import { CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { findPackage } from "../packages/pm.ts";
import { windowManagerShell } from "../wm-shell.ts";
import { describePackage } from "./describe-package.ts";
import { dumpBattery, plugType } from "./dump-battery.ts";
import { builtInDisplayId, dumpDisplay, dumpInput } from "./dump-display.ts";
import { dumpGraphics, listLayers } from "./dump-graphics.ts";
import { dumpDeviceIdle, dumpLocation } from "./dump-idle-and-location.ts";
import { dumpMediaSessions } from "./dump-media.ts";
import { dumpMemory } from "./dump-memory.ts";
import { dumpConnectivity, dumpTelephonyRegistry, dumpWifi } from "./dump-network.ts";
import { dumpNotifications } from "./dump-notification.ts";
import { dumpTelecom } from "./dump-telecom.ts";
import { dumpActivities, dumpInputMethodWindow, dumpWindows } from "./dump-windows.ts";

type Service = (args: readonly string[], device: VirtualDevice) => string;

const inputMethod: Service = (_, device) => {
  const shown = device.activities.inputMethodShown();
  return [
    "Current Input Method Manager state:",
    `  mCurMethodId=${device.settings.get("secure", "default_input_method") ?? "null"}`,
    `  mInputShown=${shown}`,
    `  mShowRequested=${shown}`,
    `  mImeWindowVis=${shown ? 3 : 0}`,
    `  mInteractive=${device.display.isOn}`,
    "",
  ].join("\n");
};

const power: Service = (_, { display, battery }) =>
  [
    "POWER MANAGER (dumpsys power)",
    "",
    "Power Manager State:",
    `  mWakefulness=${display.isOn ? "Awake" : "Asleep"}`,
    "  mWakefulnessChanging=false",
    `  mIsPowered=${battery.isPowered}`,
    `  mPlugType=${plugType(battery)}`,
    `  mBatteryLevel=${battery.state.level}`,
    `  mHoldingDisplaySuspendBlocker=${display.isOn}`,
    `Display Power: state=${display.isOn ? "ON" : "OFF"}`,
    "",
  ].join("\n");

const packages: Service = ([name], device) => {
  if (name === undefined || name === "packages" || name === "p")
    return device.packages
      .list()
      .map((entry) => describePackage(entry, device))
      .join("");
  if (!name.includes(".")) return notThere("package", [name]);
  const entry = findPackage(device, name);
  return entry === null ? `Unable to find package: ${name}\n` : describePackage(entry, device);
};

const surfaceFlinger: Service = (args, device) => {
  if (args.includes("--list")) return listLayers(device);
  return args.includes("--display-id")
    ? `Display ${builtInDisplayId} (HWC display 0): port=0 pnpId=GGL displayName="Built-in Screen"\n`
    : notThere("SurfaceFlinger", args);
};

/** Better than the dump of something else. */
function notThere(service: string, args: readonly string[]): never {
  throw new CommandFailure(`dumpsys ${[service, ...args].join(" ")} is not supported by this virtual phone`);
}

/** Of Android 14, and of no virtual phone. What else is asked for is not a service there either, which Android ends with 0. */
const servicesNotHere = new Set(
  (
    "accessibility account adb alarm appops audio autofill backup batterystats binder_calls_stats biometric " +
    "bluetooth_manager clipboard companiondevice content cpuinfo dbinfo device_config device_policy devicestoragemonitor " +
    "diskstats dreams dropbox entropy fingerprint gpu graphicsstats hardware_properties iphonesubinfo isms isub jobscheduler " +
    "launcherapps lock_settings looper_stats media.audio_flinger media.audio_policy media.camera media.metrics media_router " +
    "mount netpolicy netstats network_management network_stack overlay permission permissionmgr phone platform_compat print " +
    "procstats role rollback search sensorservice shortcut simphonebook sip slice stats statusbar storagestats task thermalservice " +
    "tethering time_detector trust uimode usagestats usb user vibrator vibrator_manager vold wallpaper webviewupdate wifip2p wifiscanner"
  ).split(" "),
);

const windows: Service = ([part], device) => {
  if (part === "InputMethod") return dumpInputMethodWindow(device);
  if (part === "displays" || part === "d") return dumpWindows(device).displays;
  if (part === "policy" || part === "p") return dumpWindows(device).policy;
  if (part === undefined || /^(w|windows|a|all|visible|visible-apps|-a)$/.test(part))
    return dumpWindows(device).all;
  if (/^(l|lastanr|animator|s|sessions|t|tokens|trace|containers|package-config)$/.test(part))
    return notThere("window", [part]);
  return `Bad window command, or no windows match: ${part}\nUse -h for help.\n`;
};

/** Services in the foreground: only helper apps have any. */
function dumpServices(filter: string, device: VirtualDevice): string {
  const records = helperServices(device)
    .filter((component) => component.includes(filter))
    .map((component) => {
      const [packageName = ""] = component.split("/");
      return [
        `  * ServiceRecord{6dbae17 u0 ${component}}`,
        `    intent={cmp=${component}}`,
        `    packageName=${packageName}`,
        `    processName=${packageName}`,
        "    isForeground=true foregroundId=1",
        "",
      ].join("\n");
    });
  const listed = records.length === 0 ? "  (nothing)\n" : `  User 0 active services:\n${records.join("\n")}`;
  return `ACTIVITY MANAGER SERVICES (dumpsys activity services)\n${listed}`;
}

/** `service SystemUIService …` is asked of the service itself. */
const dumpActivity: Service = (args, device) => {
  const [part, service = "", client = "", ...rest] = args;
  if (part === "services" || part === "s") return dumpServices(service, device);
  if (part !== "service") return dumpActivities(args, device) ?? notThere("activity", args);
  const isSystemUi = /^(com\.android\.systemui\/)?\.?SystemUIService$/.test(service);
  if (!isSystemUi || client !== "WMShell") return `No services match: ${service}\nUse -h for help.\n`;
  return windowManagerShell(rest, device);
};

const services: ReadonlyMap<string, Service> = new Map(
  Object.entries({
    SurfaceFlinger: surfaceFlinger,
    activity: (args: readonly string[], device: VirtualDevice) => dumpActivity(args, device),
    battery: (args: readonly string[], device: VirtualDevice) => dumpBattery(args, device.battery),
    connectivity: (_: readonly string[], device: VirtualDevice) => dumpConnectivity(device),
    deviceidle: (args: readonly string[], device: VirtualDevice) =>
      dumpDeviceIdle(args, device) ?? notThere("deviceidle", args),
    display: (_: readonly string[], device: VirtualDevice) => dumpDisplay(device),
    gfxinfo: dumpGraphics,
    input: (_: readonly string[], device: VirtualDevice) => dumpInput(device),
    input_method: inputMethod,
    location: (_: readonly string[], device: VirtualDevice) => dumpLocation(device),
    meminfo: dumpMemory,
    media_session: (_: readonly string[], device: VirtualDevice) => dumpMediaSessions(device),
    notification: dumpNotifications,
    package: packages,
    power,
    telecom: (_: readonly string[], device: VirtualDevice) => dumpTelecom(device),
    "telephony.registry": (_: readonly string[], device: VirtualDevice) => dumpTelephonyRegistry(device),
    wifi: (_: readonly string[], device: VirtualDevice) => dumpWifi(device),
    window: windows,
  }),
);

/** `dumpsys SERVICE`: the lines of Android 14's dumps that tools read, from what the phone really shows. */
export const dumpsys: ShellCommand = ({ args, device, stdout, stderr }) => {
  const rest = [...args];
  while (/^-(t|T)$/.test(rest[0] ?? "")) rest.splice(0, 2);
  const [name, ...serviceArgs] = rest;
  if (name === "-l") {
    stdout.write(
      `Currently running services:\n${[...services.keys()].map((service) => `  ${service}\n`).join("")}`,
    );
    return 0;
  }
  if (name === undefined) {
    for (const [service, dump] of services) stdout.write(`DUMP OF SERVICE ${service}:\n${dump([], device)}`);
    return 0;
  }
  const service = services.get(name);
  if (service === undefined) {
    if (servicesNotHere.has(name)) notThere(name, serviceArgs);
    // Like Android, which still ends with 0.
    stderr.write(`Can't find service: ${name}\n`);
    return 0;
  }
  stdout.write(service(serviceArgs, device));
  return 0;
};
