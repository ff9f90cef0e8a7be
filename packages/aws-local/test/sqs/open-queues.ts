import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Time } from "../../src/sqs/queue/deadlines.ts";
import { type LocalQueues, startQueues } from "../../src/sqs/start-queues.ts";
import { inProcessHandler } from "../../src/wire/in-process-handler.ts";

/** Time that passes only when it is told to. */
function handTime(): Time & { pass(seconds: number): void } {
  let now = Date.parse("2026-01-01T00:00:00Z");
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    uptime: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    pass(seconds) {
      const until = now + seconds * 1_000;
      for (;;) {
        const [next] = timers.toSorted((a, b) => a.at - b.at).filter(({ at }) => at <= until);
        if (next === undefined) break;
        timers = timers.filter((one) => one !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = until;
    },
  };
}

/** The local SQS without a socket, its client, and its time in the test's hand. */
export async function openQueues(options: { readonly inFlightLimit?: number } = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-queues-"));
  const time = handTime();
  let queues: LocalQueues;
  const open = (): void => {
    queues = startQueues({ dataDir: dir, time, ...options });
  };
  open();
  const client = new SQSClient({
    region: "us-east-1",
    endpoint: "http://127.0.0.1:1",
    credentials: { accessKeyId: "FARM", secretAccessKey: "s" },
    requestHandler: inProcessHandler((request) => queues.service(request), "127.0.0.1:1"),
    signer: { sign: async (request) => request },
    maxAttempts: 1,
    useQueueUrlAsEndpoint: false,
  });
  return {
    client,
    time,
    dir,
    /** As after a kill: what was answered is there. */
    restart(): void {
      queues.close();
      open();
    },
    async close(): Promise<void> {
      client.destroy();
      queues.close();
      await rm(dir, { recursive: true });
    },
  };
}
