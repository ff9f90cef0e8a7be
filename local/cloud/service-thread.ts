import { getCompileCacheDir } from "node:module";
import path from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import { serveOverPort, tellUse, wiresOverPort } from "@drover/aws-local";
import { fromWireError } from "#shared/errors/wire-error.ts";
import type { WireService } from "#shared/http/wire.ts";
import type { PartStatus } from "../farm-file.ts";
import { youngGenerationMebibytes } from "../young-generation.ts";
import type { ServiceOrder, ServiceThreadData } from "./service-worker.ts";
import type { ServiceAddresses, ServiceNews, ServicePlace } from "./start-services.ts";

export interface ServiceThread extends ServiceAddresses {
  /** The same without a socket. */
  readonly services: Readonly<Record<"objects" | "queues" | "engine", WireService>>;
  /** Pages of these origins may read objects by their links. */
  openTo(pages: readonly string[]): void;
  close(): Promise<void>;
}

interface ServiceThreadOptions {
  readonly place: ServicePlace;
  /** Lambda's Invoke API. */
  readonly lambda: WireService;
  /** Must not reject. */
  readonly onEngineChange: (status: PartStatus) => Promise<void>;
  /** The engine's journal lost something before it was opened. */
  readonly onEngineDamage: (damage: string) => void;
  /** The engine cannot write its journal, and why; null: it can again. */
  readonly onEngineStall: (reason: string | null) => void;
  readonly report: (line: string) => void;
}

/** Nor does the launcher's cache of compiled modules, whose directory has one of Node's version in it. */
function compileCache(): { readonly NODE_COMPILE_CACHE?: string } {
  const directory = getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(directory) };
}

/**
 * S3, SQS and Step Functions in their own thread, so that functions, tables and the API have the other one
 * (docs/decisions/0115-services-in-a-thread.md). The thread ends the process when it fails, as they would in this one.
 * @throws ConfigurationInvalid when a directory or a port cannot be had
 */
export async function startServiceThread(options: ServiceThreadOptions): Promise<ServiceThread> {
  const [services, functions] = [new MessageChannel(), new MessageChannel()];
  const ports = [services.port2, functions.port2] as const;
  const data = { place: options.place, services: ports[0], functions: ports[1] } satisfies ServiceThreadData;
  const isSource = import.meta.url.endsWith(".ts");
  const worker = new Worker(new URL(`./service-worker${isSource ? ".ts" : ".js"}`, import.meta.url), {
    workerData: data,
    transferList: [...ports],
    // The launcher's own way to the packages' sources does not reach a thread.
    execArgv: [...process.execArgv, ...(isSource ? ["--conditions=@drover/source"] : [])],
    env: { ...process.env, ...compileCache() },
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMebibytes },
  });
  const started = Promise.withResolvers<ServiceAddresses>();
  const closed = Promise.withResolvers<void>();
  const take: { readonly [Kind in ServiceNews["kind"]]: (news: NewsOf<Kind>) => void } = {
    ready: ({ addresses }) => started.resolve(addresses),
    refused: ({ error }) => started.reject(fromWireError(error)),
    engine: ({ status }) => void options.onEngineChange(status),
    damage: ({ damage }) => options.onEngineDamage(damage),
    stall: ({ reason }) => options.onEngineStall(reason),
    report: ({ line }) => options.report(line),
    use: ({ use }) => tellUse(use),
    closed: () => closed.resolve(),
  };
  worker.on("message", <Kind extends ServiceNews["kind"]>(news: NewsOf<Kind>) =>
    take[news.kind as Kind](news),
  );
  let isReady = false;
  worker.once("error", (error) => {
    if (isReady) throw error;
    started.reject(error);
  });
  serveOverPort(functions.port1, { lambda: options.lambda });
  const end = async (): Promise<void> => {
    await worker.terminate();
    services.port1.close();
    functions.port1.close();
  };
  try {
    const addresses = await started.promise;
    isReady = true;
    return {
      ...addresses,
      services: wiresOverPort(services.port1, ["objects", "queues", "engine"]),
      openTo: (pages) => worker.postMessage({ pages } satisfies ServiceOrder),
      async close() {
        worker.postMessage("close" satisfies ServiceOrder);
        await closed.promise;
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

type NewsOf<Kind extends ServiceNews["kind"]> = Extract<ServiceNews, { readonly kind: Kind }>;
