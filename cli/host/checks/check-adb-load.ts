import { listAttachedDevices } from "#device-host/adb/host-service.ts";
import type { AdbEndpoint } from "#device-host/adb/single-connection.ts";
import { type Finding, ok, warn } from "../../doctor/finding.ts";
import { devicesOfShard } from "../host-setup.ts";

const remedy =
  "Use a separate adb server and host for the rest: drover hosts install --devices <n> creates one of both for every " +
  `${devicesOfShard} emulators (docs/hosts.md).`;

/** One adb server serves only a number of devices well. No finding when it does not respond: another check reports that. */
export async function checkAdbLoad(endpoint: AdbEndpoint): Promise<readonly Finding[]> {
  const devices = await listAttachedDevices(endpoint).catch(() => null);
  if (devices === null) return [];
  const detail = `${devices.length} devices behind ${endpoint.host}:${endpoint.port}`;
  return [
    devices.length <= devicesOfShard
      ? ok("adb load", detail)
      : warn("adb load", `${detail}, more than the ${devicesOfShard} that one serves well`, remedy),
  ];
}
