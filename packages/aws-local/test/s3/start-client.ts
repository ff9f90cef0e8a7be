import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { startLoopbackServer } from "../../src/http/loopback-server.ts";
import type { WireResponse } from "../../src/http/wire.ts";
import { openObjects } from "../../src/s3/start-objects.ts";

export const Bucket = "artifacts";

/** Objects in their own directory, a bucket and an SDK client that calls them over a socket; everything ends with `close`. */
export async function startClient(clock: () => Date = () => new Date()) {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-objects-"));
  const objects = await openObjects({ dataDir: dir, clock });
  const server = await startLoopbackServer({
    answer: objects.service,
    bodyLimitBytes: 11 * 1024 * 1024,
    tooLarge: { status: 413, headers: {}, body: "" },
  });
  const client = new S3Client({
    region: "us-east-1",
    endpoint: server.url,
    credentials: { accessKeyId: "FARM", secretAccessKey: "s" },
    forcePathStyle: true,
    maxAttempts: 1,
  });
  await client.send(new CreateBucketCommand({ Bucket }));
  return {
    client,
    objects,
    dir,
    /** A request as it stands, for what the SDK would not send. */
    raw(
      method: string,
      target: string,
      headers: Readonly<Record<string, string>> = {},
      body = "",
    ): Promise<WireResponse> {
      const [address = "", query = ""] = target.split("?");
      return objects.service({ method, path: address, query, headers, body: Buffer.from(body) });
    },
    async close(): Promise<void> {
      client.destroy();
      await server.close();
      await objects.close();
      await rm(dir, { recursive: true });
    },
  };
}
export type TestClient = Awaited<ReturnType<typeof startClient>>;
