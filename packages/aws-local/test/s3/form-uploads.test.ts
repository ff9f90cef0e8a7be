import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateBucketCommand, GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost, type PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ObjectAndQueueServer, startObjectAndQueueServer } from "../../src/object-and-queue-server.ts";

const Bucket = "artifacts";
const Key = "uploads/acme/one.jsonl";
const type = "application/x-ndjson";
const farm = { accessKeyId: "FARM", secretAccessKey: "farm-secret" };
const links = { accessKeyId: "LINKS", secretAccessKey: "links-secret" };

let dir: string;
let server: ObjectAndQueueServer;
let owner: S3Client;
let now = new Date();
const clientOf = (credentials: typeof farm) =>
  new S3Client({
    region: "us-east-1",
    endpoint: server.url,
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
  });

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-forms-"));
  server = await startObjectAndQueueServer({
    queueDir: path.join(dir, "queues"),
    objectDir: path.join(dir, "objects"),
    keys: [
      farm,
      {
        ...links,
        mayCall: ({ method }) => method === "GET",
        mayUpload: (path) => path.includes("/uploads/"),
      },
    ],
    clock: () => now,
  });
  owner = clientOf(farm);
  await owner.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  owner.destroy();
  await server.close();
  await rm(dir, { recursive: true });
});

type Fields = Readonly<Record<string, string>>;
/** A form for one object of 3 to 100 bytes, signed as the API signs it. */
async function formFor(change: Partial<PresignedPostOptions> = {}, credentials = links) {
  const client = clientOf(credentials);
  const form = await createPresignedPost(client, {
    Bucket,
    Key,
    Conditions: [["content-length-range", 3, 100]],
    Fields: { "Content-Type": type },
    Expires: 300,
    ...change,
  });
  client.destroy();
  return form;
}

async function send(url: string, fields: Fields, file = "line\n", more: Fields = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...more })) form.append(name, value);
  form.append("file", new Blob([file]), "../../evil.jsonl");
  const response = await fetch(url, { method: "POST", body: form });
  const text = await response.text();
  return {
    status: response.status,
    code: /<Code>(\w+)</.exec(text)?.[1],
    text,
    etag: response.headers.get("etag"),
  };
}
async function stored(key = Key) {
  const object = await owner.send(new GetObjectCommand({ Bucket, Key: key })).catch(() => null);
  return object === null ? null : { type: object.ContentType, text: await object.Body?.transformToString() };
}

describe("an upload by a signed form", () => {
  it("puts exactly the object that was signed for, with its type", async () => {
    const { url, fields } = await formFor();
    const sent = await send(url, fields, "first\nsecond\n");
    expect(sent).toMatchObject({ status: 204, text: "", etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) });
    expect(await stored()).toEqual({ type, text: "first\nsecond\n" });
  });

  it("answers 201 with where it lies to a form that asks for it, and 200 likewise", async () => {
    for (const status of ["201", "200"]) {
      const { url, fields } = await formFor({ Fields: { success_action_status: status } });
      const sent = await send(url, fields);
      expect(sent.status).toBe(Number(status));
      expect(sent.text.includes(`<Key>${Key}</Key>`)).toBe(status === "201");
    }
  });

  it("keeps bytes as they are", async () => {
    const { url, fields } = await formFor();
    await send(url, fields, "ö 你好 😀 \u0000\r\n--x\n");
    expect((await stored())?.text).toBe("ö 你好 😀 \u0000\r\n--x\n");
  });

  it.each([
    ["another key", { key: "uploads/other/one.jsonl" }, 403, "AccessDenied"],
    ["another type", { "Content-Type": "text/html" }, 403, "AccessDenied"],
    ["a field that nobody signed for", { "x-amz-meta-a": "b" }, 403, "AccessDenied"],
    ["another signature", { "X-Amz-Signature": "0".repeat(64) }, 403, "SignatureDoesNotMatch"],
    ["no signature", { "X-Amz-Signature": "" }, 403, "SignatureDoesNotMatch"],
    ["another algorithm", { "X-Amz-Algorithm": "none" }, 400, "InvalidArgument"],
    [
      "nobody's key",
      { "X-Amz-Credential": "x/20260101/us-east-1/s3/aws4_request" },
      400,
      "AuthorizationQueryParametersError",
    ],
    [
      "a wider policy",
      { Policy: Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString("base64") },
      403,
      "SignatureDoesNotMatch",
    ],
  ])("is refused with %s", async (_what, change, status, code) => {
    const { url, fields } = await formFor({ Key: "uploads/acme/refused.jsonl" });
    expect(await send(url, fields, "line\n", change)).toMatchObject({ status, code });
    expect(await stored("uploads/acme/refused.jsonl")).toBeNull();
    expect(await stored("uploads/other/one.jsonl")).toBeNull();
  });

  it("is refused when the file is smaller or larger than was signed for, with both sizes", async () => {
    const { url, fields } = await formFor({ Key: "uploads/acme/size.jsonl" });
    const small = await send(url, fields, "ab");
    expect(small).toMatchObject({ status: 400, code: "EntityTooSmall" });
    expect(small.text).toContain("<MinSizeAllowed>3</MinSizeAllowed>");
    const large = await send(url, fields, "x".repeat(101));
    expect(large).toMatchObject({ status: 400, code: "EntityTooLarge" });
    expect(large.text).toContain("<ProposedSize>101</ProposedSize>");
    expect(await stored("uploads/acme/size.jsonl")).toBeNull();
  });

  it("is refused when its time is over", async () => {
    const { url, fields } = await formFor({ Expires: 60 });
    const before = now;
    // From when it was signed, which a busy machine does long after this file began.
    now = new Date(Date.now() + 61_000);
    const sent = await send(url, fields);
    now = before;
    expect(sent).toMatchObject({ status: 403, code: "AccessDenied" });
    expect(sent.text).toContain("Policy expired");
  });

  it("takes one file, and a key and a policy before it", async () => {
    const { url, fields } = await formFor();
    const { key: _key, ...keyless } = fields;
    expect(await send(url, keyless)).toMatchObject({ status: 400, code: "InvalidArgument" });
    const { Policy: _policy, ...unsigned } = fields;
    expect(await send(url, unsigned)).toMatchObject({ status: 403, code: "AccessDenied" });
    const two = new FormData();
    for (const [name, value] of Object.entries(fields)) two.append(name, value);
    two.append("file", new Blob(["abc"]), "a");
    two.append("file", new Blob(["abc"]), "b");
    const response = await fetch(url, { method: "POST", body: two });
    expect(await response.text()).toContain("IncorrectNumberOfFilesInPostRequest");
    const torn = await fetch(url, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: '--x\r\ncontent-disposition: form-data; name="key"\r\n\r\nk',
    });
    expect(torn.status).toBe(400);
  });

  it("goes nowhere but to uploads when it is signed with the key of links", async () => {
    const elsewhere = await formFor({ Key: "tenants/acme/jobs/x.json" });
    expect(await send(elsewhere.url, elsewhere.fields)).toMatchObject({ status: 403, code: "AccessDenied" });
    const climbing = await formFor({ Key: "uploads/../../tenants/x" });
    expect((await send(climbing.url, climbing.fields)).status).toBeOneOf([400, 403]);
    const owned = await formFor({ Key: "tenants/acme/x.json" }, farm);
    expect(await send(owned.url, owned.fields)).toMatchObject({ status: 204 });
  });
});
