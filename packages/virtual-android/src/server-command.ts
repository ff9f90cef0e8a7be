import { parseArgs } from "node:util";
import { isLatencyName, type LatencyName, latencyNames } from "./shell/latency-profiles.ts";
import { MAXIMUM_PHONES, startPhones } from "./start-phones.ts";

export interface PhonesCommandOptions {
  readonly count: number;
  readonly port: number;
  readonly dir: string;
  readonly seed: number;
  readonly consolesBySerial: boolean;
  readonly latency: LatencyName;
  readonly faultScript?: string;
  readonly faultPort?: number;
  readonly apps?: string;
  readonly rebootMilliseconds: number;
}

/** What was typed is not what the command takes; the message says what to type instead. */
export class UsageError extends Error {}

export const phonesUsage = (program: string, dir: string): string => `Usage: ${program} [options]

Virtual Android phones behind an adb server of their own. It prints one JSON
line with the server's port and the phones' serials when they are ready, and
ends on SIGTERM or Ctrl-C.

Options:
  --count <n>           how many phones, up to ${MAXIMUM_PHONES} (default: 1)
  --port <port>         loopback port of the adb server, 0 for a free one
                        (default: 0)
  --dir <dir>           where the phones keep their data
                        (default: ${dir})
  --seed <n>            seed of what is random on the phones (default: 1)
  --apps <dir>          a directory of your own apps (docs/virtual-apps.md)
  --consoles            listen for 'adb emu' on the ports that the serials
                        name (default: on free ports)
  --reboot-seconds <n>  how long a restart takes (default: 6)
  --latency <as>        how long commands take: zero, emulator or slow-phone
                        (default: zero)
  --faults <file>       faults of the phones with their times, as JSON
                        (@drover/virtual-android's README)
  --faults-port <port>  loopback port for setting, listing and removing faults
                        by HTTP, 0 for a free one (default: none)
  --help                print this help
`;

/** @returns null when help is asked for. @throws UsageError */
export function readPhonesArguments(args: readonly string[], dir: string): PhonesCommandOptions | null {
  const values = parsed(args, dir);
  if (values.help === true) return null;
  return {
    count: wholeNumber("count", values.count, 1, MAXIMUM_PHONES),
    port: wholeNumber("port", values.port, 0, 65_535),
    dir: values.dir,
    seed: wholeNumber("seed", values.seed, 0, 4_294_967_295),
    consolesBySerial: values.consoles ?? false,
    latency: latencyName(values.latency),
    ...(values.faults === undefined ? {} : { faultScript: values.faults }),
    ...(values["faults-port"] === undefined
      ? {}
      : { faultPort: wholeNumber("faults-port", values["faults-port"], 0, 65_535) }),
    ...(values.apps === undefined ? {} : { apps: values.apps }),
    rebootMilliseconds: wholeNumber("reboot-seconds", values["reboot-seconds"], 0, 600) * 1_000,
  };
}

function parsed(args: readonly string[], dir: string) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        count: { type: "string", default: "1" },
        port: { type: "string", default: "0" },
        dir: { type: "string", default: dir },
        seed: { type: "string", default: "1" },
        apps: { type: "string" },
        consoles: { type: "boolean" },
        faults: { type: "string" },
        "faults-port": { type: "string" },
        latency: { type: "string", default: "zero" },
        "reboot-seconds": { type: "string", default: "6" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function latencyName(name: string): LatencyName {
  if (!isLatencyName(name)) throw new UsageError(`give --latency one of ${latencyNames.join(", ")}`);
  return name;
}

function wholeNumber(option: string, value: string, least: number, most: number): number {
  const written = /^\d+$/.test(value) && value.length <= String(most).length;
  if (!written || Number(value) < least || Number(value) > most) {
    throw new UsageError(`give --${option} a whole number from ${least} to ${most}`);
  }
  return Number(value);
}

export interface PhonesServer {
  /** For whoever started the process. */
  readonly ready: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** @throws Error that names the option and the remedy. */
export async function startPhonesServer(options: PhonesCommandOptions): Promise<PhonesServer> {
  const { adbPort, serials, faultsUrl, close } = await startPhones(options);
  const faults = faultsUrl === null ? {} : { faultsUrl };
  return { ready: { adbHost: "127.0.0.1", adbPort, serials, ...faults }, close };
}
