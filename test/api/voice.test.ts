import { afterAll, beforeAll, expect, it } from "vitest";
import { MobileTaskResult } from "#shared/contracts/api/mobile-task.ts";
import { voiceKey } from "#shared/contracts/farm/keys.ts";
import { mostVoiceBytes, unheardTask } from "#shared/contracts/job/voice.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { tenantId } from "../shared/storage/sample-records.ts";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

const chat = { kind: "anthropic", baseUrl: "http://127.0.0.1:9/", keySource: "env:PRACTICE_KEY" };
const openai = { kind: "openai", baseUrl: "http://127.0.0.1:9/v1", keySource: "env:PRACTICE_KEY" };

let api: TestApi;
beforeAll(async () => {
  const gemini = openai;
  api = await startApi({ DROVER_MODEL_PROVIDERS: JSON.stringify({ anthropic: chat, openai, gemini }) });
});
afterAll(() => api.close());

const bytes = Buffer.from("RIFF....");
const voice = { mediaType: "audio/wav", audio: bytes.toString("base64") };
const submit = (body: Record<string, unknown>, key?: string) =>
  callApi("POST", "/v1/jobs", { body, ...(key ? { headers: { "idempotency-key": key } } : {}) });
const refused = async (body: Record<string, unknown>) => {
  const answer = await submit(body);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(400);
  return (answer.body as { errors: unknown[] }).errors;
};

it("[spec A9] takes a recording in place of a task and keeps it apart from the job until it is heard", async () => {
  const answer = await submit({ voice: { ...voice, confirm: true } });
  expect(answer).toMatchObject({
    status: 201,
    body: { task: unheardTask, status: "queued", voice: { mediaType: "audio/wav", confirm: true } },
  });
  expect(JSON.stringify(answer.body)).not.toContain(voice.audio);
  const { jobId } = answer.body as { jobId: string };
  const kept = await api.storage.artifacts.get(voiceKey(tenantId, JobId.parse(jobId)));
  expect(Buffer.from(kept).equals(bytes)).toBe(true);
});

it("[spec A9] is the same job for the same recording and key, and no other recording's", async () => {
  const first = await submit({ voice }, "say-1");
  const again = await submit({ voice }, "say-1");
  expect((again.body as { jobId: string }).jobId).toBe((first.body as { jobId: string }).jobId);
  const other = { ...voice, audio: Buffer.from("RIFF another").toString("base64") };
  expect(await submit({ voice: other }, "say-1")).toMatchObject({ body: { code: "IdempotencyConflict" } });
});

it.each([
  [{}, { field: "task", message: expect.stringContaining("give this or voice") }],
  [
    { task: "Go home", voice },
    { field: "voice", message: expect.stringContaining("one of the two") },
  ],
  [{ voice: { ...voice, audio: "not base64!" } }, { field: "voice.audio", message: "must be base64" }],
  [{ voice: { ...voice, mediaType: "video/mp4" } }, { field: "voice.mediaType" }],
  [
    { voice: { ...voice, audio: Buffer.alloc(mostVoiceBytes + 3).toString("base64") } },
    { field: "voice.audio", message: expect.stringContaining("2 MB") },
  ],
  [
    { voice, models: { speech: { provider: "anthropic" } } },
    { field: "voice", message: expect.stringMatching(/'anthropic' has no speech model: set OPENAI_API_KEY/) },
  ],
  [
    { voice: { ...voice, mediaType: "audio/ogg" }, models: { speech: { provider: "gemini" } } },
    { field: "voice.mediaType", message: expect.stringContaining("takes audio/wav and audio/mpeg") },
  ],
  [{ voice: { ...voice, confirm: true }, workflow: {} }, { field: "voice.confirm" }],
])("[spec A9] refuses before anything starts, by the field and with the remedy: %#", async (body, error) => {
  expect(await refused(body)).toMatchObject([error]);
});

it("[spec A9] in the protocol's words says what was heard, and how it goes on when it is to be confirmed", async () => {
  const body = { task_id: "say_1", voice: { media_type: "audio/wav", audio: voice.audio, confirm: true } };
  const ask = async () => MobileTaskResult.parse((await callApi("POST", "/v1/tasks", { body })).body);
  const first = await ask();
  expect(first).toMatchObject({ status: "running" });
  expect(first.transcript).toBeUndefined();
  await api.repositories.jobs.saveHeard(tenantId, first.job_id, {
    task: "Go home",
    voice: { mediaType: "audio/wav", confirm: true, text: "Go home", model: "m" },
    pauseRequestedAt: "2026-01-01T00:00:01.000Z",
  });
  expect(await ask()).toMatchObject({
    status: "running",
    transcript: "Go home",
    completion_reason: expect.stringContaining(`POST /v1/jobs/${first.job_id}/resume`),
  });
  const { body: job } = await callApi("GET", `/v1/jobs/${first.job_id}`);
  expect(job).toMatchObject({ waitingBecause: expect.stringContaining("confirmation of the transcript") });
  expect((await callApi("POST", "/v1/tasks", { body: { task_id: "say_2" } })).status).toBe(400);
});

it("[spec A9] is refused on a farm without a speech model, with what to set", async () => {
  await api.close();
  api = await startApi({ DROVER_MODEL_PROVIDERS: JSON.stringify({ anthropic: chat }) });
  expect(await refused({ voice })).toMatchObject([
    {
      field: "voice",
      message: expect.stringMatching(/No provider of this farm \(anthropic\).*GROQ_API_KEY/),
    },
  ]);
});
