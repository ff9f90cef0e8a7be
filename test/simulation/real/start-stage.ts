import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type RunningPhones, startPhones } from "@drover/virtual-android";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { type Clock, Operator } from "#simulation/farm/operator.ts";
import { Records } from "#simulation/farm/records.ts";
import { phoneSpeed } from "#simulation/farm/usual-speed.ts";
import type { ScriptedFault } from "#simulation/faults/scripted-faults.ts";
import { FarmUnderFault } from "../../batch-faults/farm-under-fault.ts";
import { mountSmallDisk, noSmallDisk } from "../../small-disk.ts";
import type { ScenarioCase } from "../scenarios/scenarios.ts";
import { OwnHost } from "./own-host.ts";
import type { RealStage } from "./real-faults.ts";
import { startTroubledModel } from "./start-troubled-model.ts";

/** More than the 200 MB below which a host takes no work. */
const diskMegabytes = 400;
const settableClock = pathToFileURL(path.join(import.meta.dirname, "../../e2e/settable-clock.ts")).href;

/** It cannot be played for real here. */
export class LeftOut extends Error {}

const hasFault = ({ faults = [] }: ScenarioCase, ...names: readonly ScriptedFault["fault"][]): boolean =>
  faults.some(({ fault }) => names.includes(fault));

function smallDiskFor(given: ScenarioCase, dir: string) {
  if (!hasFault(given, "diskFull")) return null;
  const disk = mountSmallDisk(diskMegabytes);
  if (disk === null) throw new LeftOut(noSmallDisk.trim());
  symlinkSync(disk.dir, path.join(dir, "host"));
  return disk;
}

interface Place {
  /** For everything that it writes. */
  readonly dir: string;
  readonly time: Clock;
  /** Closed at the end, the last one first. */
  readonly things: AsyncDisposableStack;
  readonly report: (line: string) => void;
}

function devicesOf({ devices, deviceProfile, hosts = 1 }: ScenarioCase, phones: RunningPhones | null) {
  if (phones !== null) return ["--adb", `127.0.0.1:${phones.adbPort}`];
  return ["--device-profile", String(deviceProfile), "--devices", String(devices / hosts)];
}

/** A farm as `drover up` starts it; its phones and its model are in this process, so that they can be in trouble. */
export async function startStage(
  given: ScenarioCase,
  { dir, time, things, report }: Place,
): Promise<RealStage> {
  const disk = smallDiskFor(given, dir);
  things.defer(() => disk?.unmount());
  const model = await startTroubledModel();
  things.defer(() => model.close());
  const phones =
    given.deviceProfile === undefined
      ? await startPhones({ count: given.devices, dir: path.join(dir, "phones"), ...phoneSpeed })
      : null;
  things.defer(() => phones?.close());
  const clockFile = path.join(dir, "ahead");
  writeFileSync(clockFile, "0");
  const isClockSet = hasFault(given, "clocksSet", "farmDies", "cloudDies");
  const devices = devicesOf(given, phones);
  const up = new FarmUnderFault(
    dir,
    [...devices, "--provider", "anthropic", "--model", model.model],
    report,
    {
      ...{ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: model.apiKey },
      ...(isClockSet ? { NODE_OPTIONS: `--import=${settableClock}`, DROVER_TEST_CLOCK: clockFile } : {}),
    },
  );
  things.defer(async () => {
    const left = await up.stop();
    if (left.length > 0) throw new Error(`${left.length} processes outlived their farm`);
  });
  await up.start();
  const file = await up.file();
  if (file === null) throw new Error("The farm has gone.");
  const own = given.hosts === 2 ? new OwnHost(path.join(dir, "own"), file, devices) : null;
  things.defer(() => own?.kill());
  await own?.start();
  const farm = { endpoints: { api: file.apiUrl } };
  const operators = [new Operator(TenantId.parse("local"), file.token, () => farm, time)];
  const records = new Records();
  const world = { time };
  return { up, own, phones, disk, clockFile, world, farm: { operators }, records, setModel: model.set };
}
