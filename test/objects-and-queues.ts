import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startObjectAndQueueServer } from "@drover/aws-local";

/** S3 and SQS on a free port of the loopback, for tests of packages too. */
export async function startObjectsAndQueues() {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-objects-"));
  const server = await startObjectAndQueueServer({
    queueDir: path.join(dir, "queues"),
    objectDir: path.join(dir, "objects"),
  });
  return {
    url: server.url,
    async close() {
      await server.close();
      await rm(dir, { recursive: true });
    },
  };
}
