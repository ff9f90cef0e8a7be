import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Battery } from "../../src/system/battery.ts";
import type {
  ContentRow,
  InstalledPackage,
  Intent,
  SettingsNamespace,
  VirtualDevice,
} from "../../src/system/device.ts";
import { EventLog } from "../../src/system/event-log.ts";
import { NotificationStore } from "../../src/system/telephony/notifications.ts";
import { phoneNumberOf, TelephoneExchange } from "../../src/system/telephony/telephone-exchange.ts";
import { Telephony, type TelephonyStore } from "../../src/system/telephony/telephony.ts";

const silentStore: TelephonyStore = {
  now: () => 0,
  isOnAir: () => true,
  addMessage: () => {},
  addCall: () => {},
  callsChanged: () => {},
};

const settingsApp = {
  packageName: "com.android.settings",
  label: "Settings",
  versionName: "14",
  versionCode: 34,
  isSystem: true,
  launcherActivity: "com.android.settings/.Settings",
  apkPath: "/system/priv-app/Settings/Settings.apk",
  labelResource: 0x7f010000,
} satisfies InstalledPackage;

/** A phone that remembers what it was asked, on its own directory. */
export function createFakeDevice(serial = "emulator-5554") {
  const filesRoot = mkdtempSync(path.join(tmpdir(), "drover-fake-phone-"));
  const calls: string[] = [];
  const started: Intent[] = [];
  const packages = new Map<string, InstalledPackage>([[settingsApp.packageName, settingsApp]]);
  const settings = new Map<string, string>();
  const rows: ContentRow[] = [];
  const key = (namespace: SettingsNamespace, name: string) => `${namespace}/${name}`;
  let clipboard: string | null = null;
  let keyboardShown = false;
  let focused: { packageName: string; component: string; windowTitle: string; secure: boolean } | null = null;
  const properties = new Map([
    ["sys.boot_completed", "1"],
    ["ro.product.model", "Virtual Phone"],
    ["ro.product.name", "drover_phone"],
    ["ro.product.device", "drover"],
    ["ro.build.version.sdk", "34"],
  ]);
  let dump: Awaited<ReturnType<VirtualDevice["dumpHierarchy"]>> = {
    ok: true,
    xml: '<hierarchy rotation="0" />',
  };
  const device = {
    serial,
    filesRoot,
    clock: () => new Date("2026-03-04T05:06:07Z"),
    upMilliseconds: () => 300_000,
    input: {
      tap: async (x, y) => void calls.push(`tap ${x} ${y}`),
      swipe: async (...values) => void calls.push(`swipe ${values.join(" ")}`),
      pinch: async (fingers) =>
        void calls.push(
          `pinch ${fingers.map(({ start, end }) => `${start.x},${start.y} to ${end.x},${end.y}`).join(" and ")}`,
        ),
      draganddrop: async (...values) => void calls.push(`draganddrop ${values.join(" ")}`),
      keyevent: async (code, options) =>
        void calls.push(
          `keyevent ${code}${options?.longPress ? " long" : ""}${options?.metaKeys ? ` with ${options.metaKeys}` : ""}`,
        ),
      text: async (text) => {
        if (/[^ -~]/.test(text)) throw new Error("not ASCII");
        calls.push(`text ${text}`);
      },
      commitText: async (text) => void calls.push(`commit ${text}`),
    },
    display: {
      width: 1080,
      height: 2400,
      densityDpi: 420,
      physical: { width: 1080, height: 2400, densityDpi: 420 },
      rotation: 0,
      isOn: true,
      isLocked: false,
    },
    settings: {
      get: (namespace, name) => settings.get(key(namespace, name)) ?? null,
      put: (namespace, name, value) => void settings.set(key(namespace, name), value),
      delete: (namespace, name) => settings.delete(key(namespace, name)),
      list: (namespace) =>
        [...settings]
          .filter(([name]) => name.startsWith(`${namespace}/`))
          .map(([name, value]) => [name.slice(namespace.length + 1), value] as const),
    },
    packages: {
      list: () => [...packages.values()],
      query: ({ data, categories, packageName: wanted }) => {
        if (data?.startsWith("https:")) return ["com.android.settings/.Browser"];
        const all = [...packages.values()].filter(({ packageName }) =>
          [undefined, packageName].includes(wanted),
        );
        const launches = categories.includes("android.intent.category.LAUNCHER");
        return launches ? all.flatMap(({ launcherActivity }) => launcherActivity ?? []) : [];
      },
      resolve: ({ data }) => (data?.startsWith("https:") ? "com.android.settings/.Browser" : null),
      install: async (apk) => {
        const packageName = apk.toString("utf8").trim();
        if (!packageName.includes(".")) throw new Error("INSTALL_PARSE_FAILED_NOT_APK: not a package");
        packages.set(packageName, {
          ...settingsApp,
          packageName,
          isSystem: false,
          launcherActivity: `${packageName}/.Main`,
          apkPath: `/data/app/${packageName}/base.apk`,
          labelResource: 0,
        });
        return packageName;
      },
      uninstall: async (packageName) => packages.delete(packageName),
      clear: async (packageName) => packages.has(packageName),
      permissions: () => ({ requested: [], runtime: [] }),
      setPermission: () => true,
    },
    activities: {
      start: async (intent) => {
        started.push(intent);
        const component =
          intent.component ??
          packages.get(intent.packageName ?? "")?.launcherActivity ??
          (intent.action === "android.settings.SETTINGS" ? "com.android.settings/.Settings" : null);
        if (component === null) return { status: "no-activity" };
        const [packageName = ""] = component.split("/");
        if (!packages.has(packageName)) return { status: "no-class", component };
        focused = { packageName, component, windowTitle: component, secure: false };
        return { status: "ok", component, broughtToFront: false };
      },
      broadcast: async () => ({ resultCode: 0, resultData: null }),
      forceStop: async (packageName) => void calls.push(`force-stop ${packageName}`),
      crash: (packageName) => void calls.push(`crash ${packageName}`),
      startProcess: () => {},
      focused: () => focused,
      windows: () =>
        focused === null
          ? []
          : [{ ...focused, title: focused.windowTitle || focused.component, hasSurface: false }],
      inputMethodShown: () => keyboardShown,
      tasks: () =>
        focused === null
          ? []
          : [{ packageName: focused.packageName, component: focused.component, taskId: 7 }],
      splitWith: (taskId, position) => void calls.push(`split with ${taskId} at ${position}`),
      exitSplit: (which) => void calls.push(`exit split ${JSON.stringify(which)}`),
      running: () => [{ packageName: "com.android.systemui", pid: 812, frames: 0 }],
      home: async () => void calls.push("home"),
      clearRecents: () => void calls.push("clear recents"),
    },
    content: {
      query: async (uri, { where }) => {
        if (!uri.startsWith("content://com.android.contacts")) throw new Error(`Unknown URI ${uri}`);
        return where === undefined ? rows : rows.filter((row) => where.includes(String(row.name)));
      },
      insert: async (_uri, values) => void rows.push({ _id: rows.length + 1, ...values }),
      update: async () => rows.length,
      delete: async () => rows.splice(0).length,
    },
    automation: { connect: () => null },
    clipboard: {
      get: () => clipboard,
      set: (text) => {
        clipboard = text;
      },
    },
    log: new EventLog(() => new Date("2026-03-04T05:06:07Z")),
    isOnline: true,
    mediaSessions: [],
    battery: new Battery(() => {}),
    telephony: new Telephony(phoneNumberOf(serial), silentStore, new TelephoneExchange()),
    properties: () => properties,
    setProperty: (name, value) => void properties.set(name, value),
    expandShade: (to) => void calls.push(`shade ${to}`),
    notifications: new NotificationStore(
      () => new Date("2026-03-04T05:06:07Z"),
      () => {},
    ),
    screencap: async () => Buffer.from("\u0089PNG-pixels", "latin1"),
    dumpHierarchy: async () => dump,
    dumpWindows: async () => dump,
    reboot: async () => void calls.push("reboot"),
    isFrameworkRunning: true,
    reaches: () => false,
    stopFramework: () => {},
    startFramework: () => {},
    close: async () => rmSync(filesRoot, { recursive: true, force: true }),
  } satisfies VirtualDevice;
  return {
    device,
    calls,
    started,
    settings,
    properties,
    showKeyboard: () => {
      keyboardShown = true;
    },
    dumpAs: (next: typeof dump) => {
      dump = next;
    },
  };
}
