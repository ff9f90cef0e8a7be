import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type EmulatorConsole, withConsole } from "../adb/emulator-console.ts";
import type { BootFacts } from "../devices/boot-facts.ts";

/** What keeps a device's snapshots. Names are of Drover's making. */
export interface SnapshotProvider {
  /** Answers how large it is, where the device says so. */
  save(name: string): Promise<number | null>;
  /** @throws SnapshotGone */
  load(name: string): Promise<void>;
  list(): Promise<readonly KeptSnapshot[]>;
  /** One that is gone is not an error. */
  remove(name: string): Promise<void>;
  /** Serials of further devices that begin from it. @throws SnapshotGone, DeviceUnsupported */
  fork(name: string, count: number): Promise<readonly string[]>;
  /** Ends a further device. */
  end(): Promise<void>;
}

interface KeptSnapshot {
  readonly name: string;
  readonly bytes: number | null;
}

/** What is asked of a device that may keep snapshots. */
export interface SnapshotDevice {
  readonly deviceId: DeviceId;
  readonly facts: Pick<BootFacts, "consolePort">;
}

/** @throws DeviceUnsupported for a device without them, by the name of the capability */
export function snapshotProvider({ deviceId, facts }: SnapshotDevice): SnapshotProvider {
  const { consolePort } = facts;
  if (consolePort === null) {
    const message = `Device ${deviceId} does not support snapshots (capability 'snapshots'): it is neither an emulator nor a virtual phone.`;
    throw new DroverError("DeviceUnsupported", message, { details: { missing: ["snapshots"] } });
  }
  const asking = <Result>(use: (console: EmulatorConsole) => Promise<Result>) =>
    withConsole(consolePort, use);
  return {
    save: (name) =>
      asking(async (console) => {
        await console.ask(`avd snapshot save ${name}`);
        const kept = parseList(await console.ask("avd snapshot list"));
        return kept.find((one) => one.name === name)?.bytes ?? null;
      }),
    load: (name) =>
      asking((console) => console.ask(`avd snapshot load ${name}`).then(() => undefined, asGone(name))),
    list: () => asking(async (console) => parseList(await console.ask("avd snapshot list"))),
    remove: (name) =>
      asking(async (console) => {
        const there = parseList(await console.ask("avd snapshot list"));
        if (there.some((kept) => kept.name === name)) await console.ask(`avd snapshot del ${name}`);
      }),
    fork: (name, count) => asking((console) => forked(console, name, count)),
    end: () => asking(async (console) => void (await console.ask("kill"))),
  };
}

async function forked(console: EmulatorConsole, name: string, count: number): Promise<readonly string[]> {
  const serials: string[] = [];
  while (serials.length < count) {
    const said = await console.ask(`avd snapshot fork ${name}`).catch(asGone(name));
    const serial = said?.find((line) => /^emulator-\d+$/.test(line));
    if (serial === undefined) throw new DroverError("SnapshotFailed", "The console named no new phone.");
    serials.push(serial);
  }
  return serials;
}

/** An emulator's words: "Device 'cache' does not have the requested snapshot 'x'", or that it was not found. */
const asGone =
  (name: string) =>
  (error: unknown): never => {
    if (error instanceof DroverError && /does not have the requested snapshot|not found/i.test(error.message))
      throw new DroverError("SnapshotGone", `The device no longer has snapshot '${name}'.`, {
        cause: error,
      });
    throw error;
  };

const units: Readonly<Record<string, number>> = { "": 1, K: 1_024, M: 1_048_576, G: 1_073_741_824 };

/** `--        drover-local-01J…  75M 2026-09-09 11:41:45   00:10:07.753`, below a heading. */
export const parseList = (lines: readonly string[]): readonly KeptSnapshot[] =>
  lines.flatMap((line) => {
    const [, name, number, unit = ""] =
      /^\S+\s+(\S+)\s+([\d.]+)\s?([KMG]?)i?B?\s+\d{4}-\d\d-\d\d/.exec(line) ?? [];
    if (name === undefined) return [];
    return [{ name, bytes: Math.round(Number(number) * (units[unit] ?? Number.NaN)) }];
  });
