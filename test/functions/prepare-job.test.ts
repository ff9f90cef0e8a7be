import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { modelFor } from "#agent/model-calls/model-for.ts";
import { handler } from "#functions/prepare-job.ts";
import { noKeyYet } from "#shared/contracts/agent/provider-settings.ts";
import { at, jobIdOf, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { invoke, oneProvider, startFunctions, type TestFunctions } from "./start-functions.ts";

let functions: TestFunctions;
afterEach(() => functions.close());

const jobId = jobIdOf(1);
const prepare = () => invoke(handler, { schemaVersion: 1, tenantId, jobId });
const start = async (environment: Record<string, string> = {}, job: Record<string, unknown> = {}) => {
  functions = await startFunctions(environment);
  await functions.repositories.jobs.create(sampleJob(job));
};

it("[spec I1.1] answers what the states need of a job whose agent can predict", async () => {
  await start(
    {},
    { limits: { queueSeconds: 60, stepTimeoutSeconds: 20 }, requirements: { minApiLevel: 33 } },
  );
  expect(await prepare()).toEqual({
    tenantId,
    jobId,
    poolQueueUrl: "http://127.0.0.1:4566/000000000000/drover_test_acme_pool_default",
    messageGroupId: "acme",
    requirements: { minApiLevel: 33 },
    queueSeconds: 60,
    stepTimeoutSeconds: 20,
    modelPicture: null,
    ocr: "auto",
    verification: "rules",
  });
});

it("lets nobody wait for a device beyond the job's whole time", async () => {
  await start({}, { createdAt: "2025-12-31T23:59:00.000Z", limits: { totalSeconds: 100 } });
  expect(await prepare()).toMatchObject({ queueSeconds: 40 });
});

it("[spec I4.1] asks for pictures when the job's model can see", async () => {
  await start({}, { models: { agent: { model: "claude-sonnet-5-5" } } });
  expect(await prepare()).toMatchObject({
    modelPicture: { longEdge: 2_576, quality: 50, marks: false, alone: false },
  });
});

it.each([
  ["an empty key", { PRACTICE_KEY: "" }, /PRACTICE_KEY/],
  ["no model service", { DROVER_MODEL_PROVIDERS: "" }, /DROVER_MODEL_PROVIDERS/],
  [
    "an address that is none",
    { DROVER_MODEL_PROVIDERS: oneProvider("localhost 80") },
    /DROVER_MODEL_PROVIDERS/,
  ],
  [
    "a key source that is none",
    { DROVER_MODEL_PROVIDERS: oneProvider("https://a.example", "file:/etc/key") },
    /env:<variable> or secret:<ARN>/,
  ],
  ["a provider that is not there", { DROVER_DEFAULT_PROVIDER: "groq" }, /no provider 'groq'/],
])("[spec I1.1] refuses a job when there is %s, and names the variable", async (_, environment, named) => {
  await start(environment);
  const error = await prepare().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "ConfigurationInvalid", message: expect.stringMatching(named) });
});

it("[spec I1.1] refuses a job whose model the service does not have, before a device is taken", async () => {
  await start({}, { models: { agent: { model: "unknown-model-9" } } });
  const error = await prepare().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "ModelRejected",
    message: expect.stringContaining("has no model 'unknown-model-9'"),
  });
});

it("[spec I1.1] refuses a job that shows nothing but pictures to a model that sees none", async () => {
  await start(
    {},
    { models: { agent: { dialect: "ui-tars" } }, perception: { tree: "never", picture: "always" } },
  );
  const error = await prepare().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "ConfigurationInvalid",
    message: expect.stringContaining("The model 'practice-1' cannot see pictures"),
  });
});

describe("a key in Secrets Manager", () => {
  const secretId = "arn:aws:secretsmanager:us-east-1:1:secret:model";
  const vault = { holds: "from-the-vault", asked: [] as (string | undefined)[] };
  const model = { accepts: "from-the-vault", keys: [] as unknown[] };
  const extension = createServer((request, response) => {
    vault.asked.push(request.url);
    response.end(JSON.stringify({ SecretString: vault.holds }));
  });
  const service = createServer(({ headers }, response) => {
    const key = headers.authorization?.replace("Bearer ", "");
    model.keys.push(key);
    response.statusCode = key === model.accepts ? 200 : 401;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: "practice-1", type: "model" }));
  });
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    for (const server of [extension, service])
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  beforeEach(async () => {
    vault.asked = [];
    model.keys = [];
    model.accepts = "from-the-vault";
    await start({
      DROVER_MODEL_PROVIDERS: oneProvider(
        `http://127.0.0.1:${portOf(service)}/${randomUUID()}`,
        `secret:${secretId}`,
      ),
      PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: String(portOf(extension)),
    });
  });
  afterAll(async () => {
    for (const server of [extension, service]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it("is taken through the Lambda extension, once for many jobs", async () => {
    vault.holds = "from-the-vault";
    expect(await prepare()).toMatchObject({ jobId });
    await prepare();
    expect(vault.asked).toEqual([`/secretsmanager/get?secretId=${encodeURIComponent(secretId)}`]);
    expect(model.keys).toContain("from-the-vault");
  });

  it("is missed before a device is taken, and found as soon as it was put there", async () => {
    vault.holds = noKeyYet;
    await expect(prepare()).rejects.toMatchObject({
      name: "ConfigurationInvalid",
      message: expect.stringContaining("There is no key yet for the model provider 'anthropic'"),
    });
    vault.holds = "from-the-vault";
    expect(await prepare()).toMatchObject({ jobId });
  });

  it("is read anew when the service refused it", async () => {
    vault.holds = "from-the-vault";
    model.accepts = "rotated";
    await expect(prepare()).rejects.toMatchObject({ name: "ModelRejected" });
    vault.holds = "rotated";
    expect(await prepare()).toMatchObject({ jobId });
    expect(model.keys.at(-1)).toBe("rotated");
  });

  it("is read anew after a minute", async () => {
    vault.holds = "from-the-vault";
    const job = sampleJob();
    const { environment } = functions;
    const asked = (seconds: number) =>
      modelFor("agent", job, { environment, now: () => new Date(seconds * 1_000) });
    await asked(0);
    await asked(59);
    expect(vault.asked).toHaveLength(1);
    await asked(60);
    expect(vault.asked).toHaveLength(2);
  });
});

it("does not start a job that was cancelled while its execution began", async () => {
  await start();
  await functions.repositories.jobs.cancel(tenantId, jobId, at);
  await expect(prepare()).rejects.toMatchObject({ name: "JobCancelled" });
});
