import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { timedOut } from "#local/cloud/lambda/lambda-failure.ts";
import type { LambdaHost, LambdaResult } from "#local/cloud/lambda/lambda-host.ts";
import { account } from "../account.ts";
import type { WorkerAnswer, WorkerCall, WorkerPlace } from "./function-worker.ts";

/** A function as its template has it. */
export interface DeployedFunction extends WorkerPlace {
  readonly name: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** Its template's and the service's, whole. */
  readonly environment: Readonly<Record<string, string>>;
}

interface Instance {
  readonly worker: Worker;
  readonly waiting: Map<number, (result: LambdaResult) => void>;
}

/** Functions of the templates, each in a thread of its own that has the function's environment and loads its bundle. */
export class DeployedFunctions implements LambdaHost {
  readonly functions = new Map<string, DeployedFunction & { readonly entry: string }>();
  readonly concurrencyLimit = 1_000;
  /** What functions wrote, for who asks why something went wrong. */
  readonly lines: string[] = [];
  readonly #instances = new Map<string, Instance>();
  #calls = 0;
  #running = 0;

  get running(): number {
    return this.#running;
  }

  add(one: DeployedFunction): void {
    this.functions.set(one.name, { ...one, entry: one.file });
  }

  arnOf(name: string): string {
    return account.arn("lambda", `function:${name}`);
  }

  async invoke(name: string, event: unknown): Promise<LambdaResult> {
    const deployed = this.functions.get(name);
    if (deployed === undefined) throw new Error(`no template has a function ${name}`);
    this.#running += 1;
    try {
      return await this.#call(deployed, event);
    } finally {
      this.#running -= 1;
    }
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
    worker.on("message", ({ id, failed, payload }: WorkerAnswer) =>
      instance.waiting.get(id)?.({ failed, payload }),
    );
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
