import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import {
  ChecksumAlgorithm,
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startObjectAndQueueServer } from "../../src/object-and-queue-server.ts";
import { Bucket, startClient, type TestClient } from "./start-client.ts";

let s3: TestClient;
beforeEach(async () => {
  s3 = await startClient();
});
afterEach(() => s3.close());

const Key = "tenants/local/x.txt";
const put = (Body: string, more: Partial<PutObjectCommandInput> = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from(Body), ...more }));
const get = async (more: Partial<GetObjectCommandInput> = {}) => {
  const object = await s3.client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { ...object, text: await object.Body?.transformToString() };
};

describe("an object", () => {
  it("comes back with all that it was put with", async () => {
    const { ETag } = await put("body", {
      ContentType: "text/plain",
      ContentDisposition: "inline",
      ContentLanguage: "en",
      CacheControl: "no-cache",
      ContentEncoding: "identity",
      Metadata: { job: "J", "odd-name_1": " a b " },
    });
    const object = await get();
    expect(ETag).toBe(`"${createHash("md5").update("body").digest("hex")}"`);
    expect(object).toMatchObject({
      text: "body",
      ETag,
      ContentLength: 4,
      AcceptRanges: "bytes",
      ContentType: "text/plain",
      ContentDisposition: "inline",
      ContentLanguage: "en",
      CacheControl: "no-cache",
      ContentEncoding: "identity",
      Metadata: { job: "J", "odd-name_1": "a b" },
      ChecksumCRC32: expect.any(String),
      ChecksumType: "FULL_OBJECT",
    });
    const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ContentLength: 4, ETag, Metadata: object.Metadata });
  });

  it("may be empty, and without a type is only bytes", async () => {
    await put("");
    expect(await get()).toMatchObject({
      text: "",
      ContentLength: 0,
      ContentType: "application/octet-stream",
    });
    await s3.raw("PUT", `/${Bucket}/untyped`);
    const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key: "untyped" }));
    expect(head.ContentType).toBe("binary/octet-stream");
  });

  it("is replaced and deleted with its file, and deleting it again is fine", async () => {
    for (const body of ["one", "two", "three"]) await put(body);
    expect((await get()).text).toBe("three");
    await s3.client.send(new DeleteObjectCommand({ Bucket, Key }));
    await s3.client.send(new DeleteObjectCommand({ Bucket, Key }));
    await expect(get()).rejects.toMatchObject({ name: "NoSuchKey", $metadata: { httpStatusCode: 404 } });
    const files = async () =>
      (await readdir(s3.dir, { recursive: true, withFileTypes: true })).filter(
        (entry) => entry.isFile() && !entry.name.startsWith("objects.sqlite"),
      );
    await expect.poll(files).toEqual([]);
  });

  it("is read whole while it is replaced again and again", async () => {
    await put("0".repeat(10_000));
    const writes = Array.from({ length: 30 }, (_none, n) => put(String(n % 10).repeat(10_000)));
    const reads = Array.from({ length: 30 }, async () => new Set((await get()).text));
    for (const characters of await Promise.all(reads)) expect(characters.size).toBe(1);
    await Promise.all(writes);
  });

  it.each(
    Object.values(ChecksumAlgorithm).filter((name) => /^(CRC32|CRC32C|CRC64NVME|SHA1|SHA256)$/.test(name)),
  )("is put with the checksum %s that others compute, and refused with another", async (name) => {
    // Those of the published check input.
    const known: Readonly<Record<string, string>> = {
      CRC32: "y/Q5Jg==",
      CRC32C: "4waSgw==",
      CRC64NVME: "rosUhgp5mIg=",
      SHA1: createHash("sha1").update("123456789").digest("base64"),
      SHA256: createHash("sha256").update("123456789").digest("base64"),
    };
    const header = `x-amz-checksum-${name.toLowerCase()}`;
    const right = await s3.raw("PUT", `/${Bucket}/k`, { [header]: known[name] ?? "" }, "123456789");
    expect([right.status, right.headers[header]]).toEqual([200, known[name]]);
    const wrong = await s3.raw("PUT", `/${Bucket}/other`, { [header]: known[name] ?? "" }, "12345678");
    expect([wrong.status, String(wrong.body)]).toEqual([400, expect.stringContaining("<Code>BadDigest")]);
    expect((await s3.raw("HEAD", `/${Bucket}/other`)).status).toBe(404);
  });

  it("is refused when its Content-MD5 is another's or none", async () => {
    const md5 = createHash("md5").update("other").digest("base64");
    expect(String((await s3.raw("PUT", `/${Bucket}/k`, { "content-md5": md5 }, "x")).body)).toContain(
      "BadDigest",
    );
    expect(String((await s3.raw("PUT", `/${Bucket}/k`, { "content-md5": "x" }, "x")).body)).toContain(
      "InvalidDigest",
    );
  });

  it.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-2", "89", "bytes 8-9/10"],
    ["bytes=-20", "0123456789", "bytes 0-9/10"],
    ["bytes=5-500", "56789", "bytes 5-9/10"],
    ["bytes=5-2", "0123456789", undefined],
    ["bytes=0-1,4-5", "0123456789", undefined],
    ["lines=0-1", "0123456789", undefined],
  ])("gives of %s what S3 gives", async (Range, text, ContentRange) => {
    await put("0123456789");
    const object = await get({ Range });
    expect([object.text, object.ContentRange]).toEqual([text, ContentRange]);
    const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key, Range }));
    expect(head.ContentLength).toBe(text.length);
  });

  it.each(["bytes=10-", "bytes=-0", "bytes=99-100"])("refuses %s, which lies behind it", async (Range) => {
    await put("0123456789");
    await expect(get({ Range })).rejects.toMatchObject({
      name: "InvalidRange",
      $metadata: { httpStatusCode: 416 },
    });
  });

  it("is copied with its metadata or with others, but onto itself only with others", async () => {
    const source = await put("body", { Metadata: { of: "source" }, ContentType: "text/plain" });
    const copy = { Bucket, Key: "ö copy", CopySource: `${Bucket}/${encodeURIComponent(Key)}` };
    const { CopyObjectResult } = await s3.client.send(new CopyObjectCommand(copy));
    expect(CopyObjectResult?.ETag).toBe(source.ETag);
    expect(await get({ Key: copy.Key })).toMatchObject({ text: "body", Metadata: { of: "source" } });
    const replaced = { ...copy, MetadataDirective: "REPLACE", Metadata: { of: "copy" } } as const;
    await s3.client.send(new CopyObjectCommand({ ...replaced, Key }));
    expect(await get()).toMatchObject({ text: "body", Metadata: { of: "copy" } });
    await expect(s3.client.send(new CopyObjectCommand({ ...copy, Key }))).rejects.toMatchObject({
      name: "InvalidRequest",
    });
    const missing = new CopyObjectCommand({ ...copy, CopySource: `${Bucket}/none` });
    await expect(s3.client.send(missing)).rejects.toMatchObject({ name: "NoSuchKey" });
  });
});

describe("a condition", () => {
  const failed = { name: "PreconditionFailed", $metadata: { httpStatusCode: 412 } };

  it("keeps a write from a key that exists, whoever of many comes first", async () => {
    const writes = Array.from({ length: 8 }, (_none, n) => put(String(n), { IfNoneMatch: "*" }));
    const results = await Promise.allSettled(writes);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const first = results.findIndex(({ status }) => status === "fulfilled");
    expect((await get()).text).toBe(String(first));
    await expect(put("late", { IfNoneMatch: "*" })).rejects.toMatchObject(failed);
  });

  it("lets a write through only on the version that was read", async () => {
    await expect(put("x", { IfMatch: '"0"' })).rejects.toMatchObject({ name: "NoSuchKey" });
    const { ETag } = await put("one");
    await put("two", { IfMatch: ETag });
    await expect(put("three", { IfMatch: ETag })).rejects.toMatchObject(failed);
    expect((await get()).text).toBe("two");
  });

  it("says of a read whether it changed", async () => {
    const { ETag } = await put("one");
    const hour = 3_600_000;
    const before = new Date(Date.now() - hour);
    const after = new Date(Date.now() + hour);
    const unchanged = { $metadata: { httpStatusCode: 304 } };
    await expect(get({ IfNoneMatch: ETag })).rejects.toMatchObject(unchanged);
    await expect(get({ IfModifiedSince: after })).rejects.toMatchObject(unchanged);
    await expect(get({ IfMatch: '"other"' })).rejects.toMatchObject(failed);
    await expect(get({ IfUnmodifiedSince: before })).rejects.toMatchObject(failed);
    for (const more of [
      { IfMatch: ETag },
      { IfNoneMatch: '"other"' },
      { IfModifiedSince: before },
      { IfUnmodifiedSince: after },
      // An ETag says more than a date.
      { IfMatch: ETag, IfUnmodifiedSince: before },
      { IfNoneMatch: '"other"', IfModifiedSince: after },
    ]) {
      expect((await get(more)).text).toBe("one");
    }
  });
});

describe("what is not implemented", () => {
  it.each([
    ["GET", `/${Bucket}?acl`, {}, "acl"],
    ["GET", `/${Bucket}?versions`, {}, "versions"],
    ["PUT", `/${Bucket}?versioning`, {}, "versioning"],
    ["PUT", `/${Bucket}/k?tagging`, {}, "tagging"],
    ["PUT", `/${Bucket}/k?append&position=4`, {}, "append"],
    ["PUT", `/${Bucket}/k`, { "x-amz-tagging": "a=b" }, "x-amz-tagging"],
    ["PUT", `/${Bucket}/k`, { "x-amz-server-side-encryption": "aws:kms" }, "x-amz-server-side-encryption"],
    ["PUT", `/${Bucket}/k`, { "x-amz-acl": "public-read" }, "x-amz-acl"],
    ["GET", `/${Bucket}/k?versionId=3`, {}, "versions"],
    ["POST", `/${Bucket}/k?select&select-type=2`, {}, "POST of this object"],
  ])("is refused by name: %s %s %j", async (method, target, headers, named) => {
    const response = await s3.raw(method, target, headers);
    expect(response.status).toBe(501);
    expect(String(response.body)).toContain("<Code>NotImplemented</Code>");
    expect(String(response.body)).toContain(named);
    expect(String(response.body)).toContain(`<RequestId>${response.headers["x-amz-request-id"]}</RequestId>`);
    expect((await s3.raw("HEAD", `/${Bucket}/k`)).status).toBe(404);
  });
});

it("takes a body in aws-chunked encoding out of its chunks", async () => {
  const keys = { accessKeyId: "AKIAFARM", secretAccessKey: "secret" };
  for (const checked of [undefined, [keys]]) {
    const dir = path.join(s3.dir, checked === undefined ? "unsigned" : "signed");
    const server = await startObjectAndQueueServer({
      queueDir: path.join(dir, "queues"),
      objectDir: path.join(dir, "objects"),
      keys: checked,
    });
    const client = new S3Client({
      region: "us-east-1",
      endpoint: server.url,
      credentials: keys,
      forcePathStyle: true,
    });
    await client.send(new CreateBucketCommand({ Bucket }));
    const Body = Readable.from([Buffer.from("in "), Buffer.from("chunks")]);
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: 9 }));
    const { Body: read } = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(await read?.transformToString()).toBe("in chunks");
    client.destroy();
    await server.close();
  }
});
