import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ObjectAndQueueServer, startObjectAndQueueServer } from "../src/object-and-queue-server.ts";

const credentials = { accessKeyId: "AKIAFARM", secretAccessKey: "secret" };
const linkKey = { accessKeyId: "AKIALINK", secretAccessKey: "reads only" };
let dir: string;
let server: ObjectAndQueueServer;
let s3: S3Client;
let sqs: SQSClient;
let now: Date;

const start = async (port = 0): Promise<void> => {
  server = await startObjectAndQueueServer({
    queueDir: path.join(dir, "queues"),
    objectDir: path.join(dir, "objects"),
    port,
    keys: [credentials, { ...linkKey, mayCall: ({ method }) => method === "GET" || method === "HEAD" }],
    clock: () => now,
    pages: () => ["http://localhost:4100"],
  });
};
const config = (keys = credentials) => ({
  region: "us-east-1",
  endpoint: server.url,
  credentials: keys,
});

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-s3-"));
  now = new Date();
  await start();
  s3 = new S3Client({ ...config(), forcePathStyle: true });
  sqs = new SQSClient(config());
  await s3.send(new CreateBucketCommand({ Bucket: "artifacts" }));
});
afterEach(async () => {
  s3.destroy();
  sqs.destroy();
  await server.close();
  await rm(dir, { recursive: true });
});

const queue = async (): Promise<string> =>
  (await sqs.send(new CreateQueueCommand({ QueueName: "drover_local_local_pool_default" }))).QueueUrl ?? "";
const receive = async (QueueUrl: string, WaitTimeSeconds = 0) =>
  (
    await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds, MessageSystemAttributeNames: ["All"] }),
    )
  ).Messages?.[0];

describe("queues", () => {
  it("wakes a long poll as soon as a message with a message group arrives", async () => {
    const QueueUrl = await queue();
    const waiting = receive(QueueUrl, 20);
    const startedAt = performance.now();
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "job", MessageGroupId: "tenant" }));
    expect((await waiting)?.Body).toBe("job");
    // Not only when its 20 s are over.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  it("keeps waiting messages and those under way over a restart, at the same address", async () => {
    const QueueUrl = await queue();
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "taken" }));
    const taken = await receive(QueueUrl);
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "waiting" }));
    await server.close();
    await start(server.port);
    expect((await receive(QueueUrl))?.Body).toBe("waiting");
    expect(await receive(QueueUrl)).toBeUndefined();
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: taken?.ReceiptHandle }));
  });

  it("gives a message back with visibility 0, also after a restart", async () => {
    const QueueUrl = await queue();
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "again" }));
    const first = await receive(QueueUrl);
    await sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl,
        ReceiptHandle: first?.ReceiptHandle,
        VisibilityTimeout: 0,
      }),
    );
    await server.close();
    await start(server.port);
    const second = await receive(QueueUrl);
    expect(second?.Body).toBe("again");
    expect(second?.Attributes?.ApproximateReceiveCount).toBe("2");
  });

  it("gives a message to the next receiver when the one that waited is gone", async () => {
    const QueueUrl = await queue();
    const abort = new AbortController();
    const gone = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }), {
      abortSignal: abort.signal,
    });
    // The poll is waiting once an answer has come to a request sent after it.
    await sqs.send(new CreateQueueCommand({ QueueName: "other" }));
    abort.abort();
    await expect(gone).rejects.toThrow();
    await sqs.send(new CreateQueueCommand({ QueueName: "another" }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "job" }));
    const received = await receive(QueueUrl, 5);
    expect(received?.Body).toBe("job");
    expect(received?.Attributes?.ApproximateReceiveCount).toBe("1");
  });

  it("takes a body with any character that XML may hold, and gives it back as it was", async () => {
    const QueueUrl = await queue();
    const MessageBody = "\t ö 你好 😀 \u{10ffff} \ufffd";
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    expect(Messages?.map(({ Body }) => Body)).toEqual([MessageBody]);
  });

  it.each(["a\uffff", "a\ud83d", "a\u0001"])("refuses the body %j as SQS does", async (MessageBody) => {
    const QueueUrl = await queue();
    await expect(sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))).rejects.toMatchObject({
      name: expect.stringContaining("InvalidMessageContents"),
    });
  });

  it("refuses another access key", async () => {
    const stranger = new SQSClient(config({ accessKeyId: "test", secretAccessKey: "test" }));
    await expect(stranger.send(new CreateQueueCommand({ QueueName: "q" }))).rejects.toMatchObject({
      name: expect.stringContaining("InvalidClientTokenId"),
    });
    stranger.destroy();
  });
});

describe("objects", () => {
  const put = (Key: string, Body = "body") =>
    s3.send(new PutObjectCommand({ Bucket: "artifacts", Key, Body, ContentType: "application/json" }));
  const key = "tenants/local/jobs/J/trajectory.json";

  it("keeps objects over a restart", async () => {
    await put(key, "{}");
    await server.close();
    await start(server.port);
    const object = await s3.send(new GetObjectCommand({ Bucket: "artifacts", Key: key }));
    expect(await object.Body?.transformToString()).toBe("{}");
    expect(object.ContentType).toBe("application/json");
  });

  it("serves a presigned link without other credentials until it expires", async () => {
    await put(key, "linked");
    const link = await getSignedUrl(s3, new GetObjectCommand({ Bucket: "artifacts", Key: key }), {
      expiresIn: 60,
    });
    const fresh = await fetch(link);
    expect([fresh.status, await fresh.text()]).toEqual([200, "linked"]);
    now = new Date(now.getTime() + 600_000);
    const stale = await fetch(link);
    expect(stale.status).toBe(403);
    expect(await stale.text()).toContain("Request has expired");
  });

  it("serves a link's object as a file to save, when the link says so", async () => {
    await s3.send(new PutObjectCommand({ Bucket: "artifacts", Key: "a.html", Body: "<script>" }));
    const ResponseContentDisposition = 'attachment; filename="a.html"';
    const command = new GetObjectCommand({ Bucket: "artifacts", Key: "a.html", ResponseContentDisposition });
    const { headers } = await fetch(await getSignedUrl(s3, command));
    expect(headers.get("content-disposition")).toBe(ResponseContentDisposition);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("refuses a presigned link that was made for another object", async () => {
    await put("tenants/a/x");
    await put("tenants/b/x");
    const link = await getSignedUrl(s3, new GetObjectCommand({ Bucket: "artifacts", Key: "tenants/a/x" }));
    const other = await fetch(link.replace("tenants/a/x", "tenants/b/x"));
    expect(other.status).toBe(403);
    expect(await other.text()).toContain("SignatureDoesNotMatch");
  });

  it("refuses a request without credentials, and one from a web page but the console", async () => {
    await put(key);
    expect((await fetch(`${server.url}/artifacts/${key}`)).status).toBe(403);
    const link = await getSignedUrl(s3, new GetObjectCommand({ Bucket: "artifacts", Key: key }));
    const asPage = async (origin: string) => (await fetch(link, { headers: { origin } })).status;
    expect(await asPage("https://evil.example")).toBe(403);
    // Another program of this machine, which serves pages as well.
    expect(await asPage("http://localhost:8080")).toBe(403);
    expect(await asPage("http://localhost:4100")).toBe(200);
  });

  it("refuses keys that would leave its directory", async () => {
    await expect(put("tenants/../../../../escaped")).rejects.toMatchObject({ name: "InvalidArgument" });
    const listed = await s3.send(new ListObjectsV2Command({ Bucket: "artifacts" }));
    expect(listed.KeyCount).toBe(0);
  });
});
