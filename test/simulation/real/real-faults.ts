import { readFileSync, writeFileSync } from "node:fs";
import type { RunningPhones } from "@drover/virtual-android";
import {
  type AnyStage,
  cancelJob,
  freeze,
  pauseJob,
  refuseToClear,
  stopEverything,
  troubleModel,
  unplug,
} from "#simulation/faults/effects.ts";
import type { ModelTrouble } from "#simulation/faults/request-faults.ts";
import { firstJob, type ScriptedFault } from "#simulation/faults/scripted-faults.ts";
import type { FarmUnderFault } from "../../batch-faults/farm-under-fault.ts";
import type { Fault } from "../../batch-faults/fault-plan.ts";
import type { SmallDisk } from "../../small-disk.ts";
import type { OwnHost } from "./own-host.ts";

export interface RealStage extends AnyStage {
  readonly up: FarmUnderFault;
  /** Of a farm with two hosts the first one. */
  readonly own: OwnHost | null;
  readonly phones: RunningPhones | null;
  /** The host's. */
  readonly disk: SmallDisk | null;
  /** Says by how many milliseconds the farm's clock is ahead. */
  readonly clockFile: string;
}

type Effect = (stage: RealStage, milliseconds: number) => Promise<unknown>;

const second = 1_000;
/** Nobody waits for longer: the clock is set forward meanwhile. */
const longestDownMilliseconds = 60 * second;
const host = { atShare: 0, part: "host" } as const;

async function inject({ up, disk }: RealStage, fault: Fault): Promise<void> {
  const came = await up.inject(fault, disk);
  if (!came.startsWith("done")) throw new Error(`${fault.kind}: ${came}`);
}

/** `drover up` starts its host again at once, so it dies again and again for so long. */
async function killHost(stage: RealStage, away: number): Promise<void> {
  const { own, world } = stage;
  if (own !== null) {
    await own.kill();
    await world.time.sleep(away);
    return own.start();
  }
  const until = world.time.elapsed + away;
  do await inject(stage, { ...host, kind: "kill" });
  while (world.time.elapsed < until);
}

async function setClock({ clockFile }: RealStage, by: number): Promise<void> {
  writeFileSync(clockFile, String(Number(readFileSync(clockFile, "utf8")) + by));
}

async function killFarm(stage: RealStage, away: number): Promise<void> {
  const isLong = away > longestDownMilliseconds;
  const isBack = stage.up.die(isLong ? 5 : away / second);
  if (isLong) {
    // Nothing of it may run when its clock is set.
    await stage.world.time.sleep(2 * second);
    await setClock(stage, away);
  }
  await isBack;
}

async function drain({ up }: RealStage): Promise<void> {
  const { host } = (await up.file()) ?? {};
  if (host === undefined) throw new Error("There is no host to drain.");
  const answer = await fetch(new URL("/drain", host.url), {
    method: "POST",
    headers: { authorization: `Bearer ${host.token}`, "content-type": "application/json" },
    body: JSON.stringify({ patienceSeconds: 0 }),
    signal: AbortSignal.timeout(30 * second),
  });
  if (!answer.ok) throw new Error(`The host does not drain: ${answer.status}.`);
}

const model =
  (trouble: ModelTrouble): Effect =>
  (stage, length) =>
    troubleModel(stage, trouble, length);

function phoneOf({ phones }: Pick<RealStage, "phones">) {
  const [phone] = phones?.phones ?? [];
  if (phone === undefined) throw new Error("A null device has no such fault.");
  return phone;
}

/** How each fault of a scenario is done to real processes; or why it cannot be. */
export const realFaults: Readonly<Record<ScriptedFault["fault"], Effect | string>> = {
  hostDies: killHost,
  // The cloud is the farm's own process, and its parts end with it.
  cloudDies: killFarm,
  farmDies: killFarm,
  powerCut: "no process can be made to lose what it wrote and had not synced",
  diskFull: (stage, length) => inject(stage, { atShare: 0, kind: "fullDisk", seconds: length / second }),
  cutOff: (stage, length) => inject(stage, { ...host, kind: "stop", seconds: length / second }),
  frozen: (stage, length) => freeze(stage, phoneOf(stage), length),
  unplugged: (stage, length) => unplug(stage, stage, phoneOf(stage), length),
  unclearable: (stage, length) => refuseToClear(stage, phoneOf(stage), length),
  modelSilent: model("silent"),
  modelOverloaded: model("overloaded"),
  modelBroken: model("broken"),
  cancelled: (stage) => cancelJob(stage, firstJob(stage.records)),
  paused: (stage, length) => pauseJob(stage, firstJob(stage.records), length),
  stopped: (stage, length) => stopEverything(stage, firstJob(stage.records).operator, length),
  drained: drain,
  clocksSet: setClock,
};
