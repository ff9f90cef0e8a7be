import { randomBytes } from "node:crypto";
import type { ShellCommand, ShellResult } from "#shared/actions/device-port.ts";
import type { AdbDevice } from "../adb/adb-device.ts";

export interface Dump {
  /** Null when there is none; `problem` says why. */
  readonly xml: string | null;
  readonly problem: string;
  /** Results of the commands asked for beside the dump. */
  readonly beside: readonly ShellResult[];
}

/** uiautomator itself gives up on a screen that never idles after about 10 s (Android 14). */
const longestDumpMilliseconds = 20_000;
const maximumBytes = 8 * 1024 * 1024;

/**
 * The front window's hierarchy as XML, with `--windows` that of each (Android 11; before, it is not heeded), and, in the same connection, what `beside` answers. The file is new for each dump and
 * removed at once: when the dump fails, an older one can never be taken for it (docs/faults.md B3).
 */
export async function dumpTree(
  device: AdbDevice,
  beside: readonly ShellCommand[] = [],
  options: readonly "--windows"[] = [],
): Promise<Dump> {
  const file = `/data/local/tmp/drover-${randomBytes(6).toString("hex")}.xml`;
  const [dumped, content, , ...others] = await device.read(
    [["uiautomator", "dump", ...options, file], ["cat", file], ["rm", "-f", file], ...beside],
    { deadlineMilliseconds: longestDumpMilliseconds, maximumBytes },
  );
  if (content?.truncated === true) {
    return { xml: null, problem: `the hierarchy is larger than ${maximumBytes} bytes`, beside: others };
  }
  if (content?.code !== 0) return { xml: null, problem: reasonOf(dumped?.output ?? ""), beside: others };
  return { xml: content.output, problem: "", beside: others };
}

function reasonOf(output: string): string {
  if (/could not get idle state/.test(output)) return "could not get idle state";
  if (/null root node/.test(output)) return "null root node";
  if (/already registered/.test(output)) return "another tool holds uiautomator";
  const line = output.split("\n").find((text) => text.trim() !== "");
  return line === undefined ? "uiautomator wrote nothing" : line.trim().slice(0, 200);
}
