import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { handler as mapErrorHandler } from "#functions/map-error.ts";
import { handler } from "#functions/predict-action.ts";
import { debugPrefix } from "#shared/contracts/farm/keys.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { jobIdOf, sampleJob, sampleObservation, tenantId } from "../../shared/storage/sample-records.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

let lastId = 0;
let jobId: JobId;
beforeEach(() => {
  jobId = jobIdOf(++lastId);
  functions.clock.now = new Date(startedAt);
});

const tap = { action: "tap", coordinate: [0.5, 0.25], thinking: "The switch is off." };
const cut = { says: "I think and think", stopReason: "max_tokens" };

async function turn(
  change: Record<string, unknown> = {},
  given: Record<string, unknown> = {},
): Promise<unknown> {
  const job = sampleJob({ jobId, status: "running", acquisition: 1, startedAt, ...change });
  await functions.repositories.jobs.create(job);
  return invoke(handler, turnInput(jobId, given));
}

const Kept = z.object({
  input: z.object({ stepNumber: z.number() }).optional(),
  calls: z.array(
    z.object({
      request: z.object({ model: z.string(), messages: z.array(z.unknown()) }),
      milliseconds: z.number(),
      reply: z
        .object({
          raw: z.object({ content: z.array(z.unknown()) }).optional(),
          parts: z.array(z.unknown()),
          stop: z.string(),
        })
        .optional(),
      error: z.object({ code: z.string() }).optional(),
    }),
  ),
});

/** What the job kept, as text and as its parts. */
async function kept() {
  const keys = await functions.storage.artifacts.list(debugPrefix(tenantId, jobId));
  const texts = await Promise.all(keys.map((key) => functions.storage.artifacts.getText(key)));
  return { text: texts.join("\n"), records: texts.map((text) => Kept.parse(JSON.parse(text))) };
}

describe("a turn of a job with debug", () => {
  it("[spec I6.4] keeps every request and reply before it was read, also one that could not be used", async () => {
    functions.model.answer(cut, tap);
    expect(await turn({ debug: true })).toMatchObject({ route: "perform" });
    const { text, records } = await kept();
    expect(records).toHaveLength(1);
    expect(records[0]?.calls).toHaveLength(2);
    expect(records[0]?.calls[0]?.reply?.raw?.content).toMatchObject([{ text: "I think and think" }]);
    expect(text).toContain("The switch is off.");
  });

  it("[spec I6.4] keeps the call that a service refused to serve", async () => {
    functions.model.answer({ httpStatus: 400 });
    await expect(turn({ debug: true })).rejects.toThrow("ModelRejected");
    expect((await kept()).records[0]?.calls).toMatchObject([{ error: { code: "ModelRejected" } }]);
  });

  it("[spec I6.4] keeps no secret of the task, no key and no marker", async () => {
    functions.model.answer({ ...tap, thinking: "I use hunter2 now." });
    await turn({ debug: true, task: "Log in with password hunter2", promptMarker: "marker-4711" });
    const { text } = await kept();
    expect(text).toContain("I use [secret] now.");
    for (const secret of ["hunter2", "sk-practice-key", "marker-4711"]) expect(text).not.toContain(secret);
  });

  it("[spec I6.4] has the state's input and the service's unchanged answer", async () => {
    functions.model.answer(tap);
    await turn({ debug: true });
    const { text } = await kept();
    expect(text).toContain('"input":');
    expect(text).toContain('"raw":');
  });
});

describe("a turn of a job without debug", () => {
  it("[spec I6.4] keeps its conversation as text, every reply of it, without secrets", async () => {
    functions.model.answer(cut, { ...tap, thinking: "I use hunter2 now." });
    await turn({ task: "Log in with password hunter2", promptMarker: "marker-4711" });
    const { text, records } = await kept();
    expect(records).toHaveLength(1);
    expect(records[0]?.calls).toMatchObject([
      { request: { model: "practice-1" }, reply: { parts: [{ text: "I think and think" }], stop: "length" } },
      { reply: { stop: "toolCall" } },
    ]);
    expect(text).toContain("You operate one Android device");
    expect(text).toContain("I use [secret] now.");
    expect(text).toContain("--- [marker] begin ---");
    for (const secret of ["hunter2", "sk-practice-key", "marker-4711", '"raw"', '"input":{"schema'])
      expect(text).not.toContain(secret);
  });

  it("stores its conversation compressed: most of a job's bytes would be its texts", async () => {
    functions.model.answer(tap);
    await turn();
    const { artifacts } = functions.storage;
    const [key = ""] = await artifacts.list(debugPrefix(tenantId, jobId));
    const [stored, { length }] = await Promise.all([
      artifacts.getRange(key, 0, 1_000_000),
      artifacts.getText(key),
    ]);
    expect(stored.length).toBeLessThan(length / 2);
  });

  it("[spec I6.4] keeps the call that a service refused", async () => {
    functions.model.answer({ httpStatus: 400 });
    await expect(turn()).rejects.toThrow("ModelRejected");
    expect((await kept()).records[0]?.calls).toMatchObject([{ error: { code: "ModelRejected" } }]);
  });

  it("[spec I6.4] points at the picture that was shown, and holds none of it", async () => {
    const key = `tenants/${tenantId}/jobs/${jobId}/steps/0000/c/model.jpg`;
    const picture = Buffer.alloc(3_000, "picture");
    await functions.storage.artifacts.put(key, picture, "image/jpeg");
    const size = { width: 540, height: 1_200 };
    const observation = sampleObservation({ modelScreenshotKey: key, modelPicture: size });
    functions.model.answer(tap);
    await turn({ perception: { picture: "always" } }, { observation });
    const { text } = await kept();
    expect(text).toContain(`"key":"${key}"`);
    expect(text).not.toContain(picture.toString("base64").slice(0, 40));
  });

  it("[spec I6.4] keeps at most 100,000 characters of a turn", async () => {
    const long = { says: "I think and think. ".repeat(4_000), stopReason: "max_tokens" };
    functions.model.answer(long, long, tap);
    await turn();
    const { text } = await kept();
    expect(text.length).toBeLessThan(100_000);
    expect(text).toContain("more characters]");
    expect(text).toContain('"name":"tap"');
  });
});

describe("a reply that brings no action leaves a record without debug too", () => {
  it("[spec I6.4] on the step, when the next reply could be used", async () => {
    functions.model.answer(cut, tap);
    await turn();
    const step = await functions.repositories.steps.get(tenantId, jobId, 1);
    expect(step?.unusedReplies).toMatchObject([
      { kind: "cut", said: "I think and think", problem: expect.stringContaining("cut off") },
    ]);
  });

  it("[spec I6.4] that names the tool which was called in vain", async () => {
    functions.model.answer({ action: "tap", element: "Bluetooth", thinking: "That one." }, tap);
    await turn();
    const step = await functions.repositories.steps.get(tenantId, jobId, 1);
    expect(step?.unusedReplies).toMatchObject([
      { kind: "unusable", said: expect.stringMatching(/^tap \{.*"element":"Bluetooth"/) },
    ]);
  });

  it("[spec I6.4] as an error of the job, when the model declined", async () => {
    functions.model.answer({ says: "I will not.", stopReason: "refusal" });
    expect(await turn()).toMatchObject({ end: { reason: "refused" } });
    expect(await functions.repositories.errors.listByJob(tenantId, jobId)).toMatchObject([
      { code: "ModelRefused", stepNumber: 1, unusedReplies: [{ kind: "refused", said: "I will not." }] },
    ]);
  });

  it("[spec I6.4] on the snapshot of the error, when the service failed", async () => {
    functions.model.answer(cut, { httpStatus: 400 });
    const thrown = await turn().catch((error: unknown) => error);
    if (!(thrown instanceof Error)) throw new Error("nothing was thrown");
    await invoke(mapErrorHandler, {
      schemaVersion: 1,
      tenantId,
      jobId,
      stateName: "PredictAction",
      stepNumber: 1,
      recoveries: 0,
      acquisition: 1,
      lease: null,
      observation: sampleObservation(),
      errorOutput: {
        Error: thrown.name,
        Cause: JSON.stringify({ errorType: thrown.name, errorMessage: thrown.message }),
      },
    });
    expect(await functions.repositories.errors.listByJob(tenantId, jobId)).toMatchObject([
      { code: "ModelRejected", unusedReplies: [{ kind: "cut" }, { kind: "failed" }] },
    ]);
  });
});
