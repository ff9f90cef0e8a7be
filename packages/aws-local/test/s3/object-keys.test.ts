import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../test/any-character.ts";
import { sent } from "../../../../test/replay.ts";
import { type ObjectAndQueueServer, startObjectAndQueueServer } from "../../src/object-and-queue-server.ts";
import { checkedKey } from "../../src/s3/object-address.ts";

const Bucket = "artifacts";
const credentials = { accessKeyId: "AKIAFARM", secretAccessKey: "secret" };
let parent: string;
let server: ObjectAndQueueServer;
let s3: S3Client;

const start = async (): Promise<void> => {
  const dir = path.join(parent, "a", "b", "c");
  server = await startObjectAndQueueServer({
    queueDir: path.join(dir, "queues"),
    objectDir: path.join(dir, "objects"),
    keys: [credentials],
  });
  s3 = new S3Client({
    region: "us-east-1",
    endpoint: server.url,
    credentials: { ...credentials },
    forcePathStyle: true,
    maxAttempts: 1,
  });
};

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "drover-keys-"));
  // So deep that a few steps up still end inside what the test looks at.
  const dir = path.join(parent, "a", "b", "c");
  await mkdir(dir, { recursive: true });
  await writeFile(path.join(parent, "a", "secret.data"), "secret");
  await writeFile(path.join(parent, "a", "secret.meta.json"), "{}");
  await start();
  await s3.send(new CreateBucketCommand({ Bucket }));
});
afterEach(async () => {
  const Objects = (await listed()).map((Key) => ({ Key }));
  if (Objects.length > 0) await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
});
afterAll(async () => {
  s3.destroy();
  await server.close();
  await rm(parent, { recursive: true });
});

/** Every file of the test's directory but the objects and the queues, with what is in it. */
async function surroundings(): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(parent, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("/c/queues/") && !file.includes("/c/objects/"));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const)),
  );
}

const up = "../".repeat(6);
const hostile = [
  `${up}secret`,
  `tenants/${up}secret`,
  "..",
  "a/../../b",
  "./../secret",
  "a//../../secret",
  "a".repeat(1_025),
  "ü".repeat(513),
];
/** Odd, and yet keys like any other. */
const odd = [
  "../".replaceAll(".", "%2e").repeat(6),
  "%2e%2e%2fsecret",
  "x\u0000.png",
  "..\\..\\secret",
  "...",
  "a/..b/c..",
  "a\nb\u0001",
  "C:\\x|?*<>\"'&",
  "ö 你好 😀",
  "tenants/x/",
  "x.data",
  "x",
  ".",
  "tenants/..",
  "tenants/./x",
  "/etc/passwd",
  "tenants//x",
  "//",
  "x.data/y",
  "x.meta.json/y",
  `tenants/${"a".repeat(231)}/x`,
  `tenants/${":".repeat(100)}/x`,
  "k".repeat(1_024),
];

const put = (Key: string, Body = "body") => s3.send(new PutObjectCommand({ Bucket, Key, Body }));
const read = async (Key: string): Promise<string | undefined> =>
  (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
const listed = async (): Promise<readonly (string | undefined)[]> =>
  ((await s3.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key);

/** What a form that is rightly signed for the key is answered. */
async function uploaded(Key: string): Promise<Response> {
  const { url, fields } = await createPresignedPost(s3, { Bucket, Key });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob(["owned"]), "f");
  return fetch(url, { method: "POST", body: form });
}

describe("a key that would leave the objects' directory", () => {
  it.each(hostile)("is not written by an upload by a form that is signed for it: %j", async (key) => {
    const before = await surroundings();
    const response = await uploaded(key);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching(/<Code>(InvalidArgument|KeyTooLongError)</),
    ]);
    expect(await surroundings()).toEqual(before);
    expect(await listed()).toEqual([]);
  });

  it.each(hostile)("deletes nothing when DeleteObjects names it: %j", async (Key) => {
    const before = await surroundings();
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } }));
    expect(await surroundings()).toEqual(before);
  });

  it.each(hostile)("is refused as the target of a copy and of an upload in parts: %j", async (Key) => {
    await put("source");
    const before = await surroundings();
    const copy = new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/source` });
    await expect(s3.send(copy)).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
    await expect(s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 400 },
    });
    expect(await surroundings()).toEqual(before);
  });

  it.each([`/${up}secret`, "/%2e%2e/x", "/..%2fx/y", "/.hidden/x", "/_fauxqs/queues", "/A/x", "//x"])(
    "is refused in a path, as is what is no bucket: %s",
    async (target) => {
      const { port, host } = new URL(server.url);
      const signer = await s3.config.signer();
      const request = {
        method: "GET",
        protocol: "http:",
        hostname: "127.0.0.1",
        path: target,
        headers: { host },
      };
      const signed = await signer.sign({ ...request, query: {} });
      const reply = await sent({
        method: "GET",
        port: Number(port),
        target,
        headers: signed.headers,
        body: Buffer.alloc(0),
      });
      expect(reply.status).toBe(400);
    },
  );

  it("is none of the keys that are let through, whatever they are made of", () => {
    const part = fc.oneof(
      fc.constantFrom("..", ".", "", "%2e%2e", "a", "x.data", "\0", "\\", "..\\", "😀"),
      fc.string({ unit: anyCharacter, maxLength: 300 }),
    );
    const root = "/objects";
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        const key = parts.join("/");
        const isRefused = (): boolean => {
          try {
            return checkedKey(key) !== key;
          } catch {
            return true;
          }
        };
        if (isRefused()) return;
        // Even if somebody should ever make a path of it.
        expect(`${path.join(root, key)}/`.startsWith(`${root}/`)).toBe(true);
      }),
    );
  });

  it("names no file either way: what is stored lies under names made by chance", async () => {
    for (const key of odd) await put(key, "large".repeat(4_000));
    const files = await readdir(path.join(parent, "a", "b", "c", "objects"), {
      recursive: true,
      withFileTypes: true,
    });
    const names = files.filter((entry) => entry.isFile()).map(({ name }) => name);
    const bodies = names.filter((name) => !name.startsWith("objects.sqlite"));
    expect(bodies).toHaveLength(odd.length);
    for (const name of bodies) expect(name).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe("a key that is only odd", () => {
  it("holds its own object, whichever others there are, also after a restart", async () => {
    const before = await surroundings();
    for (const key of odd) await put(key, `of ${key}`);
    expect(await surroundings()).toEqual(before);
    s3.destroy();
    await server.close();
    await start();
    for (const key of odd) expect(await read(key)).toBe(`of ${key}`);
    expect(new Set(await listed())).toEqual(new Set(odd));
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: odd.map((Key) => ({ Key })) } }));
    expect(await listed()).toEqual([]);
  });

  it("may be that of an upload in parts", async () => {
    const Key = "../".replaceAll(".", "%2e").repeat(6);
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const part = await s3.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: "in parts" }),
    );
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: part.ETag }] };
    await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    expect(await read(Key)).toBe("in parts");
  });
});

describe("a listing", () => {
  it("gives every key once, in the order of its bytes, page by page", async () => {
    const keys = ["B", "a", "b", "A", "_", "ä", "Z", "z", "\u{ffee}", "😀", "a/B", "a/a"];
    for (const key of keys) await put(key);
    const found: (string | undefined)[] = [];
    let token: string | undefined;
    do {
      const page = await s3.send(new ListObjectsV2Command({ Bucket, MaxKeys: 3, ContinuationToken: token }));
      found.push(...(page.Contents ?? []).map(({ Key }) => Key));
      token = page.NextContinuationToken;
    } while (token !== undefined);
    const sorted = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(found).toEqual(sorted);
  });

  it("folds what lies behind a delimiter", async () => {
    for (const key of ["t/b/1", "t/B/1", "t/B/2", "t/a", "u"]) await put(key);
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: "t/", Delimiter: "/" }));
    expect(page.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(["t/B/", "t/b/"]);
    expect(page.Contents?.map(({ Key }) => Key)).toEqual(["t/a"]);
  });
});
