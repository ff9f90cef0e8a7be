import type { Job } from "#shared/contracts/job/job.ts";
import type { BatchId, JobId } from "#shared/contracts/values/ids.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import { defined } from "#shared/values/defined.ts";
import type { Operator } from "./farm/operator.ts";
import { askFor } from "./farm/people.ts";
import { Records } from "./farm/records.ts";
import { type SimulatedFarm, startSimulatedFarm } from "./farm/simulated-farm.ts";
import type { SimulatedHost } from "./farm/simulated-host.ts";
import { WebhookReceiver } from "./farm/webhook-receiver.ts";
import { type PlannedWork, planWork } from "./farm/workload.ts";
import { overNetwork, tablesOverNetwork } from "./faults/call-faults.ts";
import { drawMix, FaultLog, usualMix } from "./faults/fault-log.ts";
import { hostDeaths } from "./faults/host-deaths.ts";
import { withMessageFaults } from "./faults/message-faults.ts";
import { playFaults } from "./faults/planned-faults.ts";
import { type ModelTrouble, requestFaults } from "./faults/request-faults.ts";
import { kindsOf, playScript } from "./faults/scripted-faults.ts";
import type { Observed } from "./invariants/invariant.ts";
import { Watch } from "./invariants/watch.ts";
import { showJob } from "./show-job.ts";
import type { SimulationOptions, SimulationReport } from "./simulation-report.ts";
import { stateHash } from "./state-hash.ts";
import type { World } from "./world/world.ts";

type Told = Omit<SimulationReport, "seed" | "simulatedSeconds" | "cpuSeconds" | "deviceHoursPerCpuMinute">;

const second = 1_000;
const lookMilliseconds = 5 * second;
/** For the farm to put its things in order once the last job has ended. */
const settleMilliseconds = 240 * second;
/** More than any job may wait, all its waits together. */
const longestMilliseconds = 4 * 3_600 * second;

const endOf = ({ jobId, outcome, endReason, outcomeReason }: Job) => ({
  jobId,
  ...defined({ outcome, endReason, outcomeReason }),
});

/** Everything that happens in one simulated farm, within a world that was entered. */
class Simulation {
  readonly #world: World;
  readonly #options: SimulationOptions;
  readonly #faults: FaultLog;
  readonly #watch: Watch;
  readonly #jobs = new Map<string, Job | null>();
  readonly #records = new Records();
  readonly #receiver: WebhookReceiver;
  readonly #lines: string[] = [];
  #model: ModelTrouble = "well";
  #hostDeaths: ReturnType<typeof hostDeaths> = () => undefined;
  farm: SimulatedFarm | null = null;

  constructor(world: World, options: SimulationOptions) {
    this.#world = world;
    this.#options = options;
    const { scenario, faults } = options;
    const mix =
      scenario === undefined ? drawMix(world.random("mix"), faults) : usualMix(kindsOf(scenario.faults));
    this.#faults = new FaultLog(world.time, mix, options.without ?? new Set());
    this.#watch = new Watch(world.time);
    this.#receiver = new WebhookReceiver(world.random("webhooks"), this.#faults);
  }

  async run(dir: string): Promise<void> {
    const { work } = this.#options;
    // A farm that cannot start is no finding.
    this.#faults.isOver = true;
    const farm = await this.#start(dir);
    this.farm = farm;
    if (work.includes("webhooks")) await this.#receiver.start(farm.operators);
    this.#faults.isOver = false;
    const plan = this.#plan(farm);
    const playing = this.#play(farm, plan.at(-1)?.at ?? 0);
    const isIn = Promise.all([...plan.map((one) => this.#ask(one, farm)), playing]).then(() => {
      this.#faults.isOver = true;
    });
    await this.#lookUntil(isIn);
  }

  #plan({ operators }: SimulatedFarm): readonly PlannedWork[] {
    const { scenario, devices, deviceProfile, jobs, work } = this.#options;
    const draws = { jobs: this.#world.random("jobs"), work: this.#world.random("work") };
    const size = { jobs, devices, work, tenants: operators.length, isNull: deviceProfile !== undefined };
    return scenario?.work ?? planWork(draws, size);
  }

  #play(farm: SimulatedFarm, lastAt: number): Promise<void> {
    const stage = {
      ...{ world: this.#world, farm, faults: this.#faults, records: this.#records },
      openJobs: () => this.#records.jobs.filter(({ jobId }) => this.#jobs.get(jobId)?.status !== "finished"),
      setModel: (trouble: ModelTrouble) => {
        this.#model = trouble;
      },
    };
    const { scenario } = this.#options;
    if (scenario === undefined) {
      this.#hostDeaths = hostDeaths({ ...stage, random: this.#world.random("host deaths") });
      const until = this.#world.time.elapsed + lastAt + 60 * second;
      return playFaults({ ...stage, random: this.#world.random("faults") }, until);
    }
    const stepsMade = (): number =>
      Math.max(0, ...[...this.#jobs.values()].map((job) => (job?.status === "running" ? job.stepCount : 0)));
    return playScript(stage, scenario.faults, stepsMade);
  }

  async #ask(work: PlannedWork, farm: SimulatedFarm): Promise<void> {
    const { time } = this.#world;
    await time.sleep(work.at);
    const operator = farm.operators[work.tenant] as Operator;
    await askFor(work, { operator, records: this.#records, time }).catch((error: unknown) =>
      this.#watch.note("a proper request is accepted", String(error)),
    );
  }

  async #start(dir: string): Promise<SimulatedFarm> {
    const { time } = this.#world;
    const { devices, deviceProfile, scenario } = this.#options;
    const deaths = this.#world.random("deaths");
    const calls = { time, random: this.#world.random("calls"), deaths, faults: this.#faults };
    const messages = this.#world.random("messages");
    const farm = await startSimulatedFarm(
      this.#world,
      { dir, devices, actionMilliseconds: deviceProfile, hosts: scenario?.hosts },
      {
        service: (name, service) => {
          const near = name === "queues" ? withMessageFaults(service, time, messages, this.#faults) : service;
          return overNetwork(name, near, calls);
        },
        tables: (tables) => tablesOverNetwork(tables, calls),
      },
      (line, host) => this.#heard(line, host),
    );
    this.#world.network.beforeRequest = requestFaults({
      time,
      random: this.#world.random("requests"),
      faults: this.#faults,
      cloud: () => farm.cloud.known,
      modelPort: farm.modelPort,
      model: () => this.#model,
    });
    return farm;
  }

  #heard(line: string, host: SimulatedHost): void {
    this.#lines.push(line.trimEnd());
    this.#hostDeaths(line, host);
    if (this.farm !== null)
      this.#watch.hear(line, { elapsed: this.#world.time.elapsed, farm: this.farm, host });
  }

  /** Looks at everything every few seconds until all of it has ended, and once more when the farm has settled. */
  async #lookUntil(isIn: Promise<void>): Promise<void> {
    const { time } = this.#world;
    let isOver = false;
    void isIn.then(() => {
      isOver = true;
    });
    const last = time.elapsed + longestMilliseconds;
    while (time.elapsed < last) {
      await time.sleep(lookMilliseconds);
      const areBatchesOver = await this.#look();
      await this.#watch.during(this.#seen());
      const areJobsOver = [...this.#jobs.values()].every((job) => job?.status === "finished");
      if (isOver && areBatchesOver && areJobsOver && (await this.#isAllDelivered())) break;
    }
    await time.sleep(settleMilliseconds);
    await this.#look("all");
    await this.#watch.during(this.#seen());
    await this.#watch.after(this.#seen());
  }

  /** True: all batches have ended. Jobs that have are not read again unless `all` are. */
  async #look(which: "all" | "open" = "open"): Promise<boolean> {
    const { cloud } = this.farm as SimulatedFarm;
    if (!cloud.isReadable) return false;
    const { batches, batchItems, jobs } = cloud.repositories;
    let areOver = true;
    for (const [id, { operator }] of this.#records.batches) {
      const { tenantId } = operator;
      if (!cloud.isReadable) return false;
      const batch = await batches.get(tenantId, id as BatchId);
      if (batch === null || !hasEnded(batch)) areOver = false;
      const { items } = await batchItems.page(tenantId, id as BatchId, { limit: 100 });
      // An item names its job before that is stored.
      for (const { jobId } of items.flatMap(({ attempts }) => attempts))
        if (!this.#jobs.has(jobId) && (await jobs.get(tenantId, jobId)) !== null)
          this.#records.acknowledge({ jobId, operator });
    }
    for (const { jobId, operator } of this.#records.jobs) {
      cloud.owners.set(jobId, operator.tenantId);
      if (which === "open" && this.#jobs.get(jobId)?.status === "finished") continue;
      if (!cloud.isReadable) return false;
      this.#jobs.set(jobId, await jobs.get(operator.tenantId, jobId as JobId));
    }
    return areOver;
  }

  async #isAllDelivered(): Promise<boolean> {
    const { cloud } = this.farm as SimulatedFarm;
    for (const tenantId of this.#receiver.webhooks.keys()) {
      if (!cloud.isReadable) return false;
      const due = await cloud.repositories.webhookDeliveries.overdue(tenantId, "9999", 1);
      if (due.length > 0) return false;
    }
    return true;
  }

  #seen(): Observed {
    return {
      elapsed: this.#world.time.elapsed,
      farm: this.farm as SimulatedFarm,
      jobs: this.#jobs,
      receiver: this.#receiver,
      faults: this.#faults,
      records: this.#records,
    };
  }

  async told(dir: string): Promise<Told> {
    const outcomes: Record<string, number> = {};
    for (const job of this.#jobs.values()) {
      const outcome = job?.outcome ?? job?.status ?? "unknown";
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    const { show } = this.#options;
    const shown = show === undefined || this.farm === null ? [] : await showJob(show, this.farm, this.#lines);
    for (const host of this.farm?.hosts ?? []) host.kill();
    this.farm?.cloud.kill();
    return {
      hash: stateHash(dir),
      outcomes,
      jobs: [...this.#jobs.values()].flatMap((job) => (job === null ? [] : [endOf(job)])),
      violations: this.#watch.violations,
      faults: this.#faults.events,
      shown,
    };
  }
}

export async function simulate(world: World, dir: string, options: SimulationOptions): Promise<Told> {
  const simulation = new Simulation(world, options);
  const { until = Number.POSITIVE_INFINITY } = options;
  await world.time.run(simulation.run(dir), (at) => at <= until);
  const told = await world.time.run(simulation.told(dir));
  if (told === null) throw new Error("The simulation told nothing.");
  return told;
}
