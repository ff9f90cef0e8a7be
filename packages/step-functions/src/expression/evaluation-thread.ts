import { Worker } from "node:worker_threads";
import type { Bindings } from "./bindings.ts";
import type { Template } from "./compile-template.ts";
import { evaluationLimits, memoryLimitExceeded, timeLimitExceeded } from "./evaluation-limits.ts";
import type { EvaluationAnswer, EvaluationRequest } from "./evaluation-worker.ts";
import { packTemplate } from "./packed-template.ts";
import type { StatePosition } from "./query-evaluation-error.ts";

/** The worker stops an expression itself; this is for one inside a built-in function that cannot be stopped. */
const PATIENCE_MS = evaluationLimits.timeMs * 10;

/** An expression's values are bounded; what is above this is garbage that it makes faster than it can be collected. */
const HEAP_MB = 256;

interface Waiting {
  readonly request: EvaluationRequest;
  readonly resolve: (answer: EvaluationAnswer) => void;
}

/**
 * Evaluates what takes longer than everybody else may be made to wait, in its own thread, one after the other and
 * each within the service's limits. The thread is started when it is first needed and again when it had to be ended.
 */
export class EvaluationThread {
  #worker: Worker | null = null;
  #waiting: Waiting[] = [];
  #patience: NodeJS.Timeout | undefined;
  #closed = false;

  evaluate(template: Template, bindings: Bindings, position: StatePosition): Promise<EvaluationAnswer> {
    const { stateName, enteredEventId } = position;
    // Copied now: the bindings are read from the engine's own objects, which change.
    const request = structuredClone({
      template: packTemplate(template),
      bindings,
      position: { stateName, enteredEventId },
    });
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve });
      if (this.#waiting.length === 1) this.#ask();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#patience);
    await this.#worker?.terminate();
  }

  #ask(): void {
    const [first] = this.#waiting;
    if (first === undefined || this.#closed) return;
    this.#worker ??= this.#start();
    this.#patience = setTimeout(() => this.#giveUp(timeLimitExceeded()), PATIENCE_MS).unref();
    this.#worker.postMessage(first.request);
  }

  #start(): Worker {
    const extension = import.meta.url.slice(import.meta.url.lastIndexOf("."));
    const worker = new Worker(new URL(`./evaluation-worker${extension}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    worker.on("message", (answer: EvaluationAnswer) => this.#answered(answer));
    worker.on("error", () => {
      if (this.#worker === worker) this.#giveUp(memoryLimitExceeded());
    });
    return worker;
  }

  #giveUp(reason: Error): void {
    void this.#worker?.terminate();
    this.#worker = null;
    this.#answered({ detail: `The evaluation was stopped: ${reason.message}`, location: undefined });
  }

  #answered(answer: EvaluationAnswer): void {
    clearTimeout(this.#patience);
    this.#waiting.shift()?.resolve(answer);
    this.#ask();
  }
}
