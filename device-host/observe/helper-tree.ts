import type { ShellCommand } from "#shared/actions/device-port.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { type HttpResponse, httpOverAdb } from "../adb/http-over-adb.ts";
import type { HostClock } from "../host-clock.ts";
import type { Dump } from "./dump-tree.ts";
import type { TreeSource } from "./screen-source.ts";

const deadlineMilliseconds = 5_000;
const maximumBytes = 8 * 1_048_576;
/** A helper that did not answer is not asked again for so long: each vain try costs a look its time. */
const restMilliseconds = 30_000;
/** As deep as uiautomator itself goes. */
const mostDepth = 70;

const call = {
  method: "POST",
  path: "/jsonrpc/0",
  body: { jsonrpc: "2.0", id: 1, method: "dumpWindowHierarchy", params: [false, mostDepth] },
} as const;

/**
 * Elements from an accessibility helper that runs on the device: a server that speaks uiautomator2's JSON-RPC (`/jsonrpc/0`) on this port
 * of the device's loopback. It keeps its connection to Android open, where `uiautomator dump` makes one each time. Where it
 * does not answer, `otherwise` does.
 */
export function helperTree(port: number, otherwise: TreeSource, clock: HostClock): TreeSource {
  const restsUntil = new Map<string, number>();
  return {
    name: `helper on port ${port}`,
    knowsWindows: otherwise.knowsWindows,
    quietMilliseconds: null,
    deadlineMilliseconds: deadlineMilliseconds + otherwise.deadlineMilliseconds,
    async dump(adb, beside, options) {
      const rests = clock.monotonic() < (restsUntil.get(adb.serial) ?? 0);
      if (rests || options.length > 0) return otherwise.dump(adb, beside, options);
      const dump = await askHelper(adb, port, beside).catch(() => null);
      if (dump !== null) return dump;
      restsUntil.set(adb.serial, clock.monotonic() + restMilliseconds);
      return otherwise.dump(adb, beside, options);
    },
  };
}

async function askHelper(adb: AdbDevice, port: number, beside: readonly ShellCommand[]): Promise<Dump> {
  const [answer, others] = await Promise.all([
    httpOverAdb(adb, port, call, { deadlineMilliseconds, maximumBytes }),
    beside.length === 0 ? [] : adb.read(beside),
  ]);
  return { xml: xmlIn(answer), problem: "", beside: others };
}

/** @throws AdbCommandFailed for any other answer */
function xmlIn({ status, json }: HttpResponse): string {
  const { result } = Object(json) as { readonly result?: unknown };
  if (status === 200 && typeof result === "string" && result.includes("<hierarchy")) return result;
  throw new DroverError("AdbCommandFailed", "The device's accessibility helper returned no tree.");
}
