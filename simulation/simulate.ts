import type { Job } from "#shared/contracts/job/job.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import type { Operator } from "./farm/operator.ts";
import { type SimulatedFarm, startSimulatedFarm } from "./farm/simulated-farm.ts";
import type { SimulatedHost } from "./farm/simulated-host.ts";
import { planJobs } from "./farm/workload.ts";
import { overNetwork, tablesOverNetwork } from "./faults/call-faults.ts";
import { FaultLog } from "./faults/fault-log.ts";
import { withMessageFaults } from "./faults/message-faults.ts";
import { type AcknowledgedJob, type Pause, playFaults, type Stop } from "./faults/planned-faults.ts";
import { type ModelTrouble, requestFaults } from "./faults/request-faults.ts";
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

/** Everything that happens in one simulated farm, within a world that was entered. */
class Simulation {
  readonly #world: World;
  readonly #options: SimulationOptions;
  readonly #faults: FaultLog;
  readonly #watch: Watch;
  readonly #jobs = new Map<string, Job | null>();
  readonly #acknowledged: AcknowledgedJob[] = [];
  readonly #cancelled = new Map<string, "asked" | "acknowledged">();
  readonly #pauses: Pause[] = [];
  readonly #stops: Stop[] = [];
  readonly #lines: string[] = [];
  #model: ModelTrouble = "well";
  farm: SimulatedFarm | null = null;

  constructor(world: World, options: SimulationOptions) {
    this.#world = world;
    this.#options = options;
    this.#faults = new FaultLog(world.time, options.faults, options.without ?? new Set());
    this.#watch = new Watch(world.time);
  }

  async run(dir: string): Promise<void> {
    const { time } = this.#world;
    const { devices, deviceProfile } = this.#options;
    // A farm that cannot start is no finding.
    this.#faults.isOver = true;
    const farm = await this.#start(dir);
    this.farm = farm;
    this.#faults.isOver = false;
    const tenants = farm.operators.length;
    const size = { jobs: this.#options.jobs, devices, tenants, isNull: deviceProfile !== undefined };
    const plan = planJobs(this.#world.random("jobs"), size);
    const stage = {
      world: this.#world,
      farm,
      faults: this.#faults,
      random: this.#world.random("faults"),
      jobs: this.#acknowledged,
      acknowledge: (job: AcknowledgedJob) => this.#acknowledge(job),
      setModel: (trouble: ModelTrouble) => {
        this.#model = trouble;
      },
      cancelled: this.#cancelled,
      stops: this.#stops,
      pauses: this.#pauses,
    };
    const playing = playFaults(stage, time.elapsed + (plan.at(-1)?.at ?? 0) + 60 * second);
    const submitting = plan.map(async ({ at, tenant, key, request }) => {
      await time.sleep(at);
      const operator = farm.operators[tenant] as Operator;
      const jobId = await operator.submit(request, key).catch((error: unknown) => {
        this.#watch.note("a proper request is accepted", String(error));
        return null;
      });
      if (jobId !== null) this.#acknowledge({ jobId, operator });
    });
    const isIn = Promise.all([...submitting, playing]).then(() => {
      this.#faults.isOver = true;
    });
    await this.#lookUntil(isIn);
  }

  #acknowledge(job: AcknowledgedJob): void {
    if (this.farm === null || this.farm.cloud.owners.has(job.jobId)) return;
    this.farm.cloud.owners.set(job.jobId, job.operator.tenantId);
    this.#acknowledged.push(job);
  }

  async #start(dir: string): Promise<SimulatedFarm> {
    const { time } = this.#world;
    const deaths = this.#world.random("deaths");
    const calls = { time, random: this.#world.random("calls"), deaths, faults: this.#faults };
    const messages = this.#world.random("messages");
    const farm = await startSimulatedFarm(
      this.#world,
      { dir, devices: this.#options.devices, actionMilliseconds: this.#options.deviceProfile },
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
    if (this.farm !== null) this.#watch.hear(line, { farm: this.farm, host });
  }

  /** Looks at everything every few seconds until all jobs have ended, and once more when the farm has settled. */
  async #lookUntil(isIn: Promise<void>): Promise<void> {
    const { time } = this.#world;
    let isOver = false;
    void isIn.then(() => {
      isOver = true;
    });
    const last = time.elapsed + longestMilliseconds;
    while (time.elapsed < last) {
      await time.sleep(lookMilliseconds);
      await this.#look();
      this.#watch.during(this.#seen());
      if (isOver && [...this.#jobs.values()].every((job) => job?.status === "finished")) break;
    }
    await time.sleep(settleMilliseconds);
    await this.#look();
    this.#watch.during(this.#seen());
    await this.#watch.after(this.#seen());
  }

  async #look(): Promise<void> {
    const { cloud } = this.farm as SimulatedFarm;
    for (const { jobId, operator } of this.#acknowledged) {
      if (!cloud.isReadable) return;
      this.#jobs.set(jobId, await cloud.repositories.jobs.get(operator.tenantId, jobId as JobId));
    }
  }

  #seen(): Observed {
    return {
      elapsed: this.#world.time.elapsed,
      farm: this.farm as SimulatedFarm,
      jobs: this.#jobs,
      cancelled: this.#cancelled,
      stops: this.#stops,
      pauses: this.#pauses,
      faults: this.#faults,
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
