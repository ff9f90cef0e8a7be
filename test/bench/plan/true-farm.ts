import type { PastBatch } from "#shared/rules/forecast/gaps.ts";
import type { PastRun } from "#shared/rules/forecast/past-run.ts";

/**
 * A farm to hold forecasts against: jobs go step by step through an event list, and every second comes from formulas that
 * shared/rules/forecast knows nothing of. It draws nothing from a past.
 */
export interface FarmProfile {
  readonly name: string;
  /** Of one step. */
  readonly modelSeconds: number;
  readonly deviceSeconds: number;
  /** Share of steps that lose the device, and share of steps that need a recovery. */
  readonly lossShare: number;
  readonly recoveryShare: number;
  /** How much slower or faster the model is on another day: a standard deviation of the logarithm. */
  readonly dayToDay: number;
  readonly modelCallsPerMinute?: number;
}

export interface TrueTask {
  readonly taskId: string;
  readonly leastSteps: number;
  /** The chance of one more step after each. */
  readonly moreShare: number;
}

export interface TrueBatch {
  readonly batchId: string;
  readonly tasks: readonly TrueTask[];
  readonly repeat: number;
  readonly devices: number;
  readonly concurrency: number;
  readonly beganAt: number;
}

interface Outcome {
  readonly runs: readonly PastRun[];
  readonly batch: PastBatch;
  readonly seconds: number;
  readonly usd: number;
}

type Random = () => number;

/** Park and Miller's generator: another one than forecasts use. */
export function parkMiller(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const usdPerStep = 0.004;
const mostRetries = 2;

interface TrueJob {
  readonly task: TrueTask;
  readonly created: number;
  readonly tries: number;
}

/** A job on its device. */
interface Running extends TrueJob {
  readonly device: number;
  readonly started: number;
  steps: number;
  answered: number;
  waited: number;
}

/** Runs a batch to its end. */
export function runBatch(profile: FarmProfile, batch: TrueBatch, random: Random): Outcome {
  const course = new Course(profile, batch, random);
  course.run();
  const finished = Math.max(...course.runs.map((run) => run.finished)) + 0.8;
  return {
    runs: course.runs,
    batch: { batchId: batch.batchId, jobs: course.ended, started: batch.beganAt, finished },
    seconds: finished - batch.beganAt,
    usd: course.runs.reduce((sum, { usd = 0 }) => sum + usd, 0),
  };
}

class Course {
  readonly runs: PastRun[] = [];
  ended = 0;
  readonly #profile: FarmProfile;
  readonly #batch: TrueBatch;
  readonly #random: Random;
  /** The latest first. */
  readonly #events: { readonly at: number; readonly act: () => void }[] = [];
  readonly #waiting: TrueJob[] = [];
  readonly #left: TrueTask[];
  readonly #speeds: readonly number[];
  readonly #free: number[];
  readonly #day: number;
  #now: number;
  #nextCall = 0;

  constructor(profile: FarmProfile, batch: TrueBatch, random: Random) {
    this.#profile = profile;
    this.#batch = batch;
    this.#random = random;
    const usual = ({ leastSteps, moreShare }: TrueTask): number => leastSteps + moreShare / (1 - moreShare);
    // A batch begins the longest tasks first.
    this.#left = Array.from({ length: batch.repeat }, () => batch.tasks)
      .flat()
      .sort((one, other) => usual(other) - usual(one));
    this.#speeds = Array.from({ length: batch.devices }, () => 0.9 + 0.2 * random());
    this.#free = this.#speeds.map((_speed, device) => device);
    // The sum of twelve even draws is near the normal distribution.
    const normal = Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
    this.#day = Math.exp(profile.dayToDay * normal);
    this.#now = batch.beganAt;
  }

  run(): void {
    for (let place = 0; place < this.#batch.concurrency; place += 1) this.#after(1, () => this.#take());
    for (let event = this.#events.pop(); event !== undefined; event = this.#events.pop()) {
      this.#now = event.at;
      event.act();
    }
  }

  #after(seconds: number, act: () => void): void {
    const at = this.#now + seconds;
    let place = this.#events.length;
    while (place > 0 && (this.#events[place - 1]?.at ?? 0) <= at) place -= 1;
    this.#events.splice(place, 0, { at, act });
  }

  #take(): void {
    const task = this.#left.shift();
    if (task !== undefined) this.#submit(task, 0);
  }

  #submit(task: TrueTask, tries: number): void {
    this.#waiting.push({ task, created: this.#now, tries });
    this.#assign();
  }

  #assign(): void {
    while (this.#waiting.length > 0 && this.#free.length > 0) {
      const job = this.#waiting.shift() as TrueJob;
      const device = this.#free.shift() as number;
      const running = { ...job, device, started: this.#now, steps: 0, answered: 0, waited: 0 };
      this.#after(1 + this.#random(), () => this.#step(running));
    }
  }

  /** A turn with the model, a wait for it included, and then the device. */
  #step(job: Running): void {
    const { modelSeconds, deviceSeconds, lossShare, recoveryShare, modelCallsPerMinute } = this.#profile;
    const random = this.#random;
    const turn = Math.max(this.#now, this.#nextCall);
    this.#nextCall = turn + (modelCallsPerMinute === undefined ? 0 : 60 / modelCallsPerMinute);
    const waited = turn - this.#now;
    const answer = modelSeconds * this.#day * (0.6 - 0.4 * Math.log(1 - random()));
    const acting = deviceSeconds * (this.#speeds[job.device] ?? 1) * (0.5 + random());
    const recovery = random() < recoveryShare ? 4 + 8 * random() : 0;
    job.steps += 1;
    job.answered += answer;
    job.waited += waited;
    const isLost = random() < lossShare;
    const goesOn = !isLost && (job.steps < job.task.leastSteps || random() < job.task.moreShare);
    const seconds = waited + answer + acting + recovery + 0.25 + 0.1 * random();
    this.#after(seconds, () => (goesOn ? this.#step(job) : this.#finish(job, isLost)));
  }

  #finish(job: Running, isLost: boolean): void {
    const { task, started, created, device, steps, waited, answered, tries } = job;
    const finished = this.#now;
    this.runs.push({
      ...{ task: task.taskId, variant: "default", model: "m", group: this.#batch.batchId, isFailed: false },
      ...{ isInconclusive: isLost, steps, inputTokens: 0, outputTokens: 0, usd: steps * usdPerStep },
      ...{ held: finished - started, modelSeconds: answered, waited, created, started, finished },
      deviceId: String(device),
    });
    this.#after(0.3, () => {
      this.#free.push(device);
      this.#assign();
    });
    if (isLost && tries < mostRetries) this.#after(0.3, () => this.#submit(task, tries + 1));
    else {
      this.ended += 1;
      this.#after(0.4 + 0.2 * this.#random(), () => this.#take());
    }
  }
}
