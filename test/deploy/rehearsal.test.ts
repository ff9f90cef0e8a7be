import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PutSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createApiClient } from "#cli/api-client.ts";
import { createBatchClient } from "#cli/batch/batch-client.ts";
import { parseCheck } from "#cli/parse-check.ts";
import { watchJob } from "#cli/watch-job.ts";
import { type ChildPart, startChildPart } from "#local/child-part.ts";
import { withoutAction, withoutVariable, withResource } from "./change-template.ts";
import type { Assembly, SynthesisedStack } from "./cloudformation/template.ts";
import type { Role } from "./principals.ts";
import { type Rehearsal, rehearse } from "./rehearse.ts";
import { modelOrigin, synthesise } from "./synthesise.ts";

const tenant = "acme";
let dir: string;
let assembly: Assembly;
let model: ChildPart | undefined;
let rehearsal: Rehearsal | undefined;
const started: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-rehearsal-"));
  assembly = await synthesise(dir);
  model = await startChildPart({ name: "model", arguments: ["model"], logDirectory: path.join(dir, "logs") });
}, 300_000);
afterEach(async () => {
  for (let part = started.pop(); part; part = started.pop()) await part.stop();
  await rehearsal?.close();
  rehearsal = undefined;
});
afterAll(async () => {
  await model?.stop();
  await rm(dir, { recursive: true });
});

let deployments = 0;

/** What infra/README.md says, up to where a host can be started: deploy, put the model's key where it belongs, make a pool. */
async function deployed(change?: (stack: SynthesisedStack) => SynthesisedStack): Promise<Rehearsal> {
  deployments += 1;
  rehearsal = await rehearse({
    assembly,
    dir: path.join(dir, `deployment-${deployments}`),
    network: { [modelOrigin]: String(model?.ready.url) },
    ...(change === undefined ? {} : { change }),
  });
  const { admin } = rehearsal.cloud;
  const SecretId = output(rehearsal, "AnthropicKeySecretArn");
  await admin.secretsManager.send(
    new PutSecretValueCommand({ SecretId, SecretString: String(model?.ready.apiKey) }),
  );
  await (await clientOf(rehearsal)).createPool("default");
  return rehearsal;
}

/** What a deployment prints under this name. */
function output({ outputs }: Rehearsal, name: string): string {
  const found = Object.values(outputs).flatMap((stack) => (name in stack ? [String(stack[name])] : []));
  if (found.length !== 1) throw new Error(`${found.length} stacks print ${name}`);
  return found.join();
}

const clientOf = async (one: Rehearsal) =>
  createApiClient({ apiUrl: one.apiUrl, token: await one.token(tenant) });

/** Of the machine with the phones, tagged as infra/README.md says. */
function hostRole(one: Rehearsal): Role {
  const policy = one.cloud.managedPolicies.get(output(one, "DeviceHostPolicyArn"));
  const name = "machine-with-phones";
  return {
    name,
    arn: `arn:aws:iam::000000000000:role/${name}`,
    trusts: [],
    tags: { "drover:tenant": tenant },
    policies: policy === undefined ? [] : [policy],
  };
}

/** A phone and the host beside it, with the policy that the templates make for hosts and nothing else. */
async function startHost(one: Rehearsal): Promise<void> {
  const logDirectory = path.join(dir, "logs");
  const { cloud, environmentOf } = one;
  const phones = await startChildPart({
    name: "phones",
    arguments: ["phones", "--count", "1", "--dir", path.join(dir, `phones-${deployments}`)],
    logDirectory,
  });
  started.push(phones);
  const environment = environmentOf(cloud.principals.assume(hostRole(one), "host", null));
  const host = await startChildPart({
    name: "host",
    arguments: [
      ...["host", "--host-id", "rehearsal", "--tenant", tenant],
      ...["--dir", path.join(dir, `host-${deployments}`)],
      ...["--stage", output(one, "Stage"), "--table", output(one, "TableName")],
      ...["--bucket", output(one, "ArtifactsBucketName")],
      ...["--adb-host", String(phones.ready.adbHost), "--adb-port", String(phones.ready.adbPort)],
    ],
    environment,
    logDirectory,
  });
  started.push(host);
}

/** The machine of batches, its functions and what its rounds read and write. */
async function batchOfTwo(one: Rehearsal): Promise<unknown> {
  const client = createBatchClient({ apiUrl: one.apiUrl, token: await one.token(tenant) });
  const line = (taskId: string) => ({ taskId, request: { task: "Turn on Bluetooth", validators: [check] } });
  const { batchId } = await client.submit({ name: "two", lines: [line("one"), line("other")] });
  // It ends with the batch.
  await Array.fromAsync(client.events(batchId, AbortSignal.timeout(100_000)));
  return client.read(batchId);
}

const check = parseCheck("setting:global/bluetooth_on=1");

it("the templates as they are synthesised come to a judged job, with the bundles, variables and policies that they name", async () => {
  const one = await deployed();
  await startHost(one);
  const api = await clientOf(one);
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", validators: [check] });
  const ended = await watchJob(api, jobId, AbortSignal.timeout(100_000));
  expect(ended).toMatchObject({ outcome: "succeeded", outcomeReason: "Every validator passed." });
  expect(await batchOfTwo(one)).toMatchObject({
    status: "finished",
    counts: { outcomes: { succeeded: 2 } },
  });
  const { items } = await api.artifacts(jobId);
  for (const { links } of items.slice(0, 2))
    for (const link of Object.values(links)) expect((await fetch(link)).status).toBe(200);
  for (const called of await one.runSchedules()) expect(called).toMatchObject({ failed: false });
  expect(one.denied).toEqual([]);
});

it("a permission that is taken away is named, as AWS would refuse it", async () => {
  const one = await deployed(withoutAction("ApiRoleDefaultPolicy", "states:StartExecution"));
  const api = await clientOf(one);
  await expect(api.submit({ task: "Turn on Bluetooth", validators: [check] })).rejects.toThrow();
  expect(one.denied).toContainEqual({
    principal: expect.stringMatching(/assumed-role\/.*ApiRole/),
    action: "states:StartExecution",
    resource: expect.stringMatching(/:stateMachine:.*Job/),
    why: "refused",
  });
});

it("a variable that is taken away is named by the job that needed it", async () => {
  const one = await deployed(withoutVariable("PrepareJob", "DROVER_MODEL_PROVIDERS"));
  const api = await clientOf(one);
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", validators: [check] });
  const ended = await watchJob(api, jobId, AbortSignal.timeout(60_000));
  expect(ended.outcome).toBe("inconclusive");
  expect(ended.outcomeReason).toContain("DROVER_MODEL_PROVIDERS");
});

it("a resource of a kind that is neither made nor passed over for a stated reason stops the rehearsal by name", async () => {
  const unknown = withResource(/Storage$/, "Cache", "AWS::ElastiCache::CacheCluster");
  await expect(deployed(unknown)).rejects.toThrow(
    "a rehearsal cannot make Cache (AWS::ElastiCache::CacheCluster)",
  );
});
