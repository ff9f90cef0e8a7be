import type { AccessKey, CloudUse } from "@drover/aws-local";
import { startObjectAndQueueServer } from "@drover/aws-local";
import type { WireError } from "#shared/errors/wire-error.ts";
import type { WireService } from "#shared/http/wire.ts";
import type { PartStatus } from "../farm-file.ts";
import type { CloudPorts } from "./cloud-ports.ts";
import { isManifestUpload, readsAnObject } from "./link-key.ts";
import { startCloudEngine } from "./step-functions/cloud-engine.ts";

/** Where the services keep what they have, and who may ask them. */
export interface ServicePlace {
  readonly region: string;
  readonly accountId: string;
  readonly credentials: AccessKey;
  /** Signs links, and may only read objects. */
  readonly linkCredentials: AccessKey;
  readonly queueDir: string;
  readonly objectDir: string;
  readonly journalDir: string;
  readonly ports: Partial<Pick<CloudPorts, "objectsAndQueues" | "stepFunctions">>;
  /** Of executions that have ended. */
  readonly retentionDays: number;
  /** Whether uses are reported to the other thread. */
  readonly metered: boolean;
}

export interface ServiceAddresses {
  readonly storage: { readonly url: string; readonly port: number };
  readonly engine: { readonly url: string; readonly port: number };
}

/** What their thread says. */
export type ServiceNews =
  | { readonly kind: "ready"; readonly addresses: ServiceAddresses }
  | { readonly kind: "refused"; readonly error: WireError }
  | { readonly kind: "engine"; readonly status: PartStatus }
  | { readonly kind: "damage"; readonly damage: string }
  | { readonly kind: "stall"; readonly reason: string | null }
  | { readonly kind: "report"; readonly line: string }
  | { readonly kind: "use"; readonly use: CloudUse }
  | { readonly kind: "closed" };

/** What stands between those who ask a service from within and the service. */
export type BeforeService = (
  name: "objects" | "queues" | "engine" | "lambda",
  service: WireService,
) => WireService;

const clock = (): Date => new Date();

/** S3, SQS and Step Functions, for whoever asks over a socket and for whoever is in this process. */
export async function startServices(
  { place, functions }: { readonly place: ServicePlace; readonly functions: WireService },
  pages: () => readonly string[],
  say: (news: ServiceNews) => void,
  before: BeforeService = (_name, service) => service,
) {
  const { region, accountId, credentials, linkCredentials, ports } = place;
  await using parts = new AsyncDisposableStack();
  const link = { ...linkCredentials, mayCall: readsAnObject, mayUpload: isManifestUpload };
  const storage = await startObjectAndQueueServer({
    queueDir: place.queueDir,
    objectDir: place.objectDir,
    port: ports.objectsAndQueues,
    region,
    keys: [credentials, link],
    clock,
    pages,
  });
  parts.defer(() => storage.close());
  const objects = before("objects", storage.services.objects);
  const queues = before("queues", storage.services.queues);
  const engine = await startCloudEngine({
    region,
    accountId,
    credentials,
    dataDir: place.journalDir,
    retentionDays: place.retentionDays,
    objects,
    queues: { service: queues, host: new URL(storage.url).host },
    port: ports.stepFunctions,
    clock,
    functions: before("lambda", functions),
    onEngineChange: async (status) => say({ kind: "engine", status }),
    onEngineDamage: (damage) => say({ kind: "damage", damage }),
    onEngineStall: (reason) => say({ kind: "stall", reason }),
    report: (line) => say({ kind: "report", line }),
  });
  parts.defer(() => engine.close());
  const running = parts.move();
  return {
    addresses: {
      storage: { url: storage.url, port: storage.port },
      engine: { url: engine.url, port: engine.port },
    },
    services: { objects, queues, engine: before("engine", engine.service) },
    close: () => running.disposeAsync(),
  };
}
