import { gunzipSync } from "node:zlib";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import type * as z from "zod";
import { isTenantKey } from "../../contracts/farm/keys.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import type { LinkClient } from "../clients/s3-client.ts";
import { operationsOn } from "../table/operations-on.ts";
import { storageCall } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";

const maxLinkSeconds = 300;
/** What a browser could take for a page or a program, wherever a link to it is put: it is sent as the text that it is. */
const runsInBrowsers = /\.(?:html?|xhtml|xml|svg|m?js|css)$/i;
/** S3 takes no more in one request. */
const mostDeletedAtOnce = 1_000;

interface ArtifactStorage {
  readonly s3: S3Client;
  /** Signs the links. */
  readonly s3Links: LinkClient;
  readonly bucketName: string;
  /** False: whoever asks may not list the bucket, and S3 tells such a one 403 for an object that is not there. Absent: true. */
  readonly mayList?: boolean;
}

interface PutOptions {
  /** Of the body, in base64: what arrives as another is refused. */
  readonly sha256?: string;
  readonly signal?: AbortSignal;
  /** How the body is compressed already. */
  readonly contentEncoding?: "gzip" | undefined;
}

/** What an artifact may be when it is unpacked: more than any screen's tree, less than what fills a function's memory. */
const mostUnpackedBytes = 64 * 1_048_576;

interface UploadRule {
  readonly contentType: string;
  readonly maxBytes: number;
  readonly seconds: number;
}

/** Pictures, trees and trajectories in S3, under the keys of contracts/keys.ts. */
export function createArtifacts(parts: ArtifactStorage) {
  return {
    ...operationsOn(parts, {
      get,
      getText,
      getRange,
      etag,
      stream,
      copy,
      uploadForm,
      put,
      remove,
      removeAll,
      exists,
      list,
      link,
    }),
    getJson: <Schema extends z.ZodType>(key: string, schema: Schema) => getJson(parts, key, schema),
  };
}

const absent = ({ mayList = true }: ArtifactStorage, key: string) =>
  whenAbsent(key, mayList ? [] : ["AccessDenied"]);

/** As it was before it was compressed. Throws NotFound when there is no such object. */
const get = (parts: ArtifactStorage, key: string): Promise<Uint8Array> =>
  storageCall(`read ${key}`, async () => {
    const object = await parts.s3
      .send(new GetObjectCommand({ Bucket: parts.bucketName, Key: key }))
      .catch(absent(parts, key));
    if (object.Body === undefined) throw notFound(key);
    const bytes = await object.Body.transformToByteArray();
    return object.ContentEncoding === "gzip" ? unpacked(key, bytes) : bytes;
  });

const getText = async (parts: ArtifactStorage, key: string): Promise<string> =>
  new TextDecoder().decode(await get(parts, key));

/** Every key that begins with the prefix. */
async function list({ s3, bucketName }: ArtifactStorage, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucketName,
      Prefix: prefix,
      ContinuationToken: token,
    });
    const page = await storageCall(`list ${prefix}`, () => s3.send(command));
    keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
    token = page.NextContinuationToken;
  } while (token !== undefined);
  return keys;
}

const getJson = async <Schema extends z.ZodType>(
  parts: ArtifactStorage,
  key: string,
  schema: Schema,
): Promise<z.output<Schema>> => checked(schema, parseJson(key, await getText(parts, key)), key);

/** Its bytes from `from` up to but without `to`. */
async function getRange(parts: ArtifactStorage, key: string, from: number, to: number): Promise<Uint8Array> {
  const Range = `bytes=${from}-${to - 1}`;
  return storageCall(`read ${key}`, async () => {
    const command = new GetObjectCommand({ Bucket: parts.bucketName, Key: key, Range });
    const { Body } = await parts.s3.send(command).catch(absent(parts, key));
    if (Body === undefined) throw notFound(key);
    return Body.transformToByteArray();
  });
}

/** Which object it is that lies there now: another one has another. */
async function etag(parts: ArtifactStorage, key: string): Promise<string> {
  const head = new HeadObjectCommand({ Bucket: parts.bucketName, Key: key });
  const { ETag } = await storageCall(`look at ${key}`, () => parts.s3.send(head).catch(absent(parts, key)));
  if (ETag === undefined) throw notFound(key);
  return ETag;
}

/** Its bytes as they arrive, so that an object of any size takes little memory; with an `etag`, of that one alone. */
async function* stream(parts: ArtifactStorage, key: string, etag?: string): AsyncGenerator<Uint8Array> {
  const command = new GetObjectCommand({ Bucket: parts.bucketName, Key: key, IfMatch: etag });
  const { Body } = await storageCall(`read ${key}`, () => parts.s3.send(command).catch(absent(parts, key)));
  if (Body === undefined) throw notFound(key);
  const reader = Body.transformToWebStream().getReader();
  try {
    while (true) {
      const { done, value } = await storageCall(`read ${key}`, () => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Within the bucket, if it still is the object of that ETag. */
async function copy(parts: ArtifactStorage, from: string, to: string, etag: string): Promise<void> {
  const source = { CopySource: `${parts.bucketName}/${from}`, CopySourceIfMatch: etag };
  const command = new CopyObjectCommand({ Bucket: parts.bucketName, Key: to, ...source });
  await storageCall(`copy ${from}`, () => parts.s3.send(command).catch(absent(parts, from)));
}

/** A form that uploads this one object without credentials: of this type, no larger, for at most 300 seconds. */
async function uploadForm(
  { s3Links, bucketName }: ArtifactStorage,
  key: string,
  { contentType, maxBytes, seconds }: UploadRule,
): Promise<{ readonly url: string; readonly fields: Readonly<Record<string, string>> }> {
  // Only the API signs, and few of its requests want that.
  const { createPresignedPost } = await import("@aws-sdk/s3-presigned-post");
  return storageCall(`allow an upload to ${key}`, () =>
    createPresignedPost(s3Links, {
      Bucket: bucketName,
      Key: key,
      Conditions: [["content-length-range", 1, maxBytes]],
      Fields: { "Content-Type": contentType },
      Expires: Math.min(Math.max(1, seconds), maxLinkSeconds),
    }),
  );
}

async function put(
  { s3, bucketName }: ArtifactStorage,
  key: string,
  body: Uint8Array | string,
  contentType: string,
  { sha256, signal, contentEncoding }: PutOptions = {},
): Promise<void> {
  const command = new PutObjectCommand({
    Bucket: bucketName,
    Key: key,
    Body: body,
    ContentType: contentType,
    ChecksumSHA256: sha256,
    ContentEncoding: contentEncoding,
  });
  await storageCall(`write ${key}`, () => s3.send(command, signal && { abortSignal: signal }));
}

/** Also when there is no such object. */
async function remove({ s3, bucketName }: ArtifactStorage, key: string): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: bucketName, Key: key });
  await storageCall(`remove ${key}`, () => s3.send(command));
}

/** Every object whose key begins with the prefix. */
async function removeAll(parts: ArtifactStorage, prefix: string): Promise<void> {
  const keys = await list(parts, prefix);
  for (let first = 0; first < keys.length; first += mostDeletedAtOnce) {
    const objects = keys.slice(first, first + mostDeletedAtOnce).map((Key) => ({ Key }));
    const command = new DeleteObjectsCommand({
      Bucket: parts.bucketName,
      Delete: { Objects: objects, Quiet: true },
    });
    const { Errors: [error] = [] } = await storageCall(`remove ${prefix}`, () => parts.s3.send(command));
    if (error !== undefined)
      throw new DroverError("StorageUnavailable", `Could not remove ${error.Key}: ${error.Message}.`);
  }
}

const exists = ({ s3, bucketName }: ArtifactStorage, key: string): Promise<boolean> =>
  storageCall(`look for ${key}`, async () => {
    const head = new HeadObjectCommand({ Bucket: bucketName, Key: key });
    return s3.send(head).then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotFound || error instanceof NoSuchKey) return false;
        throw error;
      },
    );
  });

/** A link that works without credentials, for at most 300 seconds. Refuses keys of other tenants. */
async function link(
  { s3Links, bucketName }: ArtifactStorage,
  tenantId: TenantId,
  key: string,
  seconds: number,
): Promise<string> {
  if (!isTenantKey(tenantId, key)) throw notFound(key);
  // Saved, not shown: what a device's app wrote must not run as a page of this origin.
  const name = key.slice(key.lastIndexOf("/") + 1);
  const disposition = `attachment; filename="${name}"`;
  const expiresIn = Math.min(Math.max(1, seconds), maxLinkSeconds);
  const contentType = runsInBrowsers.test(name) ? "text/plain; charset=utf-8" : undefined;
  const short = s3Links.signLink?.({
    bucket: bucketName,
    key,
    disposition,
    contentType,
    seconds: expiresIn,
  });
  if (short !== undefined) return short;
  const command = new GetObjectCommand({
    Bucket: bucketName,
    Key: key,
    ResponseContentDisposition: disposition,
    ResponseContentType: contentType,
  });
  const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
  return storageCall(`link to ${key}`, () => getSignedUrl(s3Links, command, { expiresIn }));
}
export type Artifacts = ReturnType<typeof createArtifacts>;

const notFound = (key: string): DroverError =>
  new DroverError("NotFound", `There is no artifact ${key}.`, { details: { key } });

const whenAbsent =
  (key: string, alsoSaid: readonly string[]) =>
  (error: unknown): never => {
    const isAbsent =
      error instanceof NoSuchKey ||
      error instanceof NotFound ||
      (error instanceof Error && alsoSaid.includes(error.name));
    throw isAbsent ? notFound(key) : error;
  };

function unpacked(key: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpackedBytes });
  } catch (cause) {
    throw new DroverError("SchemaMismatch", `Artifact ${key} cannot be unpacked.`, {
      details: { key },
      cause,
    });
  }
}

function parseJson(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DroverError("SchemaMismatch", `Artifact ${key} is not JSON.`, { details: { key }, cause });
  }
}
