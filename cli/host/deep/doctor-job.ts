import { setTimeout as sleep } from "node:timers/promises";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { TurnPoll, TurnResponse } from "#shared/contracts/api/responses/turn-response.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { type ApiClient, createApiClient } from "../../api-client.ts";
import { type ApiAddress, callRoute } from "../../call-route.ts";

export interface DoctorFarm {
  readonly address: ApiAddress;
  readonly deviceId: DeviceId;
  /** Aborted by Ctrl-C, and when the doctor's time is over. */
  readonly stop: AbortSignal;
}

const turnSeconds = 60;
const leaseSeconds = 30;
const mostSteps = 60;
/** So long one request waits for a turn: Ctrl-C is noticed between two. */
const waitSeconds = 2;
const pollMilliseconds = 200;

/** A job on the device whose agent is the doctor: its turns come by the public API, as any outside agent's do. */
export class DoctorJob {
  readonly #farm: DoctorFarm;
  readonly #api: ApiClient;
  #jobId = "";
  #turn: TurnResponse | null = null;

  constructor(farm: DoctorFarm) {
    this.#farm = farm;
    this.#api = createApiClient(farm.address);
  }

  async submit(): Promise<void> {
    const { jobId } = await this.#api.submit({
      task: "Check this device.",
      agent: { kind: "external", name: "doctor", turnTimeoutSeconds: turnSeconds },
      requirements: { deviceId: this.#farm.deviceId },
      supervision: unsupervised,
      record: true,
      limits: { maxSteps: mostSteps, queueSeconds: leaseSeconds },
    });
    this.#jobId = jobId;
  }

  /** @throws Error when it ended without a device */
  async leased(): Promise<void> {
    for (;;) {
      const { status, startedAt } = await this.#job();
      if (startedAt !== undefined) return;
      if (status === "finished") throw new Error(await this.#whyEnded());
      await sleep(pollMilliseconds);
    }
  }

  async firstScreen(): Promise<TurnResponse> {
    await this.#await(({ turn }) => turn !== null);
    return this.turn;
  }

  /** False: it has ended. */
  get goesOn(): boolean {
    return this.#turn !== null;
  }

  get turn(): TurnResponse {
    if (this.#turn === null) throw new Error("The job has no turn.");
    return this.#turn;
  }

  /** The screen after it. @throws Error when the job ended by it */
  async act(action: StoredAction): Promise<TurnResponse> {
    this.#farm.stop.throwIfAborted();
    const before = this.turn;
    const answered = await callRoute(this.#farm.address, "answerTurn", {
      id: this.#jobId,
      turnId: before.turnId,
      query: { wait: waitSeconds, tree: "true" },
      body: { actions: [action] },
    });
    this.#turn = answered.next?.turn ?? null;
    if (this.#turn === null) await this.#await(({ turn }) => turn !== null && turn.turnId !== before.turnId);
    return this.turn;
  }

  /** As it ended, now or before. */
  async finish(): Promise<JobResponse> {
    if (this.#turn !== null)
      await callRoute(this.#farm.address, "answerTurn", {
        id: this.#jobId,
        turnId: this.#turn.turnId,
        body: { actions: [{ action: "FINISH", status: "success" }] },
      });
    for (;;) {
      const job = await this.#job();
      if (job.status === "finished") return job;
      await sleep(pollMilliseconds);
    }
  }

  #job(): Promise<JobResponse> {
    this.#farm.stop.throwIfAborted();
    return this.#api.job(this.#jobId);
  }

  /** Nothing was begun, or it has ended: nothing is to be cancelled. */
  async cancel(): Promise<void> {
    if (this.#jobId !== "") await this.#api.cancel(this.#jobId).catch(() => undefined);
  }

  async #await(isReached: (poll: TurnPoll) => boolean): Promise<void> {
    for (;;) {
      this.#farm.stop.throwIfAborted();
      const poll = await callRoute(this.#farm.address, "readTurn", {
        id: this.#jobId,
        query: { wait: waitSeconds, tree: "true" },
      });
      this.#turn = poll.turn;
      if (isReached(poll)) return;
      if (poll.job.status === "finished") throw new Error(await this.#whyEnded());
    }
  }

  async #whyEnded(): Promise<string> {
    const { outcome, outcomeReason, endReason } = await this.#api.job(this.#jobId);
    return `the job ended as ${outcome}: ${outcomeReason ?? endReason ?? "without a reason"}`;
  }
}
