import * as z from "zod";
import type { Clock } from "../farm/operator.ts";
import type { AcknowledgedJob, Records } from "../farm/records.ts";
import type { SimulatedHost } from "../farm/simulated-host.ts";
import {
  cancelJob,
  cutOff,
  drainHost,
  fillDisk,
  freeze,
  killCloud,
  killHost,
  pauseJob,
  refuseToClear,
  type Stage,
  stopEverything,
  troubleModel,
  unplug,
} from "./effects.ts";
import type { FaultKind } from "./fault-log.ts";
import type { ModelTrouble } from "./request-faults.ts";

const second = 1_000;

interface Target extends Stage {
  readonly host: SimulatedHost;
}

type Effect = (target: Target, milliseconds: number) => Promise<unknown>;

const phoneOf = ({ host: { phones } }: Target) => {
  const [phone] = phones?.phones ?? [];
  if (phone === undefined) throw new Error("A null device has no such fault.");
  return phone;
};

const model =
  (trouble: ModelTrouble): Effect =>
  (target, length) =>
    troubleModel(target, trouble, length);

async function setClocks({ farm }: Target, by: number): Promise<void> {
  for (const { process } of [farm.cloud, ...farm.hosts]) process.clockOffsetMilliseconds += by;
}

const everyHost = (target: Target, effect: (host: SimulatedHost) => Promise<void>) =>
  Promise.all(target.farm.hosts.map(effect));

const effects = {
  hostDies: ["processes", (target, away) => killHost(target, target.host, away)],
  cloudDies: ["processes", killCloud],
  farmDies: [
    "processes",
    (target, away) =>
      Promise.all([killCloud(target, away), everyHost(target, (host) => killHost(target, host, away))]),
  ],
  powerCut: ["disk", (target, away) => killHost(target, target.host, away, "power")],
  diskFull: ["disk", (target, length) => fillDisk(target, target.host, length)],
  cutOff: ["partitions", (target, length) => cutOff(target, target.host, length)],
  frozen: ["devices", (target, length) => freeze(target, phoneOf(target), length)],
  unplugged: ["devices", (target, length) => unplug(target, target.host, phoneOf(target), length)],
  unclearable: ["devices", (target, length) => refuseToClear(target, phoneOf(target), length)],
  modelSilent: ["model", model("silent")],
  modelOverloaded: ["model", model("overloaded")],
  modelBroken: ["model", model("broken")],
  cancelled: ["operator", (target) => cancelJob(target, firstJob(target.records))],
  paused: ["operator", (target, length) => pauseJob(target, firstJob(target.records), length)],
  stopped: [
    "operator",
    (target, length) => stopEverything(target, firstJob(target.records).operator, length),
  ],
  drained: ["operator", (target) => drainHost(target, target.host, 0)],
  clocksSet: ["clocks", setClocks],
} as const satisfies Record<string, readonly [FaultKind, Effect]>;
type Fault = keyof typeof effects;

/** What goes wrong in a scenario, and when: `seconds` after its start, or once a job has made so many `steps`. */
export const ScriptedFault = z.strictObject({
  fault: z.enum(Object.keys(effects) as [Fault, ...Fault[]]),
  at: z.union([z.strictObject({ seconds: z.number() }), z.strictObject({ steps: z.int() })]),
  /** How long it lasts, or how far the clock is set. */
  seconds: z.number().default(0),
  /** Which host of the farm, from 0. */
  host: z.int().default(0),
});
export type ScriptedFault = z.infer<typeof ScriptedFault>;

export const kindsOf = (faults: readonly ScriptedFault[]): readonly FaultKind[] => [
  ...new Set(faults.map(({ fault }) => effects[fault][0])),
];

/** Plays each fault when it is due; resolves when all of it is over. `stepsMade`: the most of a job that runs. */
export async function playWhenDue(
  time: Clock,
  faults: readonly ScriptedFault[],
  stepsMade: () => number,
  play: (fault: ScriptedFault) => Promise<unknown>,
): Promise<void> {
  const began = time.elapsed;
  await Promise.all(
    faults.map(async (fault) => {
      const { at } = fault;
      const isDue = (): boolean =>
        "seconds" in at ? time.elapsed - began >= at.seconds * second : stepsMade() >= at.steps;
      while (!isDue()) await time.sleep(second);
      await play(fault);
    }),
  );
}

/** The job that a fault happens to. @throws Error when there is none yet */
export function firstJob({ jobs: [job] }: Records): AcknowledgedJob {
  if (job === undefined) throw new Error("There is no job yet for this fault.");
  return job;
}

/** Resolves when all of it is over. */
export const playScript = (
  stage: Stage,
  faults: readonly ScriptedFault[],
  stepsMade: () => number,
): Promise<void> =>
  playWhenDue(stage.world.time, faults, stepsMade, async ({ fault, seconds, host: which }) => {
    const [kind, effect] = effects[fault];
    const host = stage.farm.hosts[which];
    if (host === undefined) throw new Error(`There is no host ${which}.`);
    stage.faults.begins(kind, `${fault} for ${seconds} s`);
    await effect({ ...stage, host }, seconds * second);
  });
