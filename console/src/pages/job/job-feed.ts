import { events } from "@drover/client";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import type { ConsoleClient } from "../../api/console-client.ts";
import { LinkBook } from "./link-book.ts";

/** A job and its steps as far as they are known. */
export interface FedJob {
  readonly job?: JobResponse | undefined;
  readonly steps: readonly StepResponse[];
  /** No more steps are on their way. */
  readonly whole: boolean;
  readonly error?: unknown;
}

/** The first page is there at once, to be looked at while the others come. */
const firstPageSize = 25;
const pageSize = 100;
const renewalMilliseconds = 5_000;

/** Reads one job: page by page when it has ended, by its events while it runs. */
export class JobFeed {
  readonly links = new LinkBook();
  readonly #client: ConsoleClient;
  readonly #jobId: string;
  readonly #steps = new Map<number, StepResponse>();
  readonly #listeners = new Set<() => void>();
  #fed: FedJob = { steps: [], whole: false };
  #stop: AbortController | undefined;
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(client: ConsoleClient, jobId: string) {
    this.#client = client;
    this.#jobId = jobId;
  }

  readonly current = (): FedJob => this.#fed;

  /** Reads as long as somebody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop?.abort();
    };
  };

  /** Links that have become too old are asked for again. */
  readonly renew = (): void => {
    const now = performance.now();
    if (now - this.#renewedAt < renewalMilliseconds || this.#stop === undefined) return;
    this.#renewedAt = now;
    void this.#readSteps(this.#stop.signal).catch(() => undefined);
  };

  readonly retry = (): void => {
    this.#stop?.abort();
    this.#tell({ error: undefined });
    this.#start();
  };

  #start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#read(stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) this.#tell({ error });
    });
  }

  async #read(signal: AbortSignal): Promise<void> {
    const id = this.#jobId;
    const steps = this.#readSteps(signal);
    const job = await this.#client.readJob({ id, signal }).catch(async (error: unknown) => {
      await steps.catch(() => undefined);
      throw error;
    });
    this.#tell({ job });
    await steps;
    if (job.status === "finished") return this.#tell({ whole: true });
    await this.#follow(signal);
  }

  async #readSteps(signal: AbortSignal): Promise<void> {
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? { limit: firstPageSize } : { limit: pageSize, cursor };
      const page = await this.#client.listSteps({ id: this.#jobId, query, signal });
      const isFirst = cursor === undefined;
      cursor = page.nextCursor;
      this.#note(page.items);
      // Drawing a thousand steps for each page that comes would hold the next one up.
      if (isFirst || cursor === undefined) this.#tellSteps();
    } while (cursor !== undefined);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for await (const { event, data } of events(this.#client, "jobEvents", { id: this.#jobId }, { signal })) {
      if (event === "job") this.#tell({ job: JSON.parse(data) as JobResponse });
      if (event === "step") {
        this.#note([JSON.parse(data) as StepResponse]);
        this.#tellSteps();
      }
    }
    if (signal.aborted) return;
    // What the end wrote, such as metrics, may have come after the last event of the job.
    const job = await this.#client.readJob({ id: this.#jobId, signal });
    this.#tell({ job, whole: true });
  }

  #note(steps: readonly StepResponse[]): void {
    for (const step of steps) {
      const { before, after, links } = step;
      this.links.note(before.screenshotKey, links.screenshotBefore);
      this.links.note(before.treeKey, links.treeBefore);
      this.links.note(after?.screenshotKey, links.screenshot);
      this.links.note(after?.treeKey, links.tree);
      this.#steps.set(step.stepNumber, step);
    }
  }

  #tellSteps(): void {
    this.#tell({
      steps: [...this.#steps.values()].sort((one, other) => one.stepNumber - other.stepNumber),
    });
  }

  #tell(changed: Partial<FedJob>): void {
    this.#fed = { ...this.#fed, ...changed };
    for (const listener of this.#listeners) listener();
  }
}
