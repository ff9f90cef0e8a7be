import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noUsageByRole } from "#agent/model-calls/usage.ts";
import { handler } from "#functions/prepare-job.ts";
import { voiceKey } from "#shared/contracts/farm/keys.ts";
import { unheardTask } from "#shared/contracts/job/voice.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "../../functions/start-functions.ts";
import { jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import { type SpeechServer, startSpeechServer, transcription } from "./speech-server.ts";

const jobId = jobIdOf(1);
const recording = Buffer.from([0x52, 0x49, 0x46, 0x46, 0x00, 0xff, 0x0d, 0x0a]);
let answer: ReturnType<typeof transcription>;
let speech: SpeechServer;
let functions: TestFunctions;
beforeEach(async () => {
  answer = transcription("Turn on\nBluetooth.");
  speech = await startSpeechServer(() => answer);
});
afterEach(async () => {
  await functions.close();
  await speech.close();
});

/** Prepares a job whose task was spoken, on a farm whose one service is this. */
async function prepare(provider: string, voice: object = {}, job: Parameters<typeof sampleJob>[0] = {}) {
  const service = { kind: "openai", baseUrl: speech.url, keySource: "env:PRACTICE_KEY" };
  functions = await startFunctions({
    DROVER_DEFAULT_PROVIDER: provider,
    DROVER_MODEL_PROVIDERS: JSON.stringify({ [provider]: service }),
  });
  await functions.storage.artifacts.put(voiceKey(tenantId, jobId), recording, "audio/wav");
  const spoken = { mediaType: "audio/wav", confirm: false, ...voice } as const;
  const unheard = { jobId, task: unheardTask, voice: spoken, usageByRole: noUsageByRole };
  await functions.repositories.jobs.create(sampleJob({ ...unheard, ...job }));
  return invoke(handler, { schemaVersion: 1, tenantId, jobId });
}
const stored = () => functions.repositories.jobs.get(tenantId, jobId);

describe("a spoken task", () => {
  it("[spec A9] is transcribed before a device is taken, kept as the job's task and counted to it", async () => {
    expect(await prepare("openai")).toMatchObject({ jobId });
    expect(speech.requests).toMatchObject([
      {
        path: "/v1/audio/transcriptions",
        authorization: "Bearer sk-practice-key",
        fields: { model: "gpt-4o-mini-transcribe", response_format: "json" },
        file: { name: "command.wav", type: "audio/wav" },
      },
    ]);
    expect(speech.requests[0]?.file?.bytes.equals(recording)).toBe(true);
    const job = await stored();
    expect(job).toMatchObject({
      task: "Turn on Bluetooth.",
      voice: { text: "Turn on Bluetooth.", model: "gpt-4o-mini-transcribe", heardAt: startedAt },
      usageByRole: { speech: { calls: 1, inputTokens: 40, outputTokens: 10, costUsd: 0.0001 } },
      spentTokens: 50,
    });
    expect(job?.pauseRequestedAt).toBeUndefined();
  });

  it("[spec A9] is heard once, however often the job is prepared", async () => {
    await prepare("openai");
    await invoke(handler, { schemaVersion: 1, tenantId, jobId });
    expect(speech.requests).toHaveLength(1);
  });

  it("[spec A9] that is to be confirmed pauses its job, which takes no device until it is resumed", async () => {
    await prepare("openai", { confirm: true });
    expect(await stored()).toMatchObject({ task: "Turn on Bluetooth.", pauseRequestedAt: startedAt });
  });

  it("[spec A9] costs by the second where the service says how long it was", async () => {
    answer = { status: 200, body: { task: "transcribe", text: "Go home", duration: 89.2 } };
    await prepare("groq");
    expect(speech.requests[0]?.fields).toMatchObject({
      model: "whisper-large-v3-turbo",
      response_format: "verbose_json",
    });
    expect((await stored())?.usageByRole.speech).toMatchObject({ inputTokens: 90, costUsd: 0.001 });
  });

  it("[spec A9] is put into a chat where the service's models listen", async () => {
    const message = { role: "assistant", content: "Go home" };
    const usage = { prompt_tokens: 100, completion_tokens: 4, total_tokens: 104 };
    answer = {
      status: 200,
      body: { model: "gemini-3.8-flash", choices: [{ index: 0, message, finish_reason: "stop" }], usage },
    };
    await prepare("gemini");
    expect(speech.requests).toMatchObject([
      {
        path: "/v1/chat/completions",
        json: {
          model: "gemini-3.8-flash",
          messages: [
            {
              content: [
                { type: "text" },
                { type: "input_audio", input_audio: { data: recording.toString("base64"), format: "wav" } },
              ],
            },
          ],
        },
      },
    ]);
    expect(await stored()).toMatchObject({ task: "Go home", usageByRole: { speech: { inputTokens: 100 } } });
  });

  it("[spec A9] in which nothing is said ends its job with what to do, and is paid for", async () => {
    answer = transcription(" \n ");
    await expect(prepare("openai")).rejects.toMatchObject({
      name: "ModelOutputInvalid",
      message: expect.stringContaining("'gpt-4o-mini-transcribe' heard no words"),
    });
    expect((await stored())?.usageByRole.speech).toMatchObject({ calls: 1 });
  });

  it("[spec A9] is not sent to a service when the job's budget has no room for it", async () => {
    const limits = { ...sampleJob().limits, maxTokens: 100 };
    await expect(prepare("openai", {}, { limits })).rejects.toThrow("BudgetExhausted");
    expect(speech.requests).toEqual([]);
  });
});
