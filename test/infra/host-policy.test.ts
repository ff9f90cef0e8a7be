import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Snapshot } from "#shared/contracts/device/snapshot.ts";
import { secretId, tenantPrefix } from "#shared/contracts/farm/keys.ts";
import { deadLetterQueueName, hostQueueName, poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import { SecretName } from "#shared/contracts/job/secret.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { type DeviceId, TenantId } from "#shared/contracts/values/ids.ts";
import { Stage } from "#shared/contracts/values/stage.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { toNormalised } from "#shared/screen/coordinates.ts";
import { createSecretVault } from "#shared/storage/secrets/secret-vault.ts";
import { askDevice } from "../device-host/ask-device.ts";
import { startTestFarm, type TestFarm } from "../device-host/start-test-farm.ts";
import { stage, tenantId } from "../shared/storage/sample-records.ts";
import { evaluatePolicies, type IamRequest, type PolicyDocument } from "./iam/evaluate-policy.ts";
import { requestsOfCall, type WireCall } from "./iam/requests-of-call.ts";
import { startTap } from "./iam/start-tap.ts";
import { managedPolicies } from "./iam/template-policies.ts";
import { synthesised } from "./synthesised.ts";

const browser = "org.chromium.webview_shell";
const place = "us-east-1:000000000000";
const tableArn = `arn:aws:dynamodb:${place}:table/drover-test`;
const bucketArn = "arn:aws:s3:::drover-test";
const stacks = synthesised({ stage });
let policies: readonly PolicyDocument[];
let asked: readonly IamRequest[];

beforeAll(async () => {
  policies = managedPolicies(stacks.storage, { Table: tableArn, Artifacts: bucketArn });
  asked = (await recordHost()).flatMap(requestsOfCall);
}, 60_000);

const services = ["dynamodb", "s3", "sqs", "sfn", "secretsManager"] as const;

/** All that a host asks of the services from its start through a job and a look at its device to its end. */
async function recordHost(): Promise<readonly WireCall[]> {
  const farm = await startTestFarm();
  afterAll(() => farm.close());
  const vault = createSecretVault(farm.storage.clients.secretsManager, stage);
  await vault.put(tenantId, SecretName.parse("shop"), { value: "hunter2", packages: [browser] });
  const endpoints = { ...farm.storage.config.endpoints, sfn: farm.steps.url };
  const taps = await Promise.all(services.map((service) => startTap(service, endpoints[service])));
  afterAll(() => Promise.all(taps.map((tap) => tap.close())));
  const tapped = Object.fromEntries(services.map((service, index) => [service, taps[index]?.url ?? ""]));
  const host = await farm.startHost({
    aws: { ...farm.storage.config, endpoints: tapped },
    retires: true,
  });
  await doJob(farm);
  await host.drain();
  return taps.flatMap(({ calls }) => calls);
}

async function doJob(farm: TestFarm): Promise<void> {
  const looking = {
    modelPicture: { longEdge: 800, quality: 60, marks: false, alone: false },
    ocr: "never",
  } as const;
  const { deviceId } = await farm.device(0, (state) => state === "ready");
  const bluetooth = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" };
  const held = await farm.lease({
    task: "Sign in with {{secret:shop}}.",
    debug: true,
    validators: [bluetooth],
  });
  await farm.run(held, { kind: "setUp", precheck: true, ...looking });
  const open = { action: "open_app", package: browser } as const;
  const { output } = await farm.run(held, { kind: "perform", stepNumber: 1, actions: [open], ...looking });
  const { observation } = PerformAnswer.parse(JSON.parse(output ?? "null"));
  const tree = await farm.storage.artifacts.getJson(observation.treeKey ?? "", SemanticUITree);
  const { left = 0, top = 0 } = tree.elements.find(({ type }) => type === "textfield")?.bounds ?? {};
  const coordinate = toNormalised({ x: left + 5, y: top + 5 }, observation.screen);
  const type = { action: "type_secret", secret: "shop", coordinate, clear: true } as const;
  await farm.run(held, { kind: "perform", stepNumber: 2, actions: [type], ...looking });
  await farm.run(held, { kind: "judge" });
  await farm.run(held, { kind: "release" });
  await serveAnotherWay(farm, deviceId);
}

/** A session's file, a person's look and touch, a snapshot gone back to, and a device out of work and back. */
async function serveAnotherWay(farm: TestFarm, deviceId: DeviceId): Promise<void> {
  const home = {
    action_id: "home",
    action_type: "global_action",
    global_action: "HOME",
    max_retries: 0,
  } as const;
  const key = `${tenantPrefix(tenantId)}sent.txt`;
  await farm.storage.artifacts.put(key, "hello", "text/plain");
  const { jobId, lease } = await farm.lease({ requirements: { deviceId } });
  const call = { kind: "push", key, path: "/sdcard/sent.txt" } as const;
  await askDevice(farm, lease.deviceId, { type: "session", jobId, epoch: lease.epoch, call });
  await farm.run({ jobId, lease }, { kind: "release" });
  await askDevice(farm, deviceId, { type: "screenshot", screenshot: { as: "link" } });
  await askDevice(farm, deviceId, { type: "execute", action: home });
  const { snapshotId } = Snapshot.parse(await askDevice(farm, deviceId, { type: "snapshot", label: "kept" }));
  await askDevice(farm, deviceId, { type: "restore", snapshotId });
  await askDevice(farm, deviceId, { type: "fork", snapshotId, count: 1 });
  await askDevice(farm, deviceId, { type: "removeSnapshot", snapshotId });
  await askDevice(farm, deviceId, { type: "quarantine", reason: "to be looked at" });
  await askDevice(farm, deviceId, { type: "release" });
}

const decide = (request: IamRequest, tag: string | null) =>
  evaluatePolicies(policies, {
    ...request,
    context: { ...request.context, ...(tag === null ? {} : { "aws:PrincipalTag/drover:tenant": tag }) },
  });
const summary = ({ action, resource, context }: IamRequest) =>
  `${action} ${resource} ${JSON.stringify(context)}`;
/** A task token is the whole address. */
const isTokens = ({ action }: IamRequest) => action.startsWith("states:SendTask");
const queueArn = (name: string) => `arn:aws:sqs:${place}:${name}`;
const secretArn = (name: string) => `arn:aws:secretsmanager:${place}:secret:${name}-AbCdEf`;

describe("what a host really asks for", () => {
  it("is of every kind that its work has", () => {
    const actions = new Set(asked.map(({ action }) => action));
    expect([...actions]).toEqual(
      expect.arrayContaining([
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
        "dynamodb:Query",
        "dynamodb:DeleteItem",
        "s3:GetObject",
        "s3:PutObject",
        "sqs:CreateQueue",
        "sqs:ReceiveMessage",
        "sqs:DeleteMessage",
        "sqs:DeleteQueue",
        "secretsmanager:GetSecretValue",
        "states:SendTaskSuccess",
      ]),
    );
    expect(asked.some(({ resource }) => resource.includes("/index/"))).toBe(true);
  });

  it("is allowed to the hosts of its tenant", () => {
    const refused = asked.filter((request) => decide(request, tenantId) !== "allowed");
    expect([...new Set(refused.map(summary))]).toEqual([]);
  });

  it.each(["acm", "acme-eu", "acme2", "Acme", "a", "*", "ac?e", ""])(
    "is refused to the hosts of the tenant '%s'",
    (other) => {
      const allowed = asked.filter((request) => !isTokens(request) && decide(request, other) !== "refused");
      expect([...new Set(allowed.map(summary))]).toEqual([]);
    },
  );

  it("is refused to a role without the tag", () => {
    const allowed = asked.filter((request) => !isTokens(request) && decide(request, null) !== "refused");
    expect([...new Set(allowed.map(summary))]).toEqual([]);
  });
});

describe("a host", () => {
  const item = (...keys: readonly string[]): IamRequest["context"] => ({ "dynamodb:LeadingKeys": keys });
  const forbidden: readonly (readonly [what: string, request: IamRequest])[] = [
    ["reads the whole table", { action: "dynamodb:Scan", resource: tableArn, context: {} }],
    ["asks without a key", { action: "dynamodb:Query", resource: tableArn, context: {} }],
    ["lists an index of all", { action: "dynamodb:Query", resource: `${tableArn}/index/gsi1`, context: {} }],
    [
      "reads another's item beside its own",
      { action: "dynamodb:BatchGetItem", resource: tableArn, context: item("acme#pools", "acme-eu#pools") },
    ],
    ["writes an item of nobody", { action: "dynamodb:PutItem", resource: tableArn, context: item("acme") }],
    ["drops the table", { action: "dynamodb:DeleteTable", resource: tableArn, context: {} }],
    ["lists the bucket", { action: "s3:ListBucket", resource: bucketArn, context: {} }],
    [
      "lists all tenants",
      { action: "s3:ListBucket", resource: bucketArn, context: { "s3:prefix": "tenants/" } },
    ],
    [
      "lists another's artifacts",
      { action: "s3:ListBucket", resource: bucketArn, context: { "s3:prefix": "tenants/acme-eu/" } },
    ],
    [
      "reads task tokens of its own tenant",
      { action: "s3:GetObject", resource: `${bucketArn}/callbacks/acme/1.json`, context: {} },
    ],
    [
      "removes artifacts",
      { action: "s3:DeleteObject", resource: `${bucketArn}/tenants/acme/a`, context: {} },
    ],
    [
      "makes a pool",
      {
        action: "sqs:CreateQueue",
        resource: queueArn(poolQueueName(stage, tenantId, "default")),
        context: {},
      },
    ],
    [
      "removes a pool",
      {
        action: "sqs:DeleteQueue",
        resource: queueArn(poolQueueName(stage, tenantId, "a", "high")),
        context: {},
      },
    ],
    [
      "reads dead letters",
      { action: "sqs:ReceiveMessage", resource: queueArn(deadLetterQueueName(stage)), context: {} },
    ],
    [
      "reads a secret of another stage",
      {
        action: "secretsmanager:GetSecretValue",
        resource: secretArn(secretId(Stage.parse("prod"), tenantId, "shop")),
        context: {},
      },
    ],
    [
      "writes a secret",
      {
        action: "secretsmanager:PutSecretValue",
        resource: secretArn(secretId(stage, tenantId, "shop")),
        context: {},
      },
    ],
    ["starts jobs by itself", { action: "states:StartExecution", resource: "*", context: {} }],
  ];
  it.each(forbidden)("never %s", (_what, request) => {
    expect(decide(request, tenantId)).toBe("refused");
  });

  it("reaches the items, artifacts, queues and secrets of its tenant, whichever that is, and of no other", () => {
    const tenants = fc
      .string({ unit: fc.constantFrom("a", "A", "-", "0"), minLength: 1, maxLength: 32 })
      .filter((text) => TenantId.safeParse(text).success)
      .map((text) => TenantId.parse(text));
    fc.assert(
      fc.property(tenants, tenants, (owner, other) => {
        const requests: readonly IamRequest[] = [
          { action: "dynamodb:GetItem", resource: tableArn, context: item(`${owner}#job#1`) },
          { action: "dynamodb:Query", resource: `${tableArn}/index/gsi1`, context: item(`${owner}#hosts`) },
          { action: "s3:PutObject", resource: `${bucketArn}/${tenantPrefix(owner)}jobs/1`, context: {} },
          {
            action: "s3:ListBucket",
            resource: bucketArn,
            context: { "s3:prefix": `${tenantPrefix(owner)}jobs/` },
          },
          {
            action: "sqs:CreateQueue",
            resource: queueArn(hostQueueName(stage, owner, "a_host_b")),
            context: {},
          },
          {
            action: "sqs:ReceiveMessage",
            resource: queueArn(poolQueueName(stage, owner, "a", "low")),
            context: {},
          },
          {
            action: "secretsmanager:GetSecretValue",
            resource: secretArn(secretId(stage, owner, "shop")),
            context: {},
          },
        ];
        const expected = owner === other ? "allowed" : "refused";
        for (const request of requests) expect(decide(request, other), summary(request)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });
});
