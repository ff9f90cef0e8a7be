import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { type SpeechServer, startSpeechServer, transcription } from "../agent/speech/speech-server.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { doneJob, jobEnded, type RunningFarm, startUpIn } from "./drover-process.ts";

let said = "Turn on Bluetooth";
let dir: string;
let recording: string;
let model: ModelServer;
let speech: SpeechServer;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-voice-"));
  recording = path.join(dir, "command.m4a");
  await writeFile(recording, Buffer.from("....ftypM4A "));
  model = await startModelServer({ playedModel: "claude-sonnet-5-5", apiKey: "sk-test" });
  speech = await startSpeechServer(() => transcription(said));
  const keys = { ANTHROPIC_API_KEY: "sk-test", OPENAI_API_KEY: "sk-speech" };
  farm = await startUpIn({ ...keys, ANTHROPIC_BASE_URL: model.url, OPENAI_BASE_URL: speech.url }, dir);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await Promise.all([model.close(), speech.close()]);
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("[spec A9] drover run --voice does what was said, and counts what hearing it cost", async () => {
  const check = "setting:global/bluetooth_on=1";
  const ended = await commandLineHere("run", "--voice", recording, "--check", check, "--json", "--dir", dir);
  const job = doneJob(ended);
  expect(job, job.outcomeReason).toMatchObject({
    task: "Turn on Bluetooth",
    outcome: "succeeded",
    voice: { text: "Turn on Bluetooth", model: "gpt-4o-mini-transcribe" },
    usageByRole: { speech: { calls: 1, costUsd: 0.0001 } },
  });
  expect(ended.stderr).toContain('heard: "Turn on Bluetooth"');
  expect(speech.requests[0]).toMatchObject({ file: { name: "command.m4a", type: "audio/mp4" } });
}, 120_000);

it("[spec A9] with confirm nothing is done before a yes", async () => {
  const api = createApiClient(farm.file);
  const voice = { mediaType: "audio/wav", audio: "UklGRg==", confirm: true };
  const { jobId } = await api.submit({ voice });
  await expect
    .poll(async () => await api.job(jobId), { timeout: 30_000 })
    .toMatchObject({ status: "queued", task: "Turn on Bluetooth", stepCount: 0 });
  const shown = await commandLineHere("show", jobId, "--dir", dir);
  expect(shown.stdout).toContain("It waits for confirmation of the transcript");
  await commandLineHere("resume", jobId, "--detach", "--dir", dir);
  const job = await jobEnded(api, jobId);
  expect(job.stepCount).toBeGreaterThan(0);
  expect(job.outcome, job.outcomeReason).toBe("succeeded");
}, 120_000);

it("[spec A9] the doctor says who hears, and the command what is wrong with a file", async () => {
  const { stdout } = await commandLineHere("doctor", "--dir", dir);
  expect(stdout).toContain("gpt-4o-mini-transcribe of openai hears voice commands");
  const wrong = await commandLineHere("run", "--voice", path.join(dir, "command.txt"), "--dir", dir);
  expect(wrong.stderr).toMatch(/is not a recording: its name must end in wav, mp3/);
  const both = await commandLineHere("run", "Go home", "--voice", recording, "--dir", dir);
  expect(both.stderr).toContain("not both");
}, 120_000);

it("[spec A9] a recording without words ends its job before a device is taken, and says why", async () => {
  said = "";
  const ended = await commandLineHere("run", "--voice", recording, "--json", "--dir", dir);
  const job = doneJob(ended);
  expect(job.outcome).not.toBe("succeeded");
  expect(job.outcomeReason).toContain("heard no words in the voice command");
  expect(job.deviceId).toBeUndefined();
}, 120_000);
