import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { AccessKey } from "@drover/aws-local";
import { type CloudUse, onUse, serveOverPort, wiresOverPort } from "@drover/aws-local";
import { fromStartRefused } from "#shared/errors/start-refused.ts";
import { toWireError, type WireError } from "#shared/errors/wire-error.ts";
import type { PartStatus } from "../farm-file.ts";
import { startServices } from "./start-services.ts";

/** What this thread is told as it starts. */
export interface ServicePlace {
  readonly region: string;
  readonly accountId: string;
  readonly credentials: AccessKey;
  /** Signs links, and may only read objects. */
  readonly linkCredentials: AccessKey;
  readonly queueDir: string;
  readonly objectDir: string;
  readonly journalDir: string;
  readonly ports: {
    readonly objectsAndQueues?: number | undefined;
    readonly stepFunctions?: number | undefined;
  };
  /** Of executions that have ended. */
  readonly retentionDays: number;
  /** Whether uses are told to the other thread. */
  readonly metered: boolean;
}

export interface ServiceAddresses {
  readonly storage: { readonly url: string; readonly port: number };
  readonly engine: { readonly url: string; readonly port: number };
}

/** What this thread says. */
export type ServiceNews =
  | { readonly kind: "ready"; readonly addresses: ServiceAddresses }
  | { readonly kind: "refused"; readonly error: WireError }
  | { readonly kind: "engine"; readonly status: PartStatus }
  | { readonly kind: "damage"; readonly damage: string }
  | { readonly kind: "stall"; readonly reason: string | null }
  | { readonly kind: "report"; readonly line: string }
  | { readonly kind: "use"; readonly use: CloudUse }
  | { readonly kind: "closed" };

/** What it is told afterwards: whose pages may read objects by their links, and that it is over. */
export type ServiceOrder = { readonly pages: readonly string[] } | "close";

export interface ServiceThreadData {
  readonly place: ServicePlace;
  /** Where the other thread asks for objects, queues and Step Functions. */
  readonly services: MessagePort;
  /** Where this one asks for functions. */
  readonly functions: MessagePort;
}

const control = parentPort;
if (control !== null) {
  const data = workerData as ServiceThreadData;
  const say = (news: ServiceNews): void => control.postMessage(news);
  if (data.place.metered) onUse((use) => say({ kind: "use", use }));
  try {
    let pages: readonly string[] = [];
    const functions = wiresOverPort(data.functions, ["lambda"]).lambda;
    const { addresses, services, close } = await startServices({ ...data, functions }, () => pages, say);
    serveOverPort(data.services, services);
    control.on("message", (order: ServiceOrder) => {
      if (order === "close") void close().then(() => say({ kind: "closed" }));
      else ({ pages } = order);
    });
    say({ kind: "ready", addresses });
  } catch (error) {
    say({ kind: "refused", error: toWireError(fromStartRefused(error)) });
  }
}
