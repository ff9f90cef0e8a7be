import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { startFauxqs } from "fauxqs";

export interface TestS3 {
  readonly client: S3Client;
  put(key: string, body: string): Promise<void>;
  text(key: string): Promise<string>;
  close(): Promise<void>;
}

/** A real S3 server on a free port of the loopback, with one bucket named `data`. */
export async function startS3(): Promise<TestS3> {
  const server = await startFauxqs({ port: 0, logger: false, host: "127.0.0.1" });
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${server.port}`,
    forcePathStyle: true,
    region: "eu-central-1",
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
      await server.stop();
    },
  };
}
