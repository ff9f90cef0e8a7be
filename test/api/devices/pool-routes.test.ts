import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ListQueuesCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import { JobPriority } from "#shared/contracts/job/job-request.ts";
import { HostId, PoolName } from "#shared/contracts/values/ids.ts";
import { tenantLimits } from "#shared/contracts/values/tenant-limits.ts";
import { sampleHost, stage, tenantId } from "../../shared/storage/sample-records.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = (pool: string, tenant = "acme") => callApi("POST", "/v1/pools", { body: { pool }, tenant });
const names = async (tenant: string) => {
  const { body } = await callApi("GET", "/v1/pools", { tenant });
  return (body as { items: { pool: string }[] }).items.map(({ pool }) => pool);
};
const queuesNamed = async (part: string) => {
  const { QueueUrls = [] } = await api.storage.clients.sqs.send(
    new ListQueuesCommand({ QueueNamePrefix: part }),
  );
  return QueueUrls.map((url) => url.split("/").at(-1));
};
const attributesOf = async (name: string) => {
  const QueueUrl = `${api.storage.config.endpoints.sqs}/000000000000/${name}`;
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] });
  return (await api.storage.clients.sqs.send(command)).Attributes ?? {};
};
const makeQueue = (name: string, Attributes: Record<string, string>) =>
  api.storage.clients.sqs.send(new CreateQueueCommand({ QueueName: name, Attributes }));

describe("a pool that is made", () => {
  it("has a queue for each class, with dead letters, encryption and a rule against what comes without TLS", async () => {
    expect(await create("tablets")).toMatchObject({
      status: 200,
      body: { pool: "tablets", queues: "created" },
    });
    for (const priority of JobPriority.options) {
      const name = poolQueueName(stage, tenantId, "tablets", priority);
      const { RedrivePolicy = "", Policy = "", QueueArn, ...others } = await attributesOf(name);
      expect(others).toMatchObject({
        VisibilityTimeout: "30",
        ReceiveMessageWaitTimeSeconds: "20",
        SqsManagedSseEnabled: "true",
      });
      expect(JSON.parse(RedrivePolicy)).toEqual({
        deadLetterTargetArn: "arn:aws:sqs:us-east-1:000000000000:drover_test_dead-letters",
        maxReceiveCount: 10,
      });
      expect(JSON.parse(Policy)).toMatchObject({
        Statement: [
          {
            Effect: "Deny",
            Principal: "*",
            Action: "sqs:*",
            Resource: QueueArn,
            Condition: { Bool: { "aws:SecureTransport": "false" } },
          },
        ],
      });
    }
  });

  it("takes jobs at once, and says so, before any host serves it", async () => {
    await create("early");
    const body = { task: "Turn on Bluetooth", requirements: { pool: "early" } };
    expect((await callApi("POST", "/v1/jobs", { body })).status).toBe(201);
    expect(await callApi("GET", "/v1/pools/early")).toMatchObject({
      status: 200,
      body: { pool: "early", hosts: [], waiting: { high: 0, normal: 0, low: 0 } },
    });
  });

  it("is its tenant's alone: another may have one of the same name", async () => {
    await create("twins", "acme");
    await create("twins", "acme-eu");
    expect(await names("acme-eu")).toEqual(["twins"]);
    expect(await queuesNamed("drover_test_acme_pool_twins")).toHaveLength(1);
    expect(await queuesNamed("drover_test_acme-eu_pool_twins")).toHaveLength(1);
    await refused(404, "GET", "/v1/pools/tablets", { tenant: "acme-eu" });
    await refused(404, "DELETE", "/v1/pools/tablets", { tenant: "acme-eu" });
  });

  it("made again is left as it is, with what its hosts said of it", async () => {
    await create("again");
    await api.repositories.pools.sayApiLevel(tenantId, PoolName.parse("again"), 34, new Date().toISOString());
    expect(await create("again")).toMatchObject({ status: 200, body: { queues: "adopted", apiLevel: 34 } });
  });
});

describe("queues that are there before their pool", () => {
  it("are adopted when their settings are right, and completed by what they lack", async () => {
    const name = poolQueueName(stage, tenantId, "old");
    await makeQueue(name, { VisibilityTimeout: "30", ReceiveMessageWaitTimeSeconds: "20" });
    expect(await create("old")).toMatchObject({ status: 200, body: { queues: "adopted" } });
    expect(await attributesOf(name)).toMatchObject({
      RedrivePolicy: expect.stringContaining("drover_test_dead-letters"),
      Policy: expect.stringContaining("aws:SecureTransport"),
    });
  });

  it("are refused with each setting that is wrong, and neither changed nor made a pool", async () => {
    const name = poolQueueName(stage, tenantId, "wrong", "high");
    await makeQueue(name, {
      VisibilityTimeout: "99",
      SqsManagedSseEnabled: "false",
      Policy: JSON.stringify({ Statement: [{ Effect: "Allow", Principal: "*", Action: "sqs:*" }] }),
    });
    const { code, detail } = await refused(409, "POST", "/v1/pools", { body: { pool: "wrong" } });
    expect(code).toBe("PoolRefused");
    expect(detail).toContain(`${name}: VisibilityTimeout is 99 and must be 30`);
    expect(detail).toContain(`${name}: ReceiveMessageWaitTimeSeconds is 0 and must be 20`);
    expect(detail).toContain(`${name}: its Policy does not deny requests without TLS`);
    expect(detail).toContain(`${name}: SqsManagedSseEnabled is false and must be true`);
    expect(await attributesOf(name)).toMatchObject({
      VisibilityTimeout: "99",
      SqsManagedSseEnabled: "false",
    });
    expect(await names("acme")).not.toContain("wrong");
  });
});

describe("a pool that is to be removed", () => {
  it("goes with its queues", async () => {
    await create("gone");
    expect(await queuesNamed("drover_test_acme_pool_gone")).toHaveLength(1);
    expect((await callApi("DELETE", "/v1/pools/gone")).status).toBe(200);
    expect(await names("acme")).not.toContain("gone");
    expect(await queuesNamed("drover_test_acme_pool_gone")).toEqual([]);
    expect(await queuesNamed("drover_test_acme_poolhigh_gone")).toEqual([]);
  });

  it("stays while a host serves it, which is named", async () => {
    await create("served");
    const heartbeatAt = api.clock.now.toISOString();
    await api.repositories.hosts.put(
      sampleHost({ hostId: HostId.parse("server-1"), pool: PoolName.parse("served"), heartbeatAt }),
    );
    expect((await callApi("GET", "/v1/pools/served")).body).toMatchObject({ hosts: ["server-1"] });
    expect((await refused(409, "DELETE", "/v1/pools/served")).detail).toContain("server-1");
  });

  it("stays while a job waits in it", async () => {
    await create("busy");
    const QueueUrl = `${api.storage.config.endpoints.sqs}/000000000000/${poolQueueName(stage, tenantId, "busy", "low")}`;
    await api.storage.clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "a job" }));
    expect((await callApi("GET", "/v1/pools/busy")).body).toMatchObject({ waiting: { low: 1 } });
    expect((await refused(409, "DELETE", "/v1/pools/busy")).detail).toContain("A job waits");
    expect(await queuesNamed("drover_test_acme_poollow_busy")).toHaveLength(1);
  });
});

it("makes no more pools than a tenant may have", async () => {
  const tenant = "many";
  for (let number = 0; number < tenantLimits.pools.most; number += 1)
    expect((await create(`p${number}`, tenant)).status).toBe(200);
  const problem = await refused(409, "POST", "/v1/pools", { body: { pool: "one-more" }, tenant });
  expect(problem).toMatchObject({
    code: "LimitReached",
    detail: expect.stringContaining("may have 50 pools"),
    advice: [expect.stringContaining("drover pools remove")],
  });
  expect((await create("p0", tenant)).status).toBe(200);
});

it("are listed by name in pages, each pool on one of them", async () => {
  const tenant = "paged";
  for (const pool of ["c", "a", "b"]) await create(pool, tenant);
  const page = async (query: string) => {
    const { body } = await callApi("GET", `/v1/pools?${query}`, { tenant });
    const { items, nextCursor } = body as { items: { pool: string }[]; nextCursor?: string };
    return { names: items.map(({ pool }) => pool), nextCursor };
  };
  const first = await page("limit=2");
  expect(first.names).toEqual(["a", "b"]);
  expect(await page(`limit=2&cursor=${first.nextCursor}`)).toEqual({ names: ["c"], nextCursor: undefined });
  await refused(400, "GET", `/v1/pools?cursor=${first.nextCursor}`, { tenant: "another" });
});
