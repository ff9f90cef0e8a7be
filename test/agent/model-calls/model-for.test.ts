import type { ScenarioInput } from "@drover/practice-model";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterEach, expect, it } from "vitest";
import { noUsageByRole } from "#agent/model-calls/usage.ts";
import { handler } from "#functions/predict-action.ts";
import type { ModelRoles } from "#shared/contracts/agent/model-settings.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

let functions: TestFunctions | undefined;
const servers: ModelServer[] = [];
afterEach(async () => {
  await functions?.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Two services, one for each wire format, and what a job with these settings gets of them. */
async function stepWith(agent: ModelRoles["agent"], scripts: Readonly<Record<string, ScenarioInput>>) {
  const [anthropic, openai] = await Promise.all(
    ["anthropic", "openai"].map((name) =>
      startModelServer({ apiKey: "sk-both", script: scripts[name] ?? [] }),
    ),
  );
  if (anthropic === undefined || openai === undefined) throw new Error("no servers");
  servers.push(anthropic, openai);
  const keySource = "env:BOTH";
  functions = await startFunctions({
    BOTH: "sk-both",
    DROVER_MODEL_PROVIDERS: JSON.stringify({
      anthropic: { kind: "anthropic", baseUrl: anthropic.url, keySource },
      openai: { kind: "openai-responses", baseUrl: `${openai.url}/v1`, keySource, model: "practice-1" },
    }),
  });
  const jobId = jobIdOf(1);
  const job = sampleJob({ jobId, status: "running", acquisition: 1, startedAt, models: { agent } });
  await functions.repositories.jobs.create({ ...job, usageByRole: noUsageByRole });
  await invoke(handler, turnInput(jobId));
  return {
    step: await functions.repositories.steps.get(tenantId, jobId, 1),
    job: await functions.repositories.jobs.get(tenantId, jobId),
    asked: [anthropic.requests.length, openai.requests.length],
  };
}
const back = [{ reply: { action: "back" } }];

it("[spec G1] a job swaps the service by its name, and the step is the same", async () => {
  const own = await stepWith({}, { anthropic: back });
  expect(own.asked).toEqual([1, 0]);
  await functions?.close();
  const other = await stepWith({ provider: "openai" }, { openai: back });
  expect(other.asked).toEqual([0, 1]);
  expect(other.step?.actions).toEqual(own.step?.actions);
  expect(other.job).toMatchObject({
    usage: { calls: 1 },
    usageByRole: { agent: { calls: 1 }, planner: { calls: 0 } },
  });
});

it("[spec R2] a step of a fallback names both models, and the calls of both are counted", async () => {
  const { step, job, asked } = await stepWith(
    { fallback: { provider: "openai", model: "practice-1" } },
    { anthropic: [{ status: 403, times: 9 }], openai: back },
  );
  expect(asked).toEqual([1, 1]);
  expect(step).toMatchObject({ model: "practice-1", fallbackFrom: "practice-1", usage: { calls: 2 } });
  expect(job?.usageByRole.agent).toMatchObject({ calls: 2 });
});
