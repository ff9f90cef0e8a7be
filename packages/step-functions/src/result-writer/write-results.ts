import type { S3Client } from "@aws-sdk/client-s3";
import type { WriterConfig } from "../definition/asl.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import { s3FailureText } from "../item-reader/s3-failure-text.ts";
import { wasCancelled } from "../item-reader/was-cancelled.ts";
import { type ChildResult, groupOf, type ResultGroup, transformedResult } from "./child-result.ts";
import { type ResultFile, ResultFileSet } from "./result-file-set.ts";
import { S3TextUpload } from "./s3-text-upload.ts";

/** `States.ResultWriterFailed`: the results of a Map Run could not be written. `message` is the cause without the state's prefix. */
class ResultWriterFailedError extends Error {
  override readonly name = "States.ResultWriterFailed";
  readonly error = "States.ResultWriterFailed";
}

/** A `ResultWriter` whose expressions have been evaluated, and the Map Run that it writes for. */
export interface ResultWriteRequest {
  /** `{Bucket, Prefix}`. */
  readonly arguments: JsonValue;
  readonly config?: WriterConfig;
  readonly mapRunArn: string;
  /** 0 for the first run; a redrive writes below `Redrive-<n>/` and lists what earlier runs had written. */
  readonly redriveCount?: number;
  readonly earlierSucceeded?: readonly ResultFile[];
  /** The service begins another file after 5 GB; lowered in tests. */
  readonly fileBytes?: number;
  /** As for reading: time that runs out is a failure of the writer, any other reason is the caller's. */
  readonly signal: AbortSignal;
}

const serviceFileBytes = 5_000_000_000;
const groups: readonly ResultGroup[] = ["SUCCEEDED", "FAILED", "PENDING"];

interface Destination {
  readonly bucket: string;
  readonly folder: string;
}

function destinationOf(request: ResultWriteRequest): Destination {
  const args = request.arguments;
  const refuse = (name: string, value: JsonValue | undefined): never => {
    throw new ResultWriterFailedError(
      `The ResultWriter argument '${name}' must be a string but was: ${JSON.stringify(value ?? null)}`,
    );
  };
  if (!isJsonObject(args)) {
    throw new ResultWriterFailedError(
      `The ResultWriter arguments must be an object but were: ${JSON.stringify(args)}`,
    );
  }
  const { Bucket, Prefix = "" } = args;
  const bucket = typeof Bucket === "string" && Bucket !== "" ? Bucket : refuse("Bucket", Bucket);
  const prefix = typeof Prefix === "string" ? Prefix : refuse("Prefix", Prefix);
  const run = request.mapRunArn.slice(request.mapRunArn.lastIndexOf(":") + 1);
  const root = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const redrive = request.redriveCount ?? 0;
  return { bucket, folder: `${root}${run}/${redrive > 0 ? `Redrive-${redrive}/` : ""}` };
}

async function putManifest(
  s3: S3Client,
  request: ResultWriteRequest,
  { bucket, folder }: Destination,
  files: Readonly<Record<ResultGroup, readonly ResultFile[]>>,
): Promise<string> {
  const key = `${folder}manifest.json`;
  const manifest = {
    DestinationBucket: bucket,
    MapRunArn: request.mapRunArn,
    ResultFiles: {
      FAILED: files.FAILED,
      PENDING: files.PENDING,
      SUCCEEDED: [...(request.earlierSucceeded ?? []), ...files.SUCCEEDED],
    },
  };
  const upload = new S3TextUpload(s3, { bucket, key }, request.signal);
  await upload.write(JSON.stringify(manifest));
  await upload.complete();
  return key;
}

/**
 * Writes the results of a Map Run to S3 as the service lays them out, below `<Prefix>/<map run id>/`:
 * `SUCCEEDED_n.json`, `FAILED_n.json`, `PENDING_n.json`, each only when there are such results, and last, when all
 * else is there, `manifest.json`. Results may be any number: at most one part of each file is held.
 * Returns the state's result. Fails with `ResultWriterFailedError`.
 */
export async function writeResults(
  s3: S3Client,
  request: ResultWriteRequest,
  results: AsyncIterable<ChildResult> | Iterable<ChildResult>,
): Promise<JsonObject> {
  const destination = destinationOf(request);
  const { Transformation = "NONE", OutputType = "JSON" } = request.config ?? {};
  const setOf = (group: ResultGroup): ResultFileSet =>
    new ResultFileSet(s3, {
      bucket: destination.bucket,
      keyOf: (index) => `${destination.folder}${group}_${index}.json`,
      outputType: OutputType,
      fileBytes: request.fileBytes ?? serviceFileBytes,
      signal: request.signal,
    });
  const sets = { SUCCEEDED: setOf("SUCCEEDED"), FAILED: setOf("FAILED"), PENDING: setOf("PENDING") };
  try {
    for await (const result of results) {
      for (const value of transformedResult(result, Transformation)) await sets[groupOf(result)].add(value);
    }
    const files = {
      SUCCEEDED: await sets.SUCCEEDED.finish(),
      FAILED: await sets.FAILED.finish(),
      PENDING: await sets.PENDING.finish(),
    };
    const key = await putManifest(s3, request, destination, files);
    return { MapRunArn: request.mapRunArn, ResultWriterDetails: { Bucket: destination.bucket, Key: key } };
  } catch (error) {
    for (const group of groups) await sets[group].abort();
    if (error instanceof ResultWriterFailedError || wasCancelled(request.signal)) throw error;
    const text = request.signal.aborted ? "S3 did not take the results in time" : s3FailureText(error);
    throw new ResultWriterFailedError(text, { cause: error });
  }
}
