import type { VirtualDevice } from "../../system/device.ts";
import { type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";
import { parseOptions } from "./builtins/options.ts";
import { findPackage } from "./packages/pm.ts";

const isWifiOn = ({ device }: CommandContext): boolean =>
  device.isOnline && device.settings.get("global", "wifi_on") !== "0";

/** `ip addr|link|route [show [dev NAME]]`: loopback, and wlan0 while Wi-Fi is on. Changing anything is refused. */
export const ip: ShellCommand = (context) => {
  const [object = "", ...rest] = context.args.filter(
    (argument) => argument !== "-4" && argument !== "-f" && argument !== "inet",
  );
  if (object === "") throw new CommandFailure("Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }", 255);
  if (object.startsWith("-")) throw new CommandFailure(`Option "${object}" is unknown, try "ip -help".`, 255);
  const [verb = "show", ...names] = rest;
  if (!/^(?:show|list|ls|s|l)$/.test(verb) || names.some((name) => name.startsWith("-")))
    throw new CommandFailure(`ip: '${context.args.join(" ")}' is not supported by this virtual phone`, 255);
  const only = names.filter((name) => name !== "dev")[0];
  if (/^r(?:oute)?$/.test(object)) {
    if (isWifiOn(context))
      context.stdout.write("10.0.2.0/24 dev wlan0 proto kernel scope link src 10.0.2.16 \n");
    return 0;
  }
  const isAddress = /^a(?:ddr|ddress)?$/.test(object);
  if (!isAddress && !/^l(?:ink)?$/.test(object))
    throw new CommandFailure(`Object "${object}" is unknown, try "ip help".`, 255);
  const interfaces = [
    {
      name: "lo",
      text: "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n",
      address: "    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n",
    },
    ...(isWifiOn(context)
      ? [
          {
            name: "wlan0",
            text: "2: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 1000\n    link/ether 02:15:b2:00:00:00 brd ff:ff:ff:ff:ff:ff\n",
            address:
              "    inet 10.0.2.16/24 brd 10.0.2.255 scope global wlan0\n       valid_lft forever preferred_lft forever\n",
          },
        ]
      : []),
  ];
  const shown = interfaces.filter(({ name }) => only === undefined || name === only);
  if (shown.length === 0) throw new CommandFailure(`Device "${only}" does not exist.`);
  context.stdout.write(shown.map(({ text, address }) => text + (isAddress ? address : "")).join(""));
  return 0;
};

/** `ifconfig [-a] [INTERFACE]`: the same interfaces, in toybox's order of `/proc/net/dev`. Changing anything is refused. */
export const ifconfig: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "a");
  const [only, ...actions] = operands;
  if (actions.length > 0)
    throw new CommandFailure(`ifconfig: '${context.args.join(" ")}' is not supported by this virtual phone`);
  const interfaces = [
    [
      "lo",
      "Link encap:Local Loopback  ",
      "inet addr:127.0.0.1  Mask:255.0.0.0 ",
      "UP LOOPBACK RUNNING  MTU:65536  Metric:1",
    ],
    [
      "wlan0",
      "Link encap:Ethernet  HWaddr 02:15:b2:00:00:00",
      "inet addr:10.0.2.16  Bcast:10.0.2.255  Mask:255.255.255.0 ",
      "UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1",
    ],
  ].slice(0, isWifiOn(context) ? 2 : 1);
  const shown = interfaces.filter(([name]) => only === undefined || name === only);
  if (shown.length === 0) throw new CommandFailure(`ifconfig: ${only}: No such device`);
  const counted = [
    "RX packets:0 errors:0 dropped:0 overruns:0 frame:0 ",
    "TX packets:0 errors:0 dropped:0 overruns:0 carrier:0 ",
    "collisions:0 txqueuelen:1000 ",
    "RX bytes:0 TX bytes:0 ",
  ];
  const text = shown.map(([name = "", link = "", ...lines]) =>
    [`${name.padEnd(9)} ${link}`, ...[...lines, ...counted].map((line) => `          ${line}`), "", ""].join(
      "\n",
    ),
  );
  context.stdout.write(text.join(""));
  return 0;
};

/** `ping [-c N] HOST`: the loopback answers; a virtual phone has no network beyond it. */
export const ping: ShellCommand = (context) => {
  const rest = [...context.args];
  let count = 4;
  let host = "";
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "-c") count = Number(rest.shift());
    else if (argument === "-W" || argument === "-w" || argument === "-i") rest.shift();
    else if (argument.startsWith("-"))
      throw new CommandFailure(`ping: invalid option -- '${argument.slice(1)}'`, 2);
    else host = argument;
  }
  if (host === "" || !(count > 0))
    throw new CommandFailure("ping: usage error: Destination address required", 1);
  if (host === "127.0.0.1" || host === "localhost") {
    const lines = Array.from(
      { length: Math.min(count, 100) },
      (_, index) => `64 bytes from 127.0.0.1: icmp_seq=${index + 1} ttl=64 time=0.05 ms\n`,
    );
    context.stdout.write(
      `PING ${host} (127.0.0.1) 56(84) bytes of data.\n${lines.join("")}\n--- ${host} ping statistics ---\n${lines.length} packets transmitted, ${lines.length} received, 0% packet loss, time 0ms\n`,
    );
    return 0;
  }
  if (/^\d+(?:\.\d+){3}$/.test(host)) throw new CommandFailure("connect: Network is unreachable", 2);
  throw new CommandFailure(`ping: unknown host ${host}`, 2);
};

/** `nc [-w N] [-q N] HOST PORT`: toybox's client with nothing to send. */
export const nc: ShellCommand = ({ args, device }) => {
  const isOption = (word: string | undefined) => word === "-w" || word === "-q";
  const words = args.filter((word, at) => !isOption(word) && !isOption(args[at - 1]));
  const [host = "", port = ""] = words;
  if (words.length !== 2 || host.startsWith("-") || !/^\d+$/.test(port))
    throw new CommandFailure(`nc: '${args.join(" ")}' is not supported by this virtual phone`, 1);
  if (device.reaches(`${host}:${port}`)) return 0;
  const isOwn = host === "127.0.0.1" || host === "localhost";
  throw new CommandFailure(`nc: connect: ${isOwn ? "Connection refused" : "Network is unreachable"}`);
};

/** `service list|check NAME`; of binder calls only the one that empties the clipboard is known, others are refused by name. */
export const service: ShellCommand = ({ args, device, stdout }) => {
  const [verb, name] = args;
  if (verb === "list") {
    stdout.write(
      `Found ${services.length} services:\n${services.map((one, index) => `${index}\t${one}\n`).join("")}`,
    );
    return 0;
  }
  if (verb === "check" && name !== undefined) {
    const found = services.some((one) => one.startsWith(`${name}:`));
    stdout.write(`Service ${name}: ${found ? "found" : "not found"}\n`);
    return 0;
  }
  if (verb === "call" && args.join(" ") === clearPrimaryClip(device)) {
    device.clipboard.set(null);
    stdout.write("Result: Parcel(00000000    '....')\n");
    return 0;
  }
  if (verb === "call")
    throw new CommandFailure(`service: call ${name ?? ""} is not supported by this virtual phone`, 10);
  throw new CommandFailure(
    "service: Unknown command\nUsage: service [-h|-?]\n       service list\n       service check SERVICE",
    10,
  );
};

/**
 * IClipboard.clearPrimaryClip, whose number and arguments changed with Android 10, 12, 13 and 14. The shell is root here, which
 * "com.android.shell" is not.
 */
function clearPrimaryClip(device: VirtualDevice): string | null {
  const level = Number(device.properties().get("ro.build.version.sdk"));
  if (level < 28) return null;
  const rest = level >= 34 ? " s16  i32 0 i32 0" : level === 33 ? " s16  i32 0" : level >= 29 ? " i32 0" : "";
  return `call clipboard ${level >= 31 ? 3 : 2} s16 root${rest}`;
}

const services = [
  "activity: [android.app.IActivityManager]",
  "activity_task: [android.app.IActivityTaskManager]",
  "battery: []",
  "clipboard: [android.content.IClipboard]",
  "connectivity: [android.net.IConnectivityManager]",
  "display: [android.hardware.display.IDisplayManager]",
  "input: [android.hardware.input.IInputManager]",
  "input_method: [com.android.internal.view.IInputMethodManager]",
  "notification: [android.app.INotificationManager]",
  "package: [android.content.pm.IPackageManager]",
  "power: [android.os.IPowerManager]",
  "settings: []",
  "statusbar: [com.android.internal.statusbar.IStatusBarService]",
  "telephony.registry: [com.android.internal.telephony.ITelephonyRegistry]",
  "wifi: [android.net.wifi.IWifiManager]",
  "window: [android.view.IWindowManager]",
];

/** `run-as PACKAGE COMMAND…`: in the app's directory; apps of the image are not debuggable. */
export const runAs: ShellCommand = (context) => {
  const [name, ...words] = context.args;
  if (name === undefined || name.startsWith("-"))
    throw new CommandFailure("run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]");
  const entry = findPackage(context.device, name);
  if (entry === null) throw new CommandFailure(`run-as: unknown package: ${name}`);
  if (entry.isSystem) throw new CommandFailure(`run-as: package not debuggable: ${name}`);
  if (words[0] === "--user") words.splice(0, 2);
  const directory = `/data/data/${name}`;
  context.surroundings.files.makeDirectory(directory, true);
  const state = { ...context.state, directory };
  return words.length === 0 ? 0 : context.runCommand(words, { state });
};
