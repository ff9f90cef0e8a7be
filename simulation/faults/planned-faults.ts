import type { AcknowledgedJob } from "../farm/records.ts";
import type { SimulatedHost } from "../farm/simulated-host.ts";
import type { SeededRandom } from "../world/seeded-random.ts";
import {
  cancelJob,
  clearedApps,
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

/** With what is drawn from. */
export interface Drawn extends Stage {
  readonly random: SeededRandom;
  /** Those that have not ended, as far as somebody has looked. */
  readonly openJobs: () => readonly AcknowledgedJob[];
}

/** What goes wrong with more than one call, and for a while. */
interface PlannedFault {
  readonly kind: FaultKind;
  readonly run: (stage: Drawn) => Promise<void>;
}

const second = 1_000;
const between = (random: SeededRandom, least: number, most: number): number =>
  random.between(least * second, most * second);
const anyHost = ({ farm, random }: Drawn): SimulatedHost => random.pick(farm.hosts);

const hostDies: PlannedFault = {
  kind: "processes",
  async run(stage) {
    const [host, away] = [anyHost(stage), between(stage.random, 1, stage.random.isOneIn(2) ? 5 : 90)];
    if (!host.isRunning || !stage.faults.begins("processes", `${host.name} dies for ${away} ms`)) return;
    await killHost(stage, host, away);
  },
};

const powerCut: PlannedFault = {
  kind: "disk",
  async run(stage) {
    const [host, away] = [anyHost(stage), between(stage.random, 15, 120)];
    const what = `${host.name} loses power for ${away} ms, and what it had not synced`;
    if (!host.isRunning || !stage.faults.begins("disk", what)) return;
    await killHost(stage, host, away, "power");
  },
};

const diskFull: PlannedFault = {
  kind: "disk",
  async run(stage) {
    const [host, length] = [anyHost(stage), between(stage.random, 5, 120)];
    if (!stage.faults.begins("disk", `the disk of ${host.name} is full for ${length} ms`)) return;
    await fillDisk(stage, host, length);
  },
};

const cloudDies: PlannedFault = {
  kind: "processes",
  async run(stage) {
    const away = between(stage.random, 1, 30);
    if (!stage.farm.cloud.isRunning || !stage.faults.begins("processes", `the cloud dies for ${away} ms`))
      return;
    await killCloud(stage, away);
  },
};

const hostCutOff: PlannedFault = {
  kind: "partitions",
  async run(stage) {
    const [host, away] = [anyHost(stage), between(stage.random, 5, 200)];
    if (!stage.faults.begins("partitions", `${host.name} is cut off for ${away} ms`)) return;
    await cutOff(stage, host, away);
  },
};

/** Phones with a fault already: who is attached twice is two phones of one serial. */
const troubled = new WeakSet<object>();

const deviceLeaves: PlannedFault = {
  kind: "devices",
  async run(stage) {
    const [host, away, hangs] = [anyHost(stage), between(stage.random, 2, 120), stage.random.isOneIn(2)];
    if (host.phones === null) return;
    const phone = stage.random.pick(host.phones.phones);
    const what = `${host.name}.${phone.serial} ${hangs ? "is frozen" : "is unplugged"} for ${away} ms`;
    if (troubled.has(phone) || !stage.faults.begins("devices", what)) return;
    troubled.add(phone);
    await (hangs ? freeze(stage, phone, away) : unplug(stage, host, phone, away));
    troubled.delete(phone);
  },
};

const appUnclearable: PlannedFault = {
  kind: "devices",
  async run(stage) {
    const [host, length] = [anyHost(stage), between(stage.random, 10, 600)];
    if (host.phones === null) return;
    const app = stage.random.pick(clearedApps);
    const what = `the phones of ${host.name} refuse to clear ${app} for ${length} ms`;
    if (!stage.faults.begins("devices", what)) return;
    // They are of one maker.
    await Promise.all(host.phones.phones.map((phone) => refuseToClear(stage, phone, length, app)));
  },
};

const troubles = [
  "overloaded",
  "limited",
  "garbage",
  "silent",
  "broken",
] as const satisfies readonly ModelTrouble[];
const modelTrouble: PlannedFault = {
  kind: "model",
  async run(stage) {
    const { random, faults } = stage;
    const [trouble, length] = [random.pick(troubles), between(random, 5, random.isOneIn(4) ? 600 : 60)];
    if (faults.begins("model", `the model is ${trouble} for ${length} ms`))
      await troubleModel(stage, trouble, length);
  },
};

const jobCancelled: PlannedFault = {
  kind: "operator",
  async run(stage) {
    const { faults, random } = stage;
    const jobs = stage.openJobs();
    if (jobs.length === 0) return;
    const job = random.pick(jobs);
    if (faults.begins("operator", `job/${job.jobId} is cancelled`)) await cancelJob(stage, job);
  },
};

const jobPaused: PlannedFault = {
  kind: "operator",
  async run(stage) {
    const { faults, random } = stage;
    const jobs = stage.openJobs();
    if (jobs.length === 0) return;
    const [job, length] = [random.pick(jobs), between(random, 5, 120)];
    if (pausing.has(job) || !faults.begins("operator", `job/${job.jobId} is paused for ${length} ms`)) return;
    pausing.add(job);
    await pauseJob(stage, job, length);
    pausing.delete(job);
  },
};
/** Whoever lets a job go on ends another's pause of it too. */
const pausing = new WeakSet<object>();

const everythingStopped: PlannedFault = {
  kind: "operator",
  async run(stage) {
    const { farm, random, faults } = stage;
    const [operator, length] = [random.pick(farm.operators), between(random, 5, 60)];
    if (stopping.has(operator)) return;
    if (!faults.begins("operator", `${operator.tenantId} stops everything for ${length} ms`)) return;
    stopping.add(operator);
    await stopEverything(stage, operator, length);
    stopping.delete(operator);
  },
};
const stopping = new WeakSet<object>();

const hostDrained: PlannedFault = {
  kind: "operator",
  async run(stage) {
    const [host, patience] = [anyHost(stage), stage.random.between(0, 60)];
    if (!host.isRunning || !stage.faults.begins("operator", `${host.name} is drained within ${patience} s`))
      return;
    await drainHost(stage, host, patience);
  },
};

const clockSet: PlannedFault = {
  kind: "clocks",
  async run(stage) {
    const [host, by] = [anyHost(stage), between(stage.random, -600, 600)];
    if (!stage.faults.begins("clocks", `the clock of ${host.name} is set by ${by} ms`)) return;
    host.process.clockOffsetMilliseconds += by;
  },
};

const all: readonly PlannedFault[] = [
  hostDies,
  powerCut,
  diskFull,
  cloudDies,
  hostCutOff,
  deviceLeaves,
  appUnclearable,
  modelTrouble,
  jobCancelled,
  jobPaused,
  everythingStopped,
  hostDrained,
  clockSet,
];

/** Begins what the seed has for the time until then; resolves when all of it is over. */
export async function playFaults(stage: Drawn, untilMilliseconds: number): Promise<void> {
  const { random, world, farm } = stage;
  const kinds = all.filter(({ kind }) => stage.faults.has(kind));
  if (kinds.length === 0) return;
  const count = random.between(2, 6 + farm.hosts.length * 2);
  const drawn = Array.from({ length: count }, () => random.next() * untilMilliseconds);
  // What goes wrong while something else does is what nobody has thought of.
  const close = drawn.flatMap((at) => (random.isOneIn(2) ? [at + between(random, 0, 15)] : []));
  const times = [...drawn, ...close].sort((a, b) => a - b);
  const under: Promise<void>[] = [];
  for (const at of times) {
    await world.time.sleep(at - world.time.elapsed);
    under.push(random.pick(kinds).run(stage));
  }
  await Promise.all(under);
}
