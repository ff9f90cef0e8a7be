import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyWebhook } from "@drover/client";
import { type ApiClient, createApiClient } from "#cli/api-client.ts";
import { callRoute } from "#cli/call-route.ts";
import { WebhookEvent } from "#shared/contracts/webhook/webhook-event.ts";
import { FarmUnderFault } from "../batch-faults/farm-under-fault.ts";
import { quantile } from "./quantile.ts";

/**
 * How long an event takes from its record to its receiver, and that none is lost when the farm is killed (SIGKILL) again and again:
 * `EVENTS=1000 KILLS=5 npm run bench:webhooks`. Each event is the end of a job that is cancelled while it waits; the one device is busy.
 */
const events = Number(process.env.EVENTS ?? 1_000);
const kills = Number(process.env.KILLS ?? 5);
const workers = 8;
/** A sweep comes each minute, and the first after a start a minute later. */
const longestWaitSeconds = 240;
const busyDevice = ["--device-profile", "20000", "--devices", "1"];

interface Arrival {
  readonly milliseconds: number;
  times: number;
}

async function startReceiver(secretOf: () => string) {
  const arrived = new Map<string, Arrival>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const at = Date.now();
    await verifyWebhook({ secret: secretOf(), headers: request.headers, body });
    const event = WebhookEvent.parse(JSON.parse(body));
    response.writeHead(204).end();
    if (event.type !== "job.finished") return;
    const before = arrived.get(event.data.jobId);
    if (before === undefined)
      arrived.set(event.data.jobId, { milliseconds: at - Date.parse(event.timestamp), times: 1 });
    else before.times += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { arrived, url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** A farm that was just killed answers again in a while. */
async function untilAnswered<Answer>(
  ask: (api: ApiClient) => Promise<Answer>,
  farm: FarmUnderFault,
): Promise<Answer> {
  for (;;) {
    const file = await farm.file();
    if (file !== null)
      try {
        return await ask(createApiClient(file));
      } catch {
        // Asked again: submitting has a key, and cancelling twice is cancelling.
      }
    await sleep(250);
  }
}

/** One whose answer was lost with its farm has ended all the same. */
async function endJob(api: ApiClient, jobId: string): Promise<void> {
  const { status } = await api.job(jobId);
  if (status !== "finished") await api.cancel(jobId);
}

async function endJobs(
  run: string,
  farm: FarmUnderFault,
  killAt: readonly number[],
): Promise<readonly string[]> {
  const ended: string[] = [];
  let begun = 0;
  const left = [...killAt];
  const work = async (): Promise<void> => {
    while (begun < events) {
      begun += 1;
      const key = `${run.replaceAll(" ", "-")}-${begun}`;
      const { jobId } = await untilAnswered((api) => api.submit({ task: "Press the button" }, key), farm);
      await untilAnswered((api) => endJob(api, jobId), farm);
      ended.push(jobId);
      if (ended.length < (left[0] ?? Number.POSITIVE_INFINITY)) continue;
      left.shift();
      say(
        `kill at ${ended.length} events`,
        await farm.inject({ kind: "kill", part: "farm", atShare: 0 }, null),
      );
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return ended;
}

async function measure(
  name: string,
  farm: FarmUnderFault,
  arrived: Map<string, Arrival>,
  killAt: readonly number[],
) {
  const jobs = await endJobs(name, farm, killAt);
  const missing = () => jobs.filter((jobId) => !arrived.has(jobId));
  const until = Date.now() + longestWaitSeconds * 1_000;
  while (missing().length > 0 && Date.now() < until) await sleep(500);
  const seen = jobs.flatMap((jobId) => arrived.get(jobId) ?? []);
  const took = seen.map(({ milliseconds }) => milliseconds);
  say(`${name}: events`, jobs.length);
  say(`${name}: lost`, missing().length);
  say(`${name}: came more than once`, seen.filter(({ times }) => times > 1).length);
  say(
    `${name}: ms to the receiver, p50 / p99 / most`,
    [0.5, 0.99, 1].map((share) => quantile(took, share)).join(" / "),
  );
  return missing().length;
}

const say = (what: string, value: unknown): void =>
  void process.stdout.write(`${what.padEnd(52)} ${String(value)}\n`);

const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-webhooks-"));
const farm = new FarmUnderFault(dir, ["--webhooks-to-loopback", ...busyDevice], (line) => say("farm", line));
let secret = "";
const receiver = await startReceiver(() => secret);
try {
  await farm.start();
  const file = await farm.file();
  if (file === null) throw new Error("The farm is not there.");
  const body = { url: receiver.url, events: ["job.finished"] };
  ({ secret } = await callRoute(file, "createWebhook", { body }));
  await createApiClient(file).submit({ task: "Press the button 50 times" });
  const undisturbed = await measure("undisturbed", farm, receiver.arrived, []);
  const killAt = Array.from({ length: kills }, (_, index) =>
    Math.round((events * (index + 1)) / (kills + 1)),
  );
  const killed = await measure(`${kills} kills`, farm, receiver.arrived, killAt);
  if (undisturbed + killed > 0) process.exitCode = 1;
} finally {
  await farm.stop();
  receiver.close();
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
}
