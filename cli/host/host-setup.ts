import * as z from "zod";
import { consolePort, mostEmulators } from "#device-host/devices/avd-emulator.ts";

/** One adb server serves this many devices well (docs/faults.md A1). */
export const devicesOfShard = 16;
export const firstAdbPort = 5_037;

/** Where the machine's keys for AWS come from. */
export type HostCredentials =
  /** The SDK's own chain: an instance's role, a profile in ~/.aws. */
  | { readonly kind: "machine" }
  | { readonly kind: "keys"; readonly accessKeyId: string; readonly secretAccessKey: string }
  /** IAM Roles Anywhere: a certificate instead of keys, which are fetched and end by themselves. */
  | {
      readonly kind: "rolesAnywhere";
      readonly signingHelper: string;
      readonly certificate: string;
      readonly privateKey: string;
      readonly trustAnchorArn: string;
      readonly profileArn: string;
      readonly roleArn: string;
    };

/** What a machine is to be as a device host. */
export interface HostSetup {
  readonly hostId: string;
  readonly stage: string;
  readonly tenant: string;
  readonly pool: string;
  readonly table: string;
  readonly bucket: string;
  readonly region: string;
  readonly credentials: HostCredentials;
  /** Where hosts keep their journals. */
  readonly dir: string;
  readonly node: string;
  /** The launcher, run by `node`. */
  readonly drover: string;
  /** The SDK's folder; null: `adb` is found on PATH, and there are no emulators. */
  readonly sdk: string | null;
  readonly avdHome: string;
  /** Emulators that run all the time. */
  readonly emulators: number;
  /** Devices made for a job each, at once. */
  readonly ephemeral: number;
  /** Appium's server on devices; absent: where it is installed. */
  readonly uiServer?: { readonly use: "auto" | "never"; readonly apks?: string };
  /** OpenTelemetry's variables, for its traces; absent: none. */
  readonly tracing?: Readonly<Record<string, string>>;
  /** Of EC2, whose machines end themselves. */
  readonly group: {
    readonly name: string;
    readonly idleMinutes: number;
    readonly drainMinutes: number;
  } | null;
}

/** One adb server with its host. */
export interface Shard {
  readonly number: number;
  readonly adbPort: number;
  readonly hostId: string;
  readonly emulators: readonly { readonly number: number; readonly port: number }[];
}

export function hostShards({ emulators, hostId }: HostSetup): readonly Shard[] {
  const count = Math.max(1, Math.ceil(emulators / devicesOfShard));
  return Array.from({ length: count }, (_, number) => ({
    number,
    adbPort: firstAdbPort + number,
    hostId: count === 1 ? hostId : `${hostId}-${number}`,
    emulators: Array.from({ length: Math.min(emulators, mostEmulators) }, (_none, emulator) => emulator)
      .filter((emulator) => Math.floor(emulator / devicesOfShard) === number)
      .map((emulator) => ({ number: emulator, port: consolePort(emulator) })),
  }));
}

/** adb's of all emulators that an adb server of this machine may have. */
export const emulatorPorts = (adbPort: number): readonly number[] =>
  Array.from(
    { length: devicesOfShard },
    (_, at) => consolePort((adbPort - firstAdbPort) * devicesOfShard + at) + 1,
  );

/** Read by systemd and by a shell alike: what either would take for more than a text is refused. */
const plainValue = z
  .string()
  .regex(/^[\w./:@+=,;~% -]*$/, "has characters that an environment file cannot hold safely");

/** Lines `NAME=value`. @throws Error that names the variable */
export const environmentFile = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => {
      const checked = plainValue.safeParse(value);
      if (!checked.success) throw new Error(`${name} ${checked.error.issues[0]?.message}: ${value}`);
      return `${name}='${value}'\n`;
    })
    .join("");
