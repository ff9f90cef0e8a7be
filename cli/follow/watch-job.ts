import { isClaim } from "#agent/steps/step-claim.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { outcomeText } from "#shared/rules/shown-outcome.ts";
import type { ApiClient } from "../api-client.ts";
import { partLine } from "../report/report-parts.ts";
import { coloured } from "../terminal/colour.ts";
import { clearLive, cut, plain, progress, showLive } from "../terminal/terminal.ts";
import { TerminalAnswers } from "./ask-on-terminal.ts";

/** Follows a job until it has ended and tells each step as it is made. The API has the last word on deadlines. */
export async function watchJob(api: ApiClient, jobId: string, signal: AbortSignal): Promise<JobResponse> {
  let latest: JobResponse | undefined;
  let status = "";
  using answers = new TerminalAnswers(api);
  const steps = new ToldSteps();
  const toldParts = new Map<number, string>();
  using live = new LiveStep(() => latest, steps);
  for await (const { event, data } of api.jobEvents(jobId, signal)) {
    live.begin();
    if (event === "step") steps.see(data);
    if (event !== "job") continue;
    latest = data;
    const now = `${data.status} ${data.waiting?.until} ${data.awaiting?.until} ${queueDigest(data)}`;
    if (now !== status && data.status !== "finished") progress(statusLine(data));
    status = now;
    answers.follow(jobId, data.awaiting?.question);
    for (const part of data.taskSteps ?? []) {
      const line = partLine(part);
      if (part.status !== "pending" && toldParts.get(part.index) !== line) progress(line);
      toldParts.set(part.index, line);
    }
  }
  steps.tellAll();
  const ended = latest ?? (await api.job(jobId));
  progress(statusLine(ended));
  return ended;
}

/** A long queue moves each second: a job far back prints its position less often. */
const queueDigest = ({ queue }: JobResponse): string =>
  queue === undefined
    ? ""
    : `${queue.ahead < 10 ? queue.ahead : Math.round(queue.ahead / 10) * 10} ${queue.heldBy.map(({ words }) => words)}`;

/** Says each second how long the model or the device has worked on the current step. */
class LiveStep {
  readonly #timer: NodeJS.Timeout;
  #begun = performance.now();

  constructor(job: () => JobResponse | undefined, steps: ToldSteps) {
    this.#timer = setInterval(() => {
      const { status, waiting, awaiting, roles } = job() ?? {};
      if (status !== "running" || waiting !== undefined || awaiting !== undefined || roles !== undefined)
        return;
      const seconds = Math.round((performance.now() - this.#begun) / 1_000);
      showLive(
        `${String(steps.now).padStart(3)}  ${steps.isActing ? "the device acts" : "the model thinks"}… ${seconds} s`,
      );
    }, 1_000).unref();
  }

  /** Something was printed. */
  begin(): void {
    this.#begun = performance.now();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    clearLive();
  }
}

/** Steps come again when they change: each is told once, in order, when its result is known. */
class ToldSteps {
  readonly #open = new Map<number, StepResponse>();
  #told = 0;

  /** The current step. */
  get now(): number {
    return this.#told + 1;
  }
  /** Its actions are known, their result is not. */
  get isActing(): boolean {
    return this.#open.size > 0;
  }

  see(step: StepResponse): void {
    if (step.stepNumber > this.#told) this.#open.set(step.stepNumber, step);
    this.#tell((one) => one.performedAt !== undefined || isClaim(one));
  }

  tellAll(): void {
    this.#tell(() => true);
  }

  #tell(isDone: (step: StepResponse) => boolean): void {
    for (const [stepNumber, step] of [...this.#open].sort(([one], [other]) => one - other)) {
      if (!isDone(step)) return;
      progress(stepLine(step));
      this.#open.delete(stepNumber);
      this.#told = stepNumber;
    }
  }
}

function statusLine(job: JobResponse): string {
  if (job.awaiting !== undefined && job.waitingBecause !== undefined)
    return `job ${job.jobId} waits: ${plain(job.waitingBecause)}`;
  if (job.waiting !== undefined && job.status !== "finished" && job.waitingBecause !== undefined) {
    const device = job.status === "running" ? `on ${job.deviceId}` : "without a device";
    return `job ${job.jobId} waits ${device}: ${plain(job.waitingBecause)}`;
  }
  if (job.roles !== undefined && job.status !== "finished") {
    const roles = Object.keys(job.roles).join(", ");
    return job.status === "queued"
      ? `job ${job.jobId} waits for its turn to acquire devices for its roles ${roles}`
      : `its roles are running: ${roles} (drover show ${job.jobId})`;
  }
  if (job.status === "queued") {
    const why = job.waitingBecause === undefined ? "" : `: ${plain(job.waitingBecause)}`;
    return `job ${job.jobId} waits for a device of pool '${job.pool}'${why}`;
  }
  if (job.status === "running") return `running on ${job.deviceId}`;
  return `ended: ${coloured(outcomeText(job), process.stderr)}`;
}

export function stepLine(step: StepResponse): string {
  const milliseconds = step.timings.inferenceMilliseconds + step.timings.deviceMilliseconds;
  const result = step.outcome
    ? step.outcome.ok
      ? step.before.treeHash === step.after?.treeHash
        ? "no change"
        : "ok"
      : "failed"
    : "";
  const number = String(step.stepNumber).padStart(3);
  const time = `${(milliseconds / 1000).toFixed(1)} s`.padStart(7);
  const room = (process.stdout.columns ?? 145) - 75;
  const thinking = step.thinking && room > 15 ? `   ${cut(plain(step.thinking), room)}` : "";
  return `${number} ${time}  ${cut(plain(step.actions.map(({ words }) => words).join(", then ")), 48).padEnd(48)}  ${result.padEnd(9)}${thinking}`.trimEnd();
}
