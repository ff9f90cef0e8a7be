import { startLoopbackServer } from "./http/loopback-server.ts";
import type { WireRequest, WireService } from "./http/wire.ts";
import { formUploads, isFormUpload } from "./s3/form/form-uploads.ts";
import { readableByPages } from "./s3/readable-by-pages.ts";
import { refusal } from "./s3/s3-error.ts";
import { unsignedObjectRefusal } from "./s3/signature-refusal.ts";
import { openObjects } from "./s3/start-objects.ts";
import { requireSignature } from "./signature/require-signature.ts";
import { readSignatureClaim } from "./signature/signature-claim.ts";
import { withoutChunks } from "./signature/signed-payload.ts";
import type { SigningKey } from "./signature/verify-signature.ts";
import { unsignedQueueRefusal } from "./sqs/signature-refusal.ts";
import { startQueues } from "./sqs/start-queues.ts";

export interface ObjectAndQueueServer {
  /** S3 (path style) and SQS share it. */
  readonly url: string;
  readonly port: number;
  /** The same without a socket, for inProcessHandler. */
  readonly services: ObjectAndQueueServices;
  close(): Promise<void>;
}

export interface ObjectAndQueueServices {
  readonly objects: WireService;
  readonly queues: WireService;
}

interface ObjectAndQueueServerOptions {
  /** SQLite file of the queues; made when missing. */
  readonly queueDir: string;
  /** One file per object, named by chance, and one SQLite file that knows whose it is. */
  readonly objectDir: string;
  readonly port?: number | undefined;
  readonly region?: string;
  /** The only ones that requests may be signed with; absent: nothing is checked. */
  readonly keys?: readonly SigningKey[] | undefined;
  readonly clock?: () => Date;
  /** Origins of the web pages that may read what they have a link to. */
  readonly pages?: () => readonly string[];
  /** What else answers at this address, by the name that its requests are signed for. */
  readonly others?: ReadonlyMap<string, WireService>;
}

const usualBytes = 11 * 1024 * 1024;
/** Results and exports are put as one object: as much as a function that holds them whole makes. */
const objectBytes = 64 * 1024 * 1024;
/** A manifest of 200 MB with the fields around it. */
const formBytes = 201 * 1024 * 1024;
const systemClock = (): Date => new Date();

/** SQS has one address, or those of its queues; S3 has the others. */
const isQueueRequest = ({ method, path, headers }: WireRequest): boolean =>
  method === "POST" && (path === "/" || headers["x-amz-target"]?.startsWith("AmazonSQS.") === true);

/** S3 and SQS for one machine, at one address. */
export async function startObjectAndQueueServer(
  options: ObjectAndQueueServerOptions,
): Promise<ObjectAndQueueServer> {
  const { region = "us-east-1", clock = systemClock } = options;
  const objects = await openObjects({ dataDir: options.objectDir, region, clock });
  await using parts = new AsyncDisposableStack();
  parts.defer(() => objects.close());
  const queues = startQueues({ dataDir: options.queueDir, region, clock });
  parts.defer(() => queues.close());
  const services = signed({ objects: objects.service, queues: queues.service }, options, region);
  const pages = readableByPages(services.objects);
  const server = await startLoopbackServer({
    answer: (request) => {
      const claim = readSignatureClaim(request);
      const other = typeof claim === "string" ? undefined : options.others?.get(claim.service);
      return (other ?? (isQueueRequest(request) ? services.queues : pages))(request);
    },
    port: options.port,
    pages: options.pages,
    bodyLimitBytes: (head) => {
      if (isFormUpload(head)) return formBytes;
      return head.method === "PUT" ? objectBytes : usualBytes;
    },
    tooLarge: refusal(400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size"),
    refuse: (status, why) => refusal(status, status === 403 ? "AccessDenied" : "InvalidRequest", why),
  });
  const running = parts.move();
  let closed: Promise<void> | undefined;
  return {
    url: server.url,
    port: server.port,
    services: {
      objects: (request) => objects.service(withoutChunks(request)),
      queues: queues.service,
    },
    close() {
      // So that the server need not cut the long polls.
      queues.endPolls();
      closed ??= server.close().then(() => running.disposeAsync());
      return closed;
    },
  };
}

function signed(
  services: ObjectAndQueueServices,
  options: ObjectAndQueueServerOptions,
  region: string,
): ObjectAndQueueServices {
  const { keys, clock = systemClock } = options;
  const withForms = (others: WireService): WireService =>
    formUploads({ keys, region, clock }, services.objects, others);
  if (keys === undefined) {
    return { ...services, objects: withForms((request) => services.objects(withoutChunks(request))) };
  }
  return {
    objects: withForms(
      requireSignature({ keys, region, services: ["s3"], clock }, unsignedObjectRefusal, services.objects),
    ),
    queues: requireSignature(
      { keys, region, services: ["sqs"], clock },
      unsignedQueueRefusal,
      services.queues,
    ),
  };
}
