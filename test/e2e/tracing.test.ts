import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { stdioServer } from "../shared/mcp/start-tool-servers.ts";
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "../tracing/otlp-receiver.ts";
import { expectWhole, isWhole, named } from "../tracing/whole-trace.ts";
import { eventually, jobEnded, type RunningFarm, startUpIn } from "./drover-process.ts";

const [stuck, asking, alarm, noting] = [
  "Look for the hidden setting",
  "Ask me what time, then stop",
  "Open the clock",
  "Read the note",
];
const done = { action: "FINISH", status: "success" };
const script = [
  { task: stuck, times: 1, reply: { action: "open_app", app: "com.android.settings" } },
  { task: stuck, times: 12, reply: { action: "tap", coordinate: [540, 100] } },
  { task: stuck, times: 9, reply: done },
  { task: asking, times: 1, reply: { action: "ask_user", question: "What time?" } },
  { task: asking, times: 1, reply: done },
  { task: asking, times: 1, reply: { action: "ask_user", question: "What time?" } },
  // A reply that cannot be used is asked for again.
  { task: alarm, times: 1, reply: { action: "no_such_action" } },
  { task: alarm, times: 1, reply: { action: "open_app", app: "com.android.deskclock" } },
  { task: alarm, times: 1, reply: { action: "tap", coordinate: [540, 2_300] } },
  { task: alarm, times: 1, reply: done },
  {
    task: noting,
    times: 1,
    reply: { action: "mcp_call", tool: "notes/read_note", arguments: { name: "alarm" } },
  },
  { task: noting, times: 1, reply: done },
];

let dir: string;
let model: ModelServer;
let farm: RunningFarm;
let collector: OtlpReceiver;
let api: ApiClient;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-tracing-"));
  [model, collector] = await Promise.all([startModelServer({ script }), startOtlpReceiver()]);
  const environment = {
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: model.apiKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_HEADERS: "x-team=phones%20and%20more",
    OTEL_SERVICE_NAME: "my-farm",
  };
  const config = path.join(dir, "drover.config.mjs");
  await writeFile(
    config,
    `export default { mcp: { servers: { notes: ${JSON.stringify(stdioServer())} } } };`,
  );
  farm = await startUpIn(environment, dir, "--phones", "2", "--model", model.model, "--config", config);
  api = createApiClient(farm.file);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await Promise.all([model.close(), collector.close()]);
  await rm(dir, { recursive: true, force: true });
}, 60_000);

/** All spans of the job's trace, as soon as they have come; what has come when some do not. */
async function spansOf(job: JobResponse): Promise<readonly ReceivedSpan[]> {
  const { traceId } = job.trace ?? {};
  const own = () => collector.spans.filter((span) => span.traceId === traceId);
  return eventually(`the trace of ${job.jobId}`, async () => {
    const spans = own();
    const haveEnds = ["invoke_agent drover", "release"].every((name) => named(spans, name).length > 0);
    return haveEnds && isWhole(spans, job) ? spans : undefined;
  }).catch(() => own());
}

it("a job is a trace of its caller's, its steps, model calls and device commands are spans of it", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const response = await fetch(`${farm.file.apiUrl}/v1/jobs`, {
    method: "POST",
    headers: { authorization: `Bearer ${farm.file.token}`, "content-type": "application/json", traceparent },
    body: JSON.stringify({ task: alarm, supervision: { planning: "off" } }),
  });
  const { jobId } = (await response.json()) as JobResponse;
  const job = await jobEnded(api, jobId);
  expect(job.trace).toEqual({
    traceId: "0af7651916cd43dd8448eb211c80319c",
    parentSpanId: "b7ad6b7169203331",
    sampled: true,
  });
  const spans = await spansOf(job);
  expectWhole(spans, job);
  const [root] = spans.filter(({ parentSpanId }) => parentSpanId === "b7ad6b7169203331");
  expect(root).toMatchObject({
    name: "invoke_agent drover",
    attributes: {
      "drover.job.id": jobId,
      "gen_ai.conversation.id": jobId,
      "drover.job.outcome": job.outcome,
    },
  });
  const { items: steps } = await api.steps(jobId);
  expect(
    spans
      .filter(({ name }) => name.startsWith("step "))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(steps.map(({ stepNumber }) => `step ${stepNumber}`));
  const [first] = named(spans, "step 1");
  const inFirst = spans.filter(({ parentSpanId }) => parentSpanId === first?.spanId).map(({ name }) => name);
  // The reply that could not be used, and the one that could.
  expect(inFirst.sort()).toEqual([`chat ${model.model}`, `chat ${model.model}`, "perform"]);
  for (const name of ["set up", "judge", "release", "wait for device"])
    expect(
      named(spans, name).map(({ parentSpanId }) => parentSpanId),
      name,
    ).toEqual([root?.spanId]);
  const uploads = named(spans, "upload");
  const performs = new Set(
    [...named(spans, "perform"), ...named(spans, "set up")].map(({ spanId }) => spanId),
  );
  expect(
    uploads.filter(({ parentSpanId }) => performs.has(parentSpanId ?? "")).length,
  ).toBeGreaterThanOrEqual(2);
  // Nobody asked for content.
  expect(JSON.stringify(spans)).not.toContain(alarm);
  expect(collector.requests[0]).toMatchObject({
    path: "/v1/traces",
    headers: { "x-team": "phones and more" },
  });
}, 120_000);

it("a question is a span of the step that asks it, until it is answered", async () => {
  const { jobId } = await api.submit({
    task: asking,
    questions: { timeoutMinutes: 5 },
    supervision: { planning: "off" },
  });
  await eventually(
    "its question",
    async () => ((await api.job(jobId)).awaiting?.for === "answer" ? true : undefined),
    60,
  );
  await commandLineHere("answer", jobId, "7:45", "--dir", dir);
  const job = await jobEnded(api, jobId);
  const spans = await spansOf(job);
  expectWhole(spans, job);
  const [question] = named(spans, "question");
  expect(question?.parentSpanId).toBe(named(spans, "step 1")[0]?.spanId);
  expect(question?.attributes["drover.question.status"]).toBe("answered");
}, 120_000);

it("a tool's call is a client's span under the step that wanted it", async () => {
  const { jobId } = await api.submit({
    task: noting,
    tools: ["notes/read_note"],
    supervision: { planning: "off", completion: false },
  });
  const job = await jobEnded(api, jobId);
  const spans = await spansOf(job);
  expectWhole(spans, job);
  const [tool] = named(spans, "execute_tool notes/read_note");
  expect(tool).toMatchObject({
    parentSpanId: named(spans, "step 1")[0]?.spanId,
    attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "notes/read_note" },
  });
  expect(JSON.stringify(spans)).not.toContain("7:45");
}, 120_000);

it("a recovery is a span with its plan, its steps and their commands; a step that is done again names the first", async () => {
  const supervision = { planning: "off", progress: false, verification: "off", completion: false } as const;
  const { jobId } = await api.submit({ task: stuck, supervision, limits: { maxSteps: 20 } });
  const job = await jobEnded(api, jobId);
  const spans = await spansOf(job);
  expectWhole(spans, job);
  const [recovery] = named(spans, "recovery");
  expect(recovery?.attributes["drover.recovery.source"]).toBe("stuck");
  const within = spans.filter(({ parentSpanId }) => parentSpanId === recovery?.spanId);
  expect(within.map(({ name }) => name.replace(/\d+/, "n"))).toEqual(
    expect.arrayContaining(["plan recovery", "step n"]),
  );
  expect(Object.keys(job.usageByRole)).toEqual(expect.arrayContaining(["recovery"]));
}, 120_000);

it("a job that is cancelled while it waits for a device has a root, and nothing else", async () => {
  const settings = { questions: { timeoutMinutes: 5 }, supervision: { planning: "off" } } as const;
  const holder = await api.submit({ task: asking, ...settings });
  const { deviceId } = await eventually("its question", async () => {
    const job = await api.job(holder.jobId);
    return job.awaiting?.for === "answer" ? job : undefined;
  });
  const { jobId } = await api.submit({ task: alarm, requirements: { deviceId: deviceId ?? "" } });
  await api.cancel(jobId);
  const job = await api.job(jobId);
  const spans = await eventually("its trace", async () => {
    const own = collector.spans.filter(({ traceId }) => traceId === job.trace?.traceId);
    return own.length > 0 ? own : undefined;
  });
  expect(spans).toEqual([
    expect.objectContaining({ name: "invoke_agent drover", parentSpanId: undefined, isError: true }),
  ]);
  expect(spans[0]?.attributes["error.type"]).toBe("cancelled");
  await api.cancel(holder.jobId);
}, 120_000);

it("a batch stands under its caller's span, and its job links to it", async () => {
  const traceparent = "00-1af7651916cd43dd8448eb211c80319d-c7ad6b7169203332-01";
  const line = {
    taskId: "bluetooth",
    request: { task: "Turn on Bluetooth", supervision: { planning: "off" } },
  };
  const response = await fetch(`${farm.file.apiUrl}/v1/batches`, {
    method: "POST",
    headers: { authorization: `Bearer ${farm.file.token}`, "content-type": "application/json", traceparent },
    body: JSON.stringify({ name: "traced", lines: [line] }),
  });
  expect(response.status).toBe(201);
  const { batchId } = (await response.json()) as { batchId: string };
  const about = (name: RegExp) =>
    collector.spans.filter((span) => name.test(span.name) && span.attributes["drover.batch.id"] === batchId);
  const [batch] = await eventually(
    "the batch's span and its job's",
    async () => {
      const haveBoth = [/^batch$/, /^invoke_agent/].every((name) => about(name).length > 0);
      return haveBoth ? about(/^batch$/) : undefined;
    },
    90,
  );
  expect(batch).toMatchObject({
    traceId: "1af7651916cd43dd8448eb211c80319d",
    parentSpanId: "c7ad6b7169203332",
    isError: false,
  });
  const jobs = about(/^invoke_agent/);
  expect(jobs.map(({ links, parentSpanId }) => [links, parentSpanId])).toEqual([
    [[batch?.spanId], undefined],
  ]);
}, 120_000);

/** The whole's span with those of its parts under it, in one trace; the tokens of all model calls in it are the whole's. */
async function expectParts(jobId: string, parts: number): Promise<readonly ReceivedSpan[]> {
  const job = await jobEnded(api, jobId);
  const own = () => collector.spans.filter(({ traceId }) => traceId === job.trace?.traceId);
  const jobSpans = () => own().filter(({ name }) => name.startsWith("invoke_agent"));
  await eventually("the spans of all parts", async () =>
    jobSpans().length === parts + 1 && isWhole(own(), job) ? true : undefined,
  ).catch(() => undefined);
  const spans = own();
  expectWhole(spans, job);
  const [whole] = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(whole?.attributes["drover.job.id"]).toBe(jobId);
  const below = jobSpans().filter(({ parentSpanId }) => parentSpanId === whole?.spanId);
  expect(below).toHaveLength(parts);
  // Each of them did its own steps.
  for (const { spanId } of below)
    expect(
      spans.filter(({ name, parentSpanId }) => name.startsWith("step ") && parentSpanId === spanId),
    ).not.toEqual([]);
  return below;
}

it("the parts of a workflow are spans of the whole's, each with its steps", async () => {
  const subtasks = [{ text: "Turn on Bluetooth" }, { text: "Turn off Wi-Fi" }];
  const { jobId } = await api.submit({
    task: "Set the phone up",
    workflow: { subtasks },
    supervision: { planning: "off" },
  });
  await expectParts(jobId, 2);
}, 120_000);

it("the roles of a job are spans of the whole's, on two devices, each with its steps", async () => {
  const { jobId } = await api.submit({
    task: "Hand over",
    roles: {
      one: { task: 'What is the phone number, tell the others the answer as "number"' },
      two: { task: 'Wait for "number"' },
    },
  });
  const below = await expectParts(jobId, 2);
  expect(new Set(below.map(({ attributes }) => attributes["drover.device.id"])).size).toBe(2);
}, 120_000);
