import { transportId } from "./judge-request.ts";

/** The adb server's list of devices without all the others, and with the port's own number for this one. */
export function onlyDevice(list: string, serial: string): string {
  const line = list.split("\n").find((entry) => /^\S+/.exec(entry)?.[0] === serial);
  return line === undefined ? "" : `${line.replace(/\btransport_id:\d+/, `transport_id:${transportId}`)}\n`;
}
