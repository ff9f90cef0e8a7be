import { StopExecutionCommand } from "@aws-sdk/client-sfn";
import { GetQueueUrlCommand, ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import type { ScenarioInput } from "@drover/practice-model";
import { callRoute } from "#cli/call-route.ts";
import { watchJob } from "#cli/follow/watch-job.ts";
import { parseCheck } from "#cli/options/parse-check.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { manifestContentType } from "#shared/contracts/batch/batch-manifest.ts";
import { deadLetterQueueName, poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { Stage } from "#shared/contracts/values/stage.ts";
import { eventually } from "../e2e/drover-process.ts";
import { addressOf, batchClientOf, callerOf, clientOf, output } from "./deployed-farm.ts";
import type { Rehearsal } from "./rehearse.ts";
import { tenant } from "./synthesise.ts";

const isOn = parseCheck("setting:global/bluetooth_on=1");
const plain = { task: "Turn on Bluetooth", validators: [isOn] };
const patience = () => AbortSignal.timeout(100_000);

const supervised = "Turn off Wi-Fi";
/** What the agent of the supervised job does before it thinks for itself: it asks a tool, and then taps where nothing is. */
export const script: ScenarioInput = [
  {
    task: supervised,
    reply: { action: "mcp_call", tool: "notes/read_note", arguments: { name: "alarm" } },
  },
  ...[80, 300, 520, 740, 960, 1_000].map((x) => ({
    task: supervised,
    reply: { action: "tap", coordinate: [x, 1_100] },
  })),
  { role: "progress", answer: { progressing: false, reason: "It taps the wallpaper." } },
];

export async function runJob(one: Rehearsal, request: object = plain): Promise<JobResponse> {
  const api = await clientOf(one);
  const { jobId } = await api.submit(request);
  return watchJob(api, jobId, patience());
}

/** Two devices at once, or none. */
export const runRoles = (one: Rehearsal): Promise<JobResponse> =>
  runJob(one, { task: "Prepare both phones", roles: { one: plain, other: plain } });

/** Plans, checks of progress and of the claim, a tool, and a check that its caller makes himself. */
export async function superviseJob(one: Rehearsal): Promise<JobResponse> {
  const api = await clientOf(one);
  const { jobId } = await api.submit({
    task: supervised,
    validators: [parseCheck("setting:global/wifi_on=0"), { kind: "external", name: "looked" }],
    perception: { picture: "never" },
    tools: ["notes/*"],
    supervision: { planning: "full", progress: true, completion: true, recovery: false, retry: false },
  });
  const ended = watchJob(api, jobId, patience());
  await eventually("the job waits for its caller's check", async () => {
    const { awaiting, status } = await api.job(jobId);
    return status === "finished" || awaiting?.checks !== undefined ? true : undefined;
  });
  await api.check(jobId, "looked", { passed: true, observed: "it is off" });
  return ended;
}

/** Two jobs of a manifest that is uploaded by a form, as thousands are. */
export async function runBatch(one: Rehearsal) {
  const client = await batchClientOf(one);
  const lines = ["one", "other"].map((taskId) => JSON.stringify({ taskId, request: plain }));
  const { uploadId, response } = await uploadManifest(one, `${lines.join("\n")}\n`);
  if (!response.ok) throw new Error(`the upload was refused: ${await response.text()}`);
  const { batchId } = await client.submit({ name: "two", uploadId });
  // It ends with the batch.
  await Array.fromAsync(client.events(batchId, patience()));
  return client.read(batchId);
}

export async function uploadManifest(one: Rehearsal, text: string) {
  const { uploadId, url, fields } = await (await batchClientOf(one)).upload();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([text], { type: manifestContentType }));
  return { uploadId, response: await fetch(url, { method: "POST", body: form }) };
}

/** A schedule that begins at once: EventBridge Scheduler calls the function by its role, and the batch is compared when it ends. */
export async function runSchedule(one: Rehearsal) {
  const call = await callerOf(one);
  const lines = [{ taskId: "nightly", request: plain }];
  await call("createSchedule", { body: { name: "nightly", expression: "rate(1 day)", lines } });
  const run = await eventually(
    "the schedule's run",
    async () => {
      const { items } = await call("listScheduleRuns", { name: "nightly" });
      return items.find(({ status }) => status !== "starting" && status !== "running");
    },
    100,
  );
  await call("changeSchedule", { name: "nightly", body: { paused: true } });
  await call("removeSchedule", { name: "nightly" });
  return run;
}

/** On a device, which somebody else's automation holds. */
export async function recover(one: Rehearsal) {
  const api = await clientOf(one);
  const deviceId = await eventually("a device that is ready", async () => {
    const { items } = await api.devices();
    return items.find(({ state }) => state === "ready")?.deviceId;
  });
  await api.quarantineDevice(deviceId, "held by my tests");
  const { recoveryId } = await api.recover({
    exception: "NoSuchElementError: no such element: 'Add alarm'",
    context: { app: "Clock" },
    deviceId,
  });
  return eventually("the recovery's end", async () => {
    const { jobOutcome, ...recovery } = await api.recovery(recoveryId);
    return jobOutcome === undefined ? undefined : { ...recovery, jobOutcome };
  });
}

/** Somebody stops the execution of a job that waits for a device: nothing in it can end the job any more. */
export async function stopExecutionOfJob(one: Rehearsal): Promise<JobResponse> {
  const api = await clientOf(one);
  const { jobId } = await api.submit(plain);
  const machine = output(one, "JobMachineArn").replace(":stateMachine:", ":execution:");
  await one.cloud.admin.sfn.send(new StopExecutionCommand({ executionArn: `${machine}:${jobId}` }));
  return watchJob(api, jobId, patience());
}

/** A job's command goes to the dead letters as if ten readers had died of it. Answers the job, which waits anew. */
export async function loseCommandOfJob(one: Rehearsal): Promise<string> {
  const { sqs } = one.cloud.admin;
  const stage = Stage.parse(output(one, "Stage"));
  const urlOf = async (QueueName: string) =>
    (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? "";
  const pool = await urlOf(poolQueueName(stage, TenantId.parse(tenant), "default"));
  const { jobId } = await (await clientOf(one)).submit(plain);
  const letter = await eventually("the job's command", async () => {
    const read = await sqs.send(new ReceiveMessageCommand({ QueueUrl: pool, WaitTimeSeconds: 1 }));
    return read.Messages?.find(({ Body = "" }) => Body.includes(jobId));
  });
  const QueueUrl = await urlOf(deadLetterQueueName(stage));
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: letter.Body ?? "" }));
  return jobId;
}

export async function jobEnded(one: Rehearsal, jobId: string): Promise<JobResponse> {
  return watchJob(await clientOf(one), jobId, patience());
}

/** The delivery of a test to that address, when it was tried. */
export async function testWebhook(one: Rehearsal, url: string) {
  const address = await addressOf(one);
  const body = { url, events: ["job.finished"] };
  const { webhookId: id } = await callRoute(address, "createWebhook", { body });
  const { eventId } = await callRoute(address, "testWebhook", { id });
  return eventually("the delivery's end", async () => {
    const delivery = await callRoute(address, "readDelivery", { id, eventId });
    return delivery.status === "pending" ? undefined : delivery;
  });
}
