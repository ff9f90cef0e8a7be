import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { lambdaFailure } from "#local/cloud/lambda/lambda-failure.ts";

/** What this thread is told as it starts. Its environment is the function's, and nothing else. */
export interface WorkerPlace {
  /** The bundle's module and the name of its export. */
  readonly file: string;
  readonly handler: string;
  /** Where the addresses lead that a rehearsal has no network for: origin → origin. */
  readonly network: Readonly<Record<string, string>>;
}

export interface WorkerCall {
  readonly id: number;
  readonly event: unknown;
  readonly context: Readonly<Record<string, unknown>>;
  readonly deadline: number;
}

/** `read`: modules of the bundle that were read since the answer before. */
export type WorkerAnswer = { readonly id: number; readonly read: readonly string[] } & (
  | { readonly failed: false; readonly payload: string }
  | { readonly failed: true; readonly payload: string }
);

type Handler = (event: unknown, context: object) => unknown;

const { file, handler, network } = workerData as WorkerPlace;
const ownFetch = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const asked = new URL(input instanceof Request ? input.url : input);
  const origin = network[asked.origin] ?? asked.origin;
  const led = new URL(`${asked.pathname}${asked.search}`, origin);
  return ownFetch(input instanceof Request ? new Request(led, input) : led, init);
};

const read: string[] = [];
registerHooks({
  load(url, context, next) {
    read.push(url);
    return next(url, context);
  },
});

const loading = import(pathToFileURL(file).href).then((module: Readonly<Record<string, Handler>>) => {
  read.splice(0);
  return module;
});

/** What a call read. Of calls at once each says what no other has said. */
const readNow = (): readonly string[] => read.splice(0).filter((url) => url.endsWith(".mjs"));

async function run({ id, event, context, deadline }: WorkerCall): Promise<WorkerAnswer> {
  try {
    const handle = (await loading)[handler];
    if (handle === undefined) throw new Error(`${file} exports no ${handler}`);
    const given = { ...context, getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()) };
    const payload = JSON.stringify(await handle(event, given)) ?? "null";
    return { id, failed: false, payload, read: readNow() };
  } catch (error) {
    return { id, failed: true, payload: JSON.stringify(lambdaFailure(error)), read: readNow() };
  }
}

parentPort?.on(
  "message",
  (call: WorkerCall) => void run(call).then((answer) => parentPort?.postMessage(answer)),
);
