import { mkdir } from "node:fs/promises";
import path from "node:path";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteBucketLifecycleCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openObjects } from "../../src/s3/start-objects.ts";
import { Bucket, startClient, type TestClient } from "./start-client.ts";

let s3: TestClient;
let now: Date;
beforeEach(async () => {
  now = new Date("2026-11-21T15:00:00Z");
  s3 = await startClient(() => now);
});
afterEach(() => s3.close());

const put = (Key: string, Body: string | Buffer = "body") =>
  s3.client.send(new PutObjectCommand({ Bucket, Key, Body }));
const keys = async () =>
  (await s3.client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key) ?? [];

describe("a bucket", () => {
  it("is made, also again, found, listed and deleted once it is empty", async () => {
    for (const name of ["zebra", "bison", Bucket])
      await s3.client.send(new CreateBucketCommand({ Bucket: name }));
    const { Buckets } = await s3.client.send(new ListBucketsCommand({}));
    expect(Buckets?.map(({ Name, CreationDate }) => [Name, CreationDate])).toEqual([
      [Bucket, now],
      ["bison", now],
      ["zebra", now],
    ]);
    await s3.client.send(new HeadBucketCommand({ Bucket }));
    expect(
      (await s3.client.send(new GetBucketLocationCommand({ Bucket }))).LocationConstraint,
    ).toBeUndefined();
    await put("x");
    const remove = () => s3.client.send(new DeleteBucketCommand({ Bucket }));
    await expect(remove()).rejects.toMatchObject({ name: "BucketNotEmpty" });
    await s3.client.send(new DeleteObjectCommand({ Bucket, Key: "x" }));
    await remove();
    await expect(s3.client.send(new HeadBucketCommand({ Bucket }))).rejects.toMatchObject({
      name: "NotFound",
    });
    await expect(put("x")).rejects.toMatchObject({ name: "NoSuchBucket" });
  });

  it("is refused in another region", async () => {
    const elsewhere = new CreateBucketCommand({
      Bucket: "elsewhere",
      CreateBucketConfiguration: { LocationConstraint: "eu-central-1" },
    });
    await expect(s3.client.send(elsewhere)).rejects.toMatchObject({
      name: "IllegalLocationConstraintException",
    });
  });
});

describe("DeleteObjects", () => {
  it("deletes keys whatever characters they have, and says which unless it shall be quiet", async () => {
    const all = [
      "a&b",
      "<x>",
      "&amp;",
      "&#38;",
      "]]>",
      "a\r\nb",
      "\t",
      "ö😀",
      " lead and trail ",
      "\u0085\u2028",
    ];
    for (const key of all) await put(key);
    const Objects = all.slice(1).map((Key) => ({ Key }));
    const { Deleted } = await s3.client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual(all.slice(1));
    expect(await keys()).toEqual(["a&b"]);
    const quiet = { Objects: [{ Key: "a&b" }], Quiet: true };
    expect(
      (await s3.client.send(new DeleteObjectsCommand({ Bucket, Delete: quiet }))).Deleted,
    ).toBeUndefined();
    expect(await keys()).toEqual([]);
  });

  it.each([
    "",
    "{}",
    "<Delete>",
    "<Delete></Delete>",
    "<Other><Object><Key>x</Key></Object></Other>",
    "<Delete><Object></Object></Delete>",
    '<!DOCTYPE d [<!ENTITY k "x">]><Delete><Object><Key>&k;</Key></Object></Delete>',
    `${"<a>".repeat(5_000)}`,
  ])("refuses %j and deletes nothing", async (body) => {
    await put("x");
    const response = await s3.raw("POST", `/${Bucket}?delete`, {}, body);
    expect([response.status, String(response.body)]).toEqual([400, expect.stringContaining("MalformedXML")]);
    expect(await keys()).toEqual(["x"]);
  });
});

describe("an upload in parts", () => {
  const Key = "big";
  const five = Buffer.alloc(5 * 1024 * 1024, "5");
  const create = async () =>
    (await s3.client.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId;
  const part = async (UploadId: string | undefined, PartNumber: number, Body: Buffer | string) => ({
    PartNumber,
    ETag: (await s3.client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))).ETag,
  });
  const complete = (
    UploadId: string | undefined,
    Parts: { PartNumber: number; ETag: string | undefined }[],
  ) =>
    s3.client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));

  it("is there only once it is complete, with the last of each part", async () => {
    const UploadId = await create();
    await part(UploadId, 1, "replaced");
    const second = await part(UploadId, 2, "end");
    const first = await part(UploadId, 1, five);
    const listed = await s3.client.send(new ListPartsCommand({ Bucket, Key, UploadId }));
    expect(listed.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, five.length],
      [2, 3],
    ]);
    expect(await keys()).toEqual([]);
    const { ETag } = await complete(UploadId, [first, second]);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    const object = await s3.client.send(new GetObjectCommand({ Bucket, Key, Range: "bytes=-5" }));
    expect([await object.Body?.transformToString(), object.ContentRange]).toEqual([
      "55end",
      `bytes ${five.length - 2}-${five.length + 2}/${five.length + 3}`,
    ]);
    await expect(complete(UploadId, [first, second])).rejects.toMatchObject({ name: "NoSuchUpload" });
  });

  it("is refused with parts that are missing, too small or out of order", async () => {
    const UploadId = await create();
    const [first, second] = [await part(UploadId, 1, "small"), await part(UploadId, 2, "end")];
    await expect(complete(UploadId, [first, second])).rejects.toMatchObject({ name: "EntityTooSmall" });
    await expect(complete(UploadId, [second, first])).rejects.toMatchObject({ name: "InvalidPartOrder" });
    await expect(complete(UploadId, [{ ...first, PartNumber: 3 }])).rejects.toMatchObject({
      name: "InvalidPart",
    });
    await expect(complete(UploadId, [{ ...first, ETag: second.ETag }])).rejects.toMatchObject({
      name: "InvalidPart",
    });
    await s3.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    await expect(part(UploadId, 1, "x")).rejects.toMatchObject({ name: "NoSuchUpload" });
    expect(await keys()).toEqual([]);
  });
});

describe("a lifecycle rule", () => {
  const rule = { ID: "old", Status: "Enabled", Filter: { Prefix: "t/" }, Expiration: { Days: 2 } } as const;
  const setRules = (...Rules: readonly object[]) =>
    s3.client.send(
      new PutBucketLifecycleConfigurationCommand({
        Bucket,
        LifecycleConfiguration: { Rules: Rules as (typeof rule)[] },
      }),
    );

  it("lets go what is old enough at the midnight after its days, and nothing else", async () => {
    await setRules(rule, { ...rule, ID: "off", Status: "Disabled", Filter: { Prefix: "" } });
    for (const key of ["s", "t/1", "t/2", "u"]) await put(key);
    now = new Date("2026-11-23T23:59:59Z");
    await put("t/new");
    expect(await s3.objects.expireObjects()).toBe(0);
    now = new Date("2026-11-24T00:00:00Z");
    expect(await s3.objects.expireObjects()).toBe(2);
    expect(await keys()).toEqual(["s", "t/new", "u"]);
  });

  it("aborts uploads that nobody went on with", async () => {
    await setRules({
      ID: "a",
      Status: "Enabled",
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    });
    const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand({ Bucket, Key: "k" }));
    now = new Date("2026-11-23T00:00:01Z");
    expect(await s3.objects.expireObjects()).toBe(1);
    await expect(s3.client.send(new ListPartsCommand({ Bucket, Key: "k", UploadId }))).rejects.toMatchObject({
      name: "NoSuchUpload",
    });
  });

  it("is given back as it was put, and is gone once deleted", async () => {
    const get = () => s3.client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
    await expect(get()).rejects.toMatchObject({ name: "NoSuchLifecycleConfiguration" });
    await setRules(rule);
    expect((await get()).Rules).toEqual([rule]);
    await s3.client.send(new DeleteBucketLifecycleCommand({ Bucket }));
    await put("t/1");
    now = new Date("2027-11-24T00:00:00Z");
    expect(await s3.objects.expireObjects()).toBe(0);
  });

  it("is refused by name with what has no effect here", async () => {
    await expect(setRules({ ...rule, Filter: { Tag: { Key: "a", Value: "b" } } })).rejects.toMatchObject({
      name: "NotImplemented",
      message: expect.stringContaining("Tag"),
    });
    await expect(
      setRules({ ...rule, Transitions: [{ Days: 1, StorageClass: "GLACIER" }] }),
    ).rejects.toMatchObject({ message: expect.stringContaining("Transition") });
  });
});

it("refuses objects that an earlier version kept under their keys, and says what to do", async () => {
  const dataDir = path.join(s3.dir, "older");
  await mkdir(path.join(dataDir, "buckets", Bucket, "objects"), { recursive: true });
  await expect(openObjects({ dataDir })).rejects.toMatchObject({
    name: "StartRefused",
    message: expect.stringContaining("kept them under their keys"),
    advice: [expect.stringContaining("--dir")],
  });
});
