import type { Operator } from "../farm/operator.ts";
import type { SimulatedFarm } from "../farm/simulated-farm.ts";
import type { SimulatedHost } from "../farm/simulated-host.ts";
import type { SeededRandom } from "../world/seeded-random.ts";
import type { World } from "../world/world.ts";
import type { FaultKind, FaultLog } from "./fault-log.ts";
import type { ModelTrouble } from "./request-faults.ts";

export interface AcknowledgedJob {
  readonly jobId: string;
  /** Who submitted it. */
  readonly operator: Operator;
}

/** What goes wrong with more than one call, and for a while. */
export interface Stage {
  readonly world: World;
  readonly farm: SimulatedFarm;
  readonly faults: FaultLog;
  readonly random: SeededRandom;
  /** Jobs that the farm has acknowledged so far. */
  readonly jobs: readonly AcknowledgedJob[];
  readonly acknowledge: (job: AcknowledgedJob) => void;
  readonly setModel: (trouble: ModelTrouble) => void;
  /** For the invariants: who was asked to end it. */
  readonly cancelled: Map<string, "asked" | "acknowledged">;
  /** Likewise: when jobs stood paused, from the farm's answer until somebody asked it to continue. */
  readonly pauses: Pause[];
  /** Likewise: when a tenant stopped everything. */
  readonly stops: Stop[];
}

export interface Pause {
  readonly jobId: string;
  readonly from: string;
  readonly until: string;
}

export interface Stop {
  readonly tenantId: string;
  /** When it was asked for, and when the farm had answered. */
  readonly asked: string;
  readonly answered: string;
}

interface PlannedFault {
  readonly kind: FaultKind;
  readonly run: (stage: Stage) => Promise<void>;
}

const second = 1_000;
const between = (random: SeededRandom, least: number, most: number): number =>
  random.between(least * second, most * second);
const runningHost = ({ farm, random }: Stage): SimulatedHost => random.pick(farm.hosts);

/** A host whose cloud is away when it starts waits for it, as the service manager that starts it again and again. */
async function startAgain({ farm, world }: Stage, host: SimulatedHost): Promise<void> {
  while (!host.isRunning && !host.isStarting) {
    if (farm.cloud.isRunning) {
      const started = await host.start().then(
        () => true,
        () => false,
      );
      if (started) return;
      host.kill();
    }
    await world.time.sleep(2 * second);
  }
}

const hostDies: PlannedFault = {
  kind: "processes",
  async run(stage) {
    const [host, away] = [runningHost(stage), between(stage.random, 1, 90)];
    if (!host.isRunning || !stage.faults.begins("processes", `${host.name} dies for ${away} ms`)) return;
    host.kill();
    await stage.world.time.sleep(away);
    await startAgain(stage, host);
  },
};

const powerCut: PlannedFault = {
  kind: "disk",
  async run(stage) {
    const [host, away] = [runningHost(stage), between(stage.random, 15, 120)];
    const what = `${host.name} loses power for ${away} ms, and what it had not synced`;
    if (!host.isRunning || !stage.faults.begins("disk", what)) return;
    host.kill("power");
    await stage.world.time.sleep(away);
    await startAgain(stage, host);
  },
};

const diskFull: PlannedFault = {
  kind: "disk",
  async run(stage) {
    const [host, length] = [runningHost(stage), between(stage.random, 5, 120)];
    if (!stage.faults.begins("disk", `the disk of ${host.name} is full for ${length} ms`)) return;
    const { process } = host;
    process.isDiskFull = true;
    await stage.world.time.sleep(length);
    process.isDiskFull = false;
  },
};

const cloudDies: PlannedFault = {
  kind: "processes",
  async run({ farm, faults, random, world }) {
    const away = between(random, 1, 30);
    if (!farm.cloud.isRunning || !faults.begins("processes", `the cloud dies for ${away} ms`)) return;
    farm.cloud.kill();
    await world.time.sleep(away);
    await farm.cloud.start();
  },
};

const hostCutOff: PlannedFault = {
  kind: "partitions",
  async run(stage) {
    const [host, away] = [runningHost(stage), between(stage.random, 5, 200)];
    if (!stage.faults.begins("partitions", `${host.name} is cut off for ${away} ms`)) return;
    stage.world.network.cutOff(host.name);
    await stage.world.time.sleep(away);
    stage.world.network.join(host.name);
  },
};

/** Phones with a fault already: who is attached twice is two phones of one serial. */
const troubled = new WeakSet<object>();

const deviceLeaves: PlannedFault = {
  kind: "devices",
  async run(stage) {
    const [host, away, hangs] = [runningHost(stage), between(stage.random, 2, 120), stage.random.isOneIn(2)];
    if (host.phones === null) return;
    const phone = stage.random.pick(host.phones.phones);
    const what = `${host.name}.${phone.serial} ${hangs ? "is frozen" : "is unplugged"} for ${away} ms`;
    if (troubled.has(phone) || !stage.faults.begins("devices", what)) return;
    troubled.add(phone);
    if (hangs) phone.faults.frozen = true;
    else host.phones.devices.detach(phone.serial);
    await stage.world.time.sleep(away);
    if (hangs) phone.faults.frozen = false;
    else host.phones.devices.attach(phone);
    troubled.delete(phone);
  },
};

/** The phone refuses to clear the clock, as some vendors' do for apps of theirs. */
const appUnclearable: PlannedFault = {
  kind: "devices",
  async run(stage) {
    const [host, length] = [runningHost(stage), between(stage.random, 10, 180)];
    if (host.phones === null) return;
    const phone = stage.random.pick(host.phones.phones);
    const what = `${host.name}.${phone.serial} refuses to clear its clock for ${length} ms`;
    if (!stage.faults.begins("devices", what)) return;
    phone.faults.unclearablePackage = "com.android.deskclock";
    await stage.world.time.sleep(length);
    phone.faults.unclearablePackage = null;
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
  async run({ faults, random, world, setModel }) {
    const [trouble, length] = [random.pick(troubles), between(random, 5, random.isOneIn(4) ? 600 : 60)];
    if (!faults.begins("model", `the model is ${trouble} for ${length} ms`)) return;
    setModel(trouble);
    await world.time.sleep(length);
    setModel("well");
  },
};

const jobCancelled: PlannedFault = {
  kind: "operator",
  async run({ faults, random, jobs, cancelled }) {
    if (jobs.length === 0) return;
    const { jobId, operator } = random.pick(jobs);
    if (!faults.begins("operator", `job/${jobId} is cancelled`)) return;
    cancelled.set(jobId, "asked");
    const answer = await operator.ask("POST", `/v1/jobs/${jobId}/cancel`);
    if (answer?.status === 200) cancelled.set(jobId, "acknowledged");
  },
};

const jobPaused: PlannedFault = {
  kind: "operator",
  async run({ faults, random, jobs, world, acknowledge, pauses }) {
    if (jobs.length === 0) return;
    const [{ jobId, operator }, length] = [random.pick(jobs), between(random, 5, 120)];
    if (!faults.begins("operator", `job/${jobId} is paused for ${length} ms`)) return;
    const paused = await operator.ask("POST", `/v1/jobs/${jobId}/pause`, {});
    const from = new Date().toISOString();
    await world.time.sleep(length);
    if (paused?.status === 200) pauses.push({ jobId, from, until: new Date().toISOString() });
    const once = { "idempotency-key": `resume-${jobId}` };
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = await operator.ask("POST", `/v1/jobs/${jobId}/resume`, {}, once);
      // One that has ended is continued as another job.
      if (answer?.status === 201) acknowledge({ jobId: String(Object(answer.body).jobId), operator });
      if (answer !== null && answer.status < 500 && answer.status !== 429) return;
      await world.time.sleep(5 * second);
    }
  },
};

/** Asks until the farm has done so. */
async function insist(stage: Stage, operator: Operator, path: string): Promise<void> {
  while ((await operator.ask("POST", path, {}))?.status !== 200) await stage.world.time.sleep(2 * second);
}

const everythingStopped: PlannedFault = {
  kind: "operator",
  async run(stage) {
    const { farm, random, faults, stops, world } = stage;
    const [operator, length] = [random.pick(farm.operators), between(random, 5, 60)];
    if (!faults.begins("operator", `${operator.tenantId} stops everything for ${length} ms`)) return;
    const asked = new Date().toISOString();
    await insist(stage, operator, "/v1/farm/stop");
    stops.push({ tenantId: operator.tenantId, asked, answered: new Date().toISOString() });
    await world.time.sleep(length);
    await insist(stage, operator, "/v1/farm/resume");
  },
};

const hostDrained: PlannedFault = {
  kind: "operator",
  async run(stage) {
    const [host, patience] = [runningHost(stage), stage.random.between(0, 60)];
    if (!host.isRunning || !stage.faults.begins("operator", `${host.name} is drained within ${patience} s`))
      return;
    const drained = host.drain(patience).catch(() => undefined);
    await Promise.race([drained, stage.world.time.sleep(300 * second)]);
    host.kill();
    await stage.world.time.sleep(10 * second);
    await startAgain(stage, host);
  },
};

const clockSet: PlannedFault = {
  kind: "clocks",
  async run(stage) {
    const [host, by] = [runningHost(stage), between(stage.random, -600, 600)];
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
export async function playFaults(stage: Stage, untilMilliseconds: number): Promise<void> {
  const { random, world, farm } = stage;
  const kinds = all.filter(({ kind }) => stage.faults.has(kind));
  if (kinds.length === 0) return;
  const count = random.between(2, 4 + farm.hosts.length * 2);
  const times = Array.from({ length: count }, () => random.next() * untilMilliseconds).sort((a, b) => a - b);
  const under: Promise<void>[] = [];
  for (const at of times) {
    await world.time.sleep(at - world.time.elapsed);
    under.push(random.pick(kinds).run(stage));
  }
  await Promise.all(under);
}
