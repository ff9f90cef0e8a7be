import { buildApp } from "fauxqs";
import { type LoopbackServer, startLoopbackServer } from "#shared/http/loopback-server.ts";
import type { WireService } from "#shared/http/wire.ts";
import { requireSignature } from "../signature/require-signature.ts";
import type { SigningKey } from "../signature/verify-signature.ts";
import { fauxqsService } from "./fauxqs-service.ts";
import { openFauxqsStores } from "./fauxqs-stores.ts";
import { isQueueRequest, objectRefusal, unsignedRefusal } from "./refusals.ts";

export interface ObjectAndQueueServer {
  /** S3 (path style) and SQS share it. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

interface ObjectAndQueueServerOptions {
  /** SQLite file of the queues; made when missing. */
  readonly queueDir: string;
  /** One file per object, and one beside it with its metadata. */
  readonly objectDir: string;
  readonly port?: number | undefined;
  readonly region?: string;
  /** The only ones that requests may be signed with; absent: nothing is checked. */
  readonly keys?: readonly SigningKey[] | undefined;
  readonly clock?: () => Date;
}

/** As fauxqs 2.4.1. */
const bodyLimitBytes = 11 * 1024 * 1024;

/** S3 and SQS for one machine: fauxqs behind the farm's own server, with what it keeps on disk and the faults it has put right. */
export async function startObjectAndQueueServer(
  options: ObjectAndQueueServerOptions,
): Promise<ObjectAndQueueServer> {
  const { region = "us-east-1" } = options;
  const { stores, close: closeStores } = await openFauxqsStores(options.queueDir, options.objectDir);
  const app = buildApp({ logger: false, stores, defaultRegion: region });
  stores.sqsStore.host = "";
  const closeAll = async (): Promise<void> => {
    await app.close();
    closeStores();
  };
  const server = await startLoopbackServer({
    answer: signed(fauxqsService(app, stores), options, region),
    port: options.port,
    bodyLimitBytes,
    tooLarge: objectRefusal(400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size"),
    refuse: (status, why) => objectRefusal(status, status === 403 ? "AccessDenied" : "InvalidRequest", why),
  }).catch(async (error: unknown): Promise<LoopbackServer> => {
    await closeAll();
    throw error;
  });
  let closed: Promise<void> | undefined;
  return {
    url: server.url,
    port: server.port,
    close() {
      // Long polls end at once, with nothing, so that the server need not cut them.
      stores.sqsStore.shutdown();
      closed ??= server.close().then(closeAll);
      return closed;
    },
  };
}

function signed(service: WireService, options: ObjectAndQueueServerOptions, region: string): WireService {
  const { keys, clock = () => new Date() } = options;
  if (keys === undefined) return service;
  const signedFor = (services: readonly string[]): WireService =>
    requireSignature({ keys, region, services, clock }, unsignedRefusal, service);
  const objects = signedFor(["s3"]);
  // fauxqs answers SNS and STS at the address of SQS too.
  const queues = signedFor(["sqs", "sns", "sts"]);
  return (request) => (isQueueRequest(request) ? queues(request) : objects(request));
}
