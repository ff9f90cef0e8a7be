import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { Concurrency, type ThrottleReason } from "#local/cloud/lambda/concurrency.ts";
import { throttled, timedOut } from "#local/cloud/lambda/lambda-failure.ts";
import type { LambdaHost, LambdaResult } from "#local/cloud/lambda/lambda-host.ts";
import { keptUnreserved, usualAccountConcurrency } from "#shared/rules/reserved-concurrency.ts";
import { account } from "../account.ts";
import type { WorkerAnswer, WorkerCall, WorkerPlace } from "./function-worker.ts";

/** A function as its template has it. */
export interface DeployedFunction extends WorkerPlace {
  readonly name: string;
  /** In its template. */
  readonly logicalId: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** Executions of its own; undefined: none. */
  readonly reserved: number | undefined;
  /** Its template's and the service's, whole. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Of the account and region that functions are put into. */
export interface ConcurrencyRoom {
  /** What runs at once. */
  readonly limit: number;
  /** What other deployments have reserved. */
  readonly reservedElsewhere: number;
}

interface Instance {
  readonly worker: Worker;
  readonly waiting: Map<number, (result: LambdaResult) => void>;
}

/** Functions of the templates, each in a thread of its own that has the function's environment and loads its bundle. */
export class DeployedFunctions implements LambdaHost {
  readonly functions = new Map<string, DeployedFunction & { readonly entry: string }>();
  /** Names of those that were called. */
  readonly called = new Set<string>();
  /** What functions wrote, for who asks why something went wrong. */
  readonly lines: string[] = [];
  /** Modules of its bundle that a function read in a call, by its name: what its start had not read. */
  readonly readByCalls = new Map<string, Set<string>>();
  readonly #instances = new Map<string, Instance>();
  /** Of those that have executions of their own, by their name. */
  readonly #reserved = new Map<string, number>();
  readonly #room: ConcurrencyRoom;
  #concurrency: Concurrency | undefined;
  #calls = 0;

  constructor(room: Partial<ConcurrencyRoom> = {}) {
    this.#room = { limit: usualAccountConcurrency, reservedElsewhere: 0, ...room };
  }

  throttle(name: string): ThrottleReason | null {
    // Made with the first call, when all functions are there.
    this.#concurrency ??= new Concurrency(this.#room.limit, this.#reserved);
    return this.#concurrency.throttle(name);
  }

  add(one: DeployedFunction): void {
    this.functions.set(one.name, { ...one, entry: one.file });
    if (one.reserved === undefined) return;
    this.#reserved.set(one.name, one.reserved);
    const { limit, reservedElsewhere } = this.#room;
    const reserved = [...this.#reserved.values()].reduce((sum, count) => sum + count, reservedElsewhere);
    if (limit - reserved < keptUnreserved)
      throw new Error(
        `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${keptUnreserved}]. (Service: Lambda, Status Code: 400)`,
      );
  }

  arnOf(name: string): string {
    return account.arn("lambda", `function:${name}`);
  }

  async invoke(name: string, event: unknown): Promise<LambdaResult> {
    const deployed = this.functions.get(name);
    if (deployed === undefined) throw new Error(`no template has a function ${name}`);
    if (this.throttle(name) !== null) return { failed: true, payload: JSON.stringify(throttled) };
    this.called.add(name);
    this.#concurrency?.begin(name);
    try {
      return await this.#call(deployed, event);
    } finally {
      this.#concurrency?.end(name);
    }
  }

  /** By their template's names, without those that CDK brings along for its own work. */
  neverCalled(): readonly string[] {
    return [...this.functions.values()]
      .filter(({ name, logicalId }) => !this.called.has(name) && !logicalId.startsWith("Custom"))
      .map(({ logicalId }) => logicalId);
  }

  async warm(): Promise<void> {}

  close(): void {
    for (const { worker } of this.#instances.values()) void worker.terminate();
    this.#instances.clear();
  }

  async #call(deployed: DeployedFunction, event: unknown): Promise<LambdaResult> {
    const { name, timeoutSeconds, memoryMegabytes } = deployed;
    const { worker, waiting } = this.#instances.get(name) ?? this.#start(deployed);
    this.#calls += 1;
    const id = this.#calls;
    const awsRequestId = randomUUID();
    const answered = Promise.withResolvers<LambdaResult>();
    waiting.set(id, answered.resolve);
    const late = { failed: true, payload: JSON.stringify(timedOut(awsRequestId, timeoutSeconds)) };
    const timer = setTimeout(() => answered.resolve(late), timeoutSeconds * 1_000);
    const context = {
      functionName: name,
      functionVersion: "$LATEST",
      invokedFunctionArn: this.arnOf(name),
      memoryLimitInMB: String(memoryMegabytes),
      awsRequestId,
      logGroupName: name,
      logStreamName: "rehearsal",
      callbackWaitsForEmptyEventLoop: true,
    };
    const deadline = Date.now() + timeoutSeconds * 1_000;
    worker.postMessage({ id, event, context, deadline } satisfies WorkerCall);
    try {
      return await answered.promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  }

  #start({ name, environment, file, handler, network }: DeployedFunction): Instance {
    const worker = new Worker(new URL("./function-worker.ts", import.meta.url), {
      env: { ...environment },
      workerData: { file, handler, network } satisfies WorkerPlace,
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    const instance: Instance = { worker, waiting: new Map() };
    const read = this.readByCalls.get(name) ?? new Set();
    this.readByCalls.set(name, read);
    worker.on("message", (answer: WorkerAnswer) => {
      for (const module of answer.read) read.add(module);
      instance.waiting.get(answer.id)?.({ failed: answer.failed, payload: answer.payload });
    });
    // A bundle that cannot be loaded, or that ends its process.
    worker.on("error", (error) => {
      const failure = { errorType: "Runtime.ExitError", errorMessage: String(error) };
      for (const settle of instance.waiting.values())
        settle({ failed: true, payload: JSON.stringify(failure) });
      this.#instances.delete(name);
    });
    for (const stream of [worker.stdout, worker.stderr])
      void text(stream).then((said) => this.lines.push(...said.split("\n").filter((line) => line !== "")));
    worker.unref();
    this.#instances.set(name, instance);
    return instance;
  }
}
