import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { onUse, serveOverPort, wiresOverPort } from "@drover/aws-local";
import { fromStartRefused } from "#shared/errors/start-refused.ts";
import { toWireError } from "#shared/errors/wire-error.ts";
import { type ServiceNews, type ServicePlace, startServices } from "./start-services.ts";

/** What it receives afterwards: whose pages may read objects by their links, and that it is over. */
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
