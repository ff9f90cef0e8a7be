import type { DeviceSelector } from "./choose-device.ts";
import type { AttachedDevice } from "./device-registry.ts";

/** A request of the adb server itself, taken apart: which phone it means and what it asks. */
export interface HostRequest {
  readonly selector: DeviceSelector;
  readonly service: string;
}

const digitsBeforeService = /^(\d+):(.*)$/s;
/** A serial never holds a colon, except `host:port` of a phone connected over TCP. */
const serialBeforeService = /^((?:\[[^\]]+\]|[^:]+):\d+|[^:]+):(.*)$/s;

/**
 * Takes `host:…`, `host-serial:<serial>:…`, `host-transport-id:<n>:…`, `host-usb:…` and `host-local:…` apart.
 * Null for anything else: a service of the phone.
 */
export function parseHostRequest(request: string, attached: readonly AttachedDevice[]): HostRequest | null {
  const [prefix, rest] = cutOnce(request);
  switch (prefix) {
    case "host":
      return { selector: { by: "any" }, service: rest };
    case "host-usb":
      return { selector: { by: "usb" }, service: rest };
    case "host-local":
      return { selector: { by: "local" }, service: rest };
    case "host-transport-id": {
      const match = digitsBeforeService.exec(rest);
      if (match?.[1] === undefined) return null;
      return { selector: { by: "transport-id", transportId: Number(match[1]) }, service: match[2] ?? "" };
    }
    case "host-serial":
      return parseSerialRequest(rest, attached);
    default:
      return null;
  }
}

function parseSerialRequest(rest: string, attached: readonly AttachedDevice[]): HostRequest | null {
  const known = attached.find(({ serial }) => rest.startsWith(`${serial}:`));
  if (known !== undefined) {
    const { serial } = known;
    return { selector: { by: "serial", serial }, service: rest.slice(serial.length + 1) };
  }
  const match = serialBeforeService.exec(rest);
  if (match?.[1] === undefined) return null;
  return { selector: { by: "serial", serial: match[1] }, service: match[2] ?? "" };
}

/** `transport:<serial>`, `tport:serial:<serial>` and their kin: which phone the connection continues to; null if it is none. */
export function parseTransport(
  request: HostRequest,
): { selector: DeviceSelector; answersId: boolean } | null {
  const [kind, rest] = cutOnce(request.service);
  if (kind === "transport") return { selector: { by: "serial", serial: rest }, answersId: false };
  if (kind === "transport-id" && /^\d+$/.test(rest)) {
    return { selector: { by: "transport-id", transportId: Number(rest) }, answersId: false };
  }
  if (kind === "transport-any") return { selector: request.selector, answersId: false };
  if (kind === "transport-usb") return { selector: { by: "usb" }, answersId: false };
  if (kind === "transport-local") return { selector: { by: "local" }, answersId: false };
  if (kind !== "tport") return null;
  const [by, serial] = cutOnce(rest);
  if (by === "serial") return { selector: { by: "serial", serial }, answersId: true };
  return by === "any" || by === "usb" || by === "local" ? { selector: { by }, answersId: true } : null;
}

/** Text before and after the first colon. */
export function cutOnce(text: string): readonly [before: string, after: string] {
  const colon = text.indexOf(":");
  return colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
}
