import { chooseDevice, isLocal } from "./choose-device.ts";
import type { ClientOutput } from "./client-output.ts";
import { deviceList } from "./device-list.ts";
import type { DeviceRegistry } from "./device-registry.ts";
import type { ForwardedPorts } from "./forwarded-ports.ts";
import { cutOnce, type HostRequest } from "./host-request.ts";
import { closePort, openPort, portList } from "./port-services.ts";
import { adbServerVersion, fail, lengthPrefixed, okay, okayWith } from "./wire.ts";

/**
 * What this server and its phones announce. Only what is done here: no `abb`, `sendrecv_v2`, `apex` or compression, so
 * clients fall back to `cmd` over exec and to plain sync.
 */
const announcedFeatures = ["shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir"] as const;

export interface HostContext {
  readonly devices: DeviceRegistry;
  readonly output: ClientOutput;
  /** Aborted when the client is gone. */
  readonly clientGone: AbortSignal;
  /** What `host:kill` does; without it the server says that it stays. */
  readonly onKill: (() => void) | undefined;
  readonly forwarded: ForwardedPorts;
}

/** Answers one request of the adb server itself and ends the connection when that is done. */
export async function answerHostRequest(request: HostRequest, context: HostContext): Promise<void> {
  const { output, devices } = context;
  const [name] = cutOnce(request.service);
  if (name.startsWith("track-devices")) return trackDevices(request.service, context);
  if (name.startsWith("wait-for-")) return waitForState(request, context);
  if (name === "kill") answerKill(context);
  else if (/^(?:kill)?forward(?:-all)?$|^list-forward$/.test(name))
    output.write(await answerPorts(request, context));
  else if (name === "reconnect") reconnect(request, context);
  else output.write(answer(request, devices));
  output.end();
}

function answer(request: HostRequest, devices: DeviceRegistry): Buffer {
  const [name] = cutOnce(request.service);
  switch (name) {
    case "version":
      return okayWith(adbServerVersion.toString(16).padStart(4, "0"));
    case "devices":
      return okayWith(deviceList(devices.list(), false));
    case "devices-l":
      return okayWith(deviceList(devices.list(), true));
    case "host-features":
      return okayWith(announcedFeatures.join(","));
    case "features":
    case "get-state":
    case "get-serialno":
    case "get-devpath":
      return answerAboutDevice(name, request, devices);
    case "reconnect-offline":
      return okayWith(
        devices
          .reconnectOffline()
          .map((serial) => `reconnecting ${serial}\n`)
          .join(""),
      );
    case "connect":
      return okayWith(`failed to connect to '${cutOnce(request.service)[1]}': Connection refused`);
    case "disconnect":
      return disconnect(cutOnce(request.service)[1], devices);
    default:
      return fail("unknown host service");
  }
}

/** As in adb, a phone that cannot be chosen is not a failure. It is answered first: the connection may be one that goes. */
function reconnect({ selector }: HostRequest, { devices, output }: HostContext): void {
  const choice = chooseDevice(devices.list(), selector, true);
  if (!choice.ok) {
    output.write(okayWith(choice.reason));
    return;
  }
  const { serial, state } = choice.attached;
  output.write(okayWith(`reconnecting ${serial} [${state}]\n`));
  devices.reconnect(serial);
}

/** Without an address all that is not on USB goes: adb finds emulators again by itself, and phones at an address when told to. */
function disconnect(address: string, devices: DeviceRegistry): Buffer {
  if (address !== "") {
    const serial = /:\d+$/.test(address) ? address : `${address}:5555`;
    return devices.detach(serial) ? okayWith(`disconnected ${address}`) : fail(`no such device '${serial}'`);
  }
  for (const { serial } of devices.list().filter((attached) => isLocal(attached.serial)))
    if (serial.startsWith("emulator-")) devices.reconnect(serial);
    else devices.detach(serial);
  return okayWith("disconnected everything");
}

/** The first OKAY takes the request, the second says that it is done. */
async function answerPorts(request: HostRequest, { devices, forwarded }: HostContext): Promise<Buffer> {
  const [name, argument] = cutOnce(request.service);
  if (name === "list-forward") return okayWith(portList(forwarded));
  if (name === "killforward-all") {
    forwarded.closeAll();
    return Buffer.concat([okay, okay]);
  }
  const choice = chooseDevice(devices.list(), request.selector);
  if (!choice.ok) return fail(choice.reason);
  const { serial } = choice.attached;
  const done =
    name === "forward" ? await openPort(forwarded, serial, argument) : closePort(forwarded, serial, argument);
  return done.subarray(0, 4).equals(okay) ? Buffer.concat([okay, done]) : done;
}

function answerAboutDevice(
  name: "features" | "get-state" | "get-serialno" | "get-devpath",
  request: HostRequest,
  devices: DeviceRegistry,
): Buffer {
  const choice = chooseDevice(devices.list(), request.selector, name !== "features");
  if (!choice.ok) return fail(choice.reason);
  switch (name) {
    case "features":
      return okayWith(announcedFeatures.join(","));
    case "get-state":
      return okayWith(choice.attached.state);
    case "get-serialno":
      return okayWith(choice.attached.serial);
    case "get-devpath":
      return okayWith("unknown");
  }
}

function answerKill({ output, onKill }: HostContext): void {
  if (onKill === undefined) {
    output.write(fail("this adb server belongs to the virtual phones; stop their process to end it"));
    return;
  }
  output.write(okay);
  onKill();
}

async function trackDevices(service: string, { devices, output, clientGone }: HostContext): Promise<void> {
  if (service !== "track-devices" && service !== "track-devices-l") {
    output.write(fail("unknown host service"));
    output.end();
    return;
  }
  const long = service === "track-devices-l";
  const current = () => deviceList(devices.list(), long);
  let sent = current();
  output.write(Buffer.concat([okay, lengthPrefixed(sent)]));
  const stop = devices.onChange(() => {
    const next = current();
    if (next === sent) return;
    sent = next;
    output.write(lengthPrefixed(next));
  });
  await aborted(clientGone);
  stop();
}

const waitForPattern =
  /^wait-for-(any|usb|local)(?:-(any|device|disconnect|recovery|rescue|sideload|bootloader))?$/;

async function waitForState(
  request: HostRequest,
  { devices, output, clientGone }: HostContext,
): Promise<void> {
  const match = waitForPattern.exec(request.service);
  if (match === null) {
    output.write(fail("unknown host service"));
    output.end();
    return;
  }
  const wanted = match[2] ?? "device";
  const selector =
    request.selector.by === "any" ? { by: match[1] as "any" | "usb" | "local" } : request.selector;
  const reached = () => {
    const choice = chooseDevice(devices.list(), selector, true);
    if (wanted === "disconnect") return !choice.ok;
    return choice.ok && (wanted === "any" || choice.attached.state === wanted);
  };
  // The first OKAY takes the request, the second says that the state is reached.
  output.write(okay);
  while (!reached() && !clientGone.aborted) await nextChange(devices, clientGone);
  if (!clientGone.aborted) output.write(okay);
  output.end();
}

function nextChange(devices: DeviceRegistry, clientGone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      clientGone.removeEventListener("abort", done);
      resolve();
    };
    const stop = devices.onChange(done);
    clientGone.addEventListener("abort", done);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
