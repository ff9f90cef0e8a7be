import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { startObjectsAndQueues } from "../../../../test/objects-and-queues.ts";

export interface TestS3 {
  readonly client: S3Client;
  put(key: string, body: string): Promise<void>;
  text(key: string): Promise<string>;
  close(): Promise<void>;
}

/** A real S3 server on a free port of the loopback, with one bucket named `data`. */
export async function startS3(): Promise<TestS3> {
  const server = await startObjectsAndQueues();
  const client = new S3Client({
    endpoint: server.url,
    forcePathStyle: true,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  await client.send(new CreateBucketCommand({ Bucket: "data" }));
  return {
    client,
    async put(Key, text) {
      // An empty string as a body makes the SDK warn of a stream of unknown length.
      const Body = Buffer.from(text, "utf8");
      await client.send(new PutObjectCommand({ Bucket: "data", Key, Body }));
    },
    async text(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: "data", Key }));
      return (await Body?.transformToString("utf-8")) ?? "";
    },
    async close() {
      client.destroy();
      await server.close();
    },
  };
}
