import { type ForwardedPorts, PortRefused } from "./forwarded-ports.ts";
import { cutOnce } from "./host-request.ts";
import { fail, lengthPrefixed, okay } from "./wire.ts";

/** `[norebind:]LOCAL;REMOTE` of a forward or reverse request: the answer after the first OKAY, if any. */
export async function openPort(ports: ForwardedPorts, serial: string, argument: string): Promise<Buffer> {
  const canRebind = !argument.startsWith("norebind:");
  const [local = "", remote] = argument.replace(/^norebind:/, "").split(";");
  if (remote === undefined || local === "") return fail(`bad forward: ${argument}`);
  try {
    const found = await ports.open(serial, local, remote, canRebind);
    return found === null ? okay : Buffer.concat([okay, lengthPrefixed(String(found))]);
  } catch (error) {
    if (error instanceof PortRefused) return fail(error.message);
    throw error;
  }
}

export const closePort = (ports: ForwardedPorts, serial: string, local: string): Buffer =>
  ports.close(serial, local) ? okay : fail(`listener '${local}' not found`);

/** adb's list: a port a line. On the phone a reverse port has its connection's name instead of a serial. */
export const portList = (ports: ForwardedPorts, serial?: string): string =>
  ports
    .list(serial)
    .map((port) => `${serial === undefined ? port.serial : "host-19"} ${port.local} ${port.remote}\n`)
    .join("");

/** `reverse:…`, which adbd answers: its own OKAY follows that of the connection. */
export async function reverseService(
  argument: string,
  serial: string,
  reversed: ForwardedPorts,
): Promise<Buffer> {
  const [name, rest] = cutOnce(argument);
  switch (name) {
    case "list-forward":
      return Buffer.concat([okay, lengthPrefixed(portList(reversed, serial))]);
    case "forward":
      return Buffer.concat([okay, await openPort(reversed, serial, rest)]);
    case "killforward":
      return Buffer.concat([okay, closePort(reversed, serial, rest)]);
    case "killforward-all":
      reversed.closeAll(serial);
      return Buffer.concat([okay, okay]);
    default:
      return Buffer.concat([okay, fail(`unknown reverse service: ${name}`)]);
  }
}
