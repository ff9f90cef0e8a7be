import { cutOnce } from "./smart-socket.ts";

/** The one device of a port, and what may be done with it beyond the usual. */
export interface PortRules {
  readonly serial: string;
  /** adbd as root, a writable system, verity off. */
  readonly root: boolean;
  readonly reboot: boolean;
}

/** `transportId`: what the port calls the device now besides its serial; a client that lists devices may ask for it by this. */
type AskedRules = PortRules & { readonly transportId: number };

/** What becomes of one request on the port. */
export type Ruling =
  | { readonly kind: "refused"; readonly reason: string }
  /** Answered by the real server, under this name. */
  | { readonly kind: "passed"; readonly request: string }
  /** Answered from the real server's list, without other devices. */
  | { readonly kind: "listed" | "tracked"; readonly long: boolean }
  /** The connection's next request is the device's. */
  | { readonly kind: "transported"; readonly answersId: boolean }
  /** A service of the device: from here on bytes go to and fro. */
  | { readonly kind: "opened"; readonly service: string }
  | {
      readonly kind: "forwarded";
      readonly local: string;
      readonly port: number;
      readonly remote: string;
      readonly rebinds: boolean;
    }
  /** Null: all of them. */
  | { readonly kind: "unforwarded"; readonly local: string | null }
  | { readonly kind: "forwardsListed" };

const refused = (reason: string): Ruling => ({ kind: "refused", reason });
const alone = ({ serial }: PortRules): Ruling => refused(`This port serves only device '${serial}'.`);

/** Null: not a request of the server but one of the device. */
function hostRequest(request: string, rules: AskedRules): { readonly service: string } | Ruling | null {
  const [prefix, rest] = cutOnce(request);
  if (prefix === "host" || prefix === "host-usb" || prefix === "host-local") return { service: rest };
  if (prefix === "host-serial") {
    const mine = `${rules.serial}:`;
    return rest.startsWith(mine) ? { service: rest.slice(mine.length) } : alone(rules);
  }
  if (prefix === "host-transport-id") {
    const [id, service] = cutOnce(rest);
    return id === String(rules.transportId) ? { service } : alone(rules);
  }
  return null;
}

/** What the port does with a request: everything that is not known to concern the one device alone is refused. */
export function judgeRequest(request: string, transported: boolean, rules: AskedRules): Ruling {
  const asked = hostRequest(request, rules);
  if (asked !== null) return "kind" in asked ? asked : judgeHostService(asked.service, rules);
  if (transported) return judgeDeviceService(request, rules);
  return refused("No device was chosen on this connection: ask for host:transport-any first.");
}

/** Of the whole server, and why each is not for one session. */
const serversOwn: Readonly<Record<string, string>> = {
  kill: "This adb server belongs to the farm and cannot be stopped. The port closes when its session ends.",
  connect: "No other device can be connected through this port.",
  disconnect: "Only the farm can disconnect the device.",
  pair: "No other device can be paired through this port.",
  reconnect: "Only the farm can restart the device's connection.",
  "reconnect-offline": "Only the farm can restart the device's connection.",
  attach: "Only the farm can attach the device.",
  detach: "Only the farm can detach the device.",
  emulator: "This port has no emulator commands.",
  mdns: "This port does not search the network for devices.",
};

/** A name means one answer about the one device, given by the real server. */
const aboutDevice = new Set(["features", "get-state", "get-serialno", "get-devpath"]);
const waiting =
  /^wait-for-(any|usb|local)(-(any|device|disconnect|recovery|rescue|sideload|bootloader|offline))?$/;

function judgeHostService(service: string, rules: AskedRules): Ruling {
  const [name, rest] = cutOnce(service);
  if (service === "version" || service === "host-features")
    return { kind: "passed", request: `host:${service}` };
  if (aboutDevice.has(service) || waiting.test(service))
    return { kind: "passed", request: `host-serial:${rules.serial}:${service}` };
  switch (service) {
    case "devices":
    case "devices-l":
      return { kind: "listed", long: service === "devices-l" };
    case "track-devices":
    case "track-devices-l":
      return { kind: "tracked", long: service === "track-devices-l" };
    case "list-forward":
      return { kind: "forwardsListed" };
    case "killforward-all":
      return { kind: "unforwarded", local: null };
  }
  if (name === "killforward") return { kind: "unforwarded", local: rest };
  if (name === "forward") return judgeForward(rest);
  const transport = judgeTransport(name, rest, rules);
  if (transport !== null) return transport;
  return refused(serversOwn[name] ?? `This port does not support host:${shown(name)}.`);
}

function judgeTransport(name: string, rest: string, rules: AskedRules): Ruling | null {
  const chosen = (mine: boolean, answersId = false): Ruling =>
    mine ? { kind: "transported", answersId } : alone(rules);
  switch (name) {
    case "transport-any":
    case "transport-usb":
    case "transport-local":
      return chosen(true);
    case "transport":
      return chosen(rest === rules.serial);
    case "transport-id":
      return chosen(rest === String(rules.transportId));
    case "tport": {
      const [by, serial] = cutOnce(rest);
      if (by === "serial") return chosen(serial === rules.serial, true);
      return chosen(by === "any" || by === "usb" || by === "local", true);
    }
    default:
      return null;
  }
}

const leastPort = 1_024;
const forwarding =
  /^(norebind:)?(tcp:(\d{1,5}));((?:tcp|localabstract|localreserved|localfilesystem|jdwp|dev):.+)$/s;

function judgeForward(rest: string): Ruling {
  const [, norebind, local = "", digits, remote = ""] = forwarding.exec(rest) ?? [];
  const port = Number(digits);
  if (local === "" || port > 65_535 || (port !== 0 && port < leastPort)) {
    const near = `The near end of a forward is tcp:0 or tcp:${leastPort} to tcp:65535`;
    return refused(`${near}, the far end a tcp:, local…:, jdwp: or dev: of the device.`);
  }
  return { kind: "forwarded", local, port, remote, rebinds: norebind === undefined };
}

/** Services that reach no further than the device that the session has. */
const deviceServices = new Set([
  ...["shell", "exec", "sync", "abb", "abb_exec", "framebuffer", "jdwp", "track-jdwp", "track-app"],
  ...["tcp", "local", "localabstract", "localreserved", "localfilesystem", "dev", "sink", "source"],
]);
const asRoot = new Set(["root", "unroot", "remount", "disable-verity", "enable-verity"]);
/** These would show the device's adbd, which asks nobody for a password, to a network. */
const toNetwork = new Set(["tcpip", "usb"]);
/** What the device then reaches is the host's loopback, past this port: its adb server, for one. */
const noReverse =
  "'adb reverse' would open ports of the device's host to the device, which is not allowed in a session.";

function judgeDeviceService(service: string, rules: PortRules): Ruling {
  const name = /^[a-z_-]+/.exec(service)?.[0] ?? "";
  if (deviceServices.has(name)) return { kind: "opened", service };
  if (name === "reverse") return refused(noReverse);
  if (asRoot.has(name)) {
    if (rules.root) return { kind: "opened", service };
    return refused(`The session's policy does not allow '${name}': it needs adb.root.`);
  }
  if (name === "reboot") {
    if (rules.reboot) return { kind: "opened", service };
    return refused("The session's policy does not allow 'reboot': it needs adb.reboot.");
  }
  if (toNetwork.has(name)) return refused("Only the farm decides how the device is connected.");
  return refused(`This port does not open '${shown(name)}' on the device.`);
}

const shown = (name: string): string => name.slice(0, 40).replace(/[^\x20-\x7e]/g, "?");
