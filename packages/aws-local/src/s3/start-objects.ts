import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { WireRequest, WireResponse, WireService } from "../http/wire.ts";
import { meteredObjects } from "../metering/metered-services.ts";
import { type Database, openDatabase } from "../sqlite/database.ts";
import { refusalToOpen } from "../sqlite/refusal-to-open.ts";
import { StartRefused } from "../start-refused.ts";
import { expireObjects } from "./expire-objects.ts";
import { readAddress } from "./object-address.ts";
import { checkHeaders } from "./object-headers.ts";
import type { ObjectOperation, S3Context } from "./operations/operation.ts";
import { findOperation } from "./operations/s3-operations.ts";
import { notImplemented, refusalOf, S3Error } from "./s3-error.ts";
import { openBodyStore } from "./store/body-store.ts";
import { createBucketStore } from "./store/bucket-store.ts";
import { createObjectStore } from "./store/object-store.ts";
import { objectSchema } from "./store/schema.ts";
import { createUploadStore } from "./store/upload-store.ts";

export interface Objects {
  readonly service: WireService;
  /** One pass over what lifecycle rules let go; how much went. Happens by itself every minute. */
  expireObjects(): Promise<number>;
  close(): Promise<void>;
}

interface ObjectsOptions {
  /** Directory of the bodies and their index; made when missing. */
  readonly dataDir: string;
  readonly region?: string;
  readonly clock?: () => Date;
}

const expiryPeriodMilliseconds = 60_000;

/** S3's REST API over files and an index in SQLite: what was answered is on the way to the disk. */
export async function openObjects(options: ObjectsOptions): Promise<Objects> {
  const { dataDir, region = "us-east-1", clock = () => new Date() } = options;
  const database = opened(dataDir);
  const bodies = openBodyStore(dataDir, database);
  const context: S3Context = {
    database,
    bodies,
    buckets: createBucketStore(database),
    objects: createObjectStore(database, bodies),
    uploads: createUploadStore(database, bodies),
    region,
    clock,
  };
  const closing = new AbortController();
  const expire = (): Promise<number> => expireObjects(context, closing.signal);
  // What goes wrong in a pass goes wrong in the next one too, and in every write meanwhile, which says so.
  const timer = setInterval(() => void expire().catch(() => undefined), expiryPeriodMilliseconds).unref();
  return {
    service: meteredObjects((request) => answerRequest(context, request)),
    expireObjects: expire,
    async close() {
      clearInterval(timer);
      closing.abort();
      await bodies.settled();
      database.close();
    },
  };
}

function opened(dataDir: string): Database {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Earlier versions kept one file for each object under its key, and another with its metadata.
    if (existsSync(path.join(dataDir, "buckets"))) {
      throw new StartRefused(
        `The objects in ${dataDir} were written by an earlier version, which kept them under their keys.`,
        "Start anew: delete the directory, or give another one with --dir.",
      );
    }
    return openDatabase(path.join(dataDir, "objects.sqlite"), objectSchema);
  } catch (error) {
    throw refusalToOpen("objects", dataDir, error);
  }
}

async function answerRequest(context: S3Context, request: WireRequest): Promise<WireResponse> {
  try {
    const response = await run(context, request);
    return { ...response, headers: { ...response.headers, "x-amz-request-id": randomUUID() } };
  } catch (error) {
    return refusalOf(error);
  }
}

function run(context: S3Context, request: WireRequest): WireResponse | Promise<WireResponse> {
  const { method, headers, body } = request;
  const address = readAddress(request.path);
  const of = address.key !== "" ? "object" : address.bucket !== "" ? "bucket" : "service";
  const query = new URLSearchParams(request.query);
  const operation = findOperation(method, of, query);
  if (operation === undefined) throw unknownOperation(request, of);
  for (const name of query.keys()) {
    if (!isKnown(operation, name)) throw notImplemented(`the parameter ${name} of a ${method} of an ${of}`);
  }
  checkHeaders(headers, operation.headers);
  return operation.run(context, { ...address, query, headers, body });
}

/** Signatures, and what the SDK adds. Headers that a link carries in its query are signed there and say nothing of a body. */
const inEveryQuery =
  /^(?:x-id|x-amz-(?:algorithm|credential|date|expires|signedheaders|signature|security-token|content-sha256|user-agent|checksum-mode|checksum-crc32|sdk-checksum-algorithm))$/i;

const isKnown = ({ marks = [], query = [] }: ObjectOperation, name: string): boolean =>
  inEveryQuery.test(name) || marks.includes(name) || query.includes(name);

function unknownOperation({ method }: WireRequest, of: ObjectOperation["of"]): S3Error {
  if (["GET", "HEAD", "PUT", "POST", "DELETE"].includes(method))
    return notImplemented(`${method} of this ${of}`);
  return new S3Error(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
}
