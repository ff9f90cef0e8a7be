import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BatchItemKey } from "#shared/contracts/values/batch-ids.ts";
import { BatchId, TenantId } from "#shared/contracts/values/ids.ts";
import { createRepositories, type Repositories } from "#shared/storage/repositories.ts";
import type { ForgedItems } from "#shared/storage/table/entity.ts";
import { evaluatePolicies } from "../../infra/iam/evaluate-policy.ts";
import { managedPolicies } from "../../infra/iam/template-policies.ts";
import { synthesised } from "../../infra/synthesised.ts";
import { indexedRecords } from "./indexed-records.ts";
import { stage } from "./sample-records.ts";
import { startStorage, type TestStorage } from "./start-storage.ts";
import { usualRetention } from "./usual-retention.ts";

const attacker = TenantId.parse("evil");
const victim = TenantId.parse("acme");
const tableArn = "arn:aws:dynamodb:us-east-1:000000000000:table/drover-test";
const { storage: storageStack } = synthesised({ stage });
const policies = managedPolicies(storageStack, {
  Table: tableArn,
  Artifacts: "arn:aws:s3:::drover-test",
});

type Item = Readonly<Record<string, unknown>>;
let storage: TestStorage;
let repositories: Repositories;
let told: ForgedItems[];
beforeEach(async () => {
  storage = await startStorage();
  told = [];
  repositories = createRepositories({
    ...usualRetention,
    dynamodb: storage.clients.dynamodb,
    tableName: storage.tableName,
    forged: (found) => told.push(found),
  });
});
afterEach(() => storage.close());

const stored = async (): Promise<readonly Item[]> => {
  const { Items = [] } = await storage.clients.dynamodb.send(
    new ScanCommand({ TableName: storage.tableName }),
  );
  return Items;
};

/** Writes as a host of the attacker may: what IAM looks at is the table's own partition key. */
async function putAsHost(item: Item): Promise<void> {
  const context = { "dynamodb:LeadingKeys": [String(item.pk)], "aws:PrincipalTag/drover:tenant": attacker };
  const put = { action: "dynamodb:PutItem", resource: tableArn, context };
  expect(evaluatePolicies(policies, put), String(item.pk)).toBe("allowed");
  await storage.clients.dynamodb.send(new PutCommand({ TableName: storage.tableName, Item: item }));
}

const asVictims = (text: unknown): unknown =>
  typeof text === "string" && text.startsWith(`${attacker}#`) ? text.replace(attacker, victim) : text;

/** Into the lists of the victim, with or without saying in its values too that it is the victim's. */
const forge = (item: Item, liesInside: boolean): Item => ({
  ...item,
  ...Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, /^gsi/.test(name) ? asVictims(value) : value]),
  ),
  ...(liesInside ? { tenantId: victim } : {}),
});

const cases = Object.entries(indexedRecords).flatMap(([kind, { lists }]) =>
  Object.entries(lists).map(([index, list]) => ({ kind, index, list })),
);

describe.each(cases)("the index $index of a $kind", ({ kind, index, list }) => {
  const make = (tenant: TenantId, n: number) => indexedRecords[kind]?.make(repositories, tenant, n, index);
  const found = (tenant: TenantId) => list(repositories, tenant);

  it.each([false, true])(
    "shows nothing that a host of another tenant put there (it lies in its values: %s)",
    async (lies) => {
      for (let n = 1; n <= 12; n += 1) await make(attacker, n);
      expect(await found(attacker)).not.toEqual([]);
      expect(told).toEqual([]);
      const own = (await stored()).filter((item) => item.gsi1pk !== undefined);
      for (const item of own) await putAsHost(forge(item, lies));
      expect(await found(victim)).toEqual([]);
      // Of the two lists that are of no tenant the attacker may have true items of its own.
      const isOpen = String(own[0]?.gsi1pk).startsWith(attacker) === false;
      if (!isOpen || lies) expect(told).toContainEqual(expect.objectContaining({ entity: kind }));
      // What is put before the victim's own items, more than a page of it, hides none of them.
      await make(victim, 13);
      await make(victim, 0);
      expect((await found(victim)).length).toBe(kind === "liveLink" ? 1 : 2);
    },
  );
});

it("has every index of every kind of item in this matrix, and reads indexes in one place alone", async () => {
  const indexes: string[] = [];
  const readers: string[] = [];
  for await (const file of glob("{shared,agent,batches,api,functions,device-host,local,cli}/**/*.ts")) {
    const source = readFileSync(file, "utf8");
    if (/\bIndexName\b/.test(source) && !file.startsWith("local/cloud/")) readers.push(file);
    for (const definition of source.split(/model: model\(/).slice(1)) {
      const [, kind = ""] = /^"(\w+)"/.exec(definition) ?? [];
      for (const [, index] of definition.matchAll(/(\w+): \{\s+index: "gsi\d"/g))
        indexes.push(`${kind} ${index}`);
    }
  }
  expect(indexes.sort()).toEqual(cases.map(({ kind, index }) => `${kind} ${index}`).sort());
  expect(readers.sort()).toEqual([
    "shared/storage/table/query.ts",
    "shared/storage/table/table-definition.ts",
  ]);
});

it("takes an item of the right key for none when its values are another's, and refuses to change it", async () => {
  const { jobs } = repositories;
  await indexedRecords.job?.make(repositories, attacker, 1);
  const [item] = await stored();
  await putAsHost({ ...item, tenantId: victim });
  const jobId = String(item?.jobId) as never;
  expect(await jobs.get(attacker, jobId)).toBeNull();
  expect(told).toEqual([{ entity: "job", count: 1, example: `evil#job#${jobId} job` }]);
  await indexedRecords.turn?.make(repositories, attacker, 2);
  const turn = (await stored()).find(({ __edb_e__: kind }) => kind === "turn");
  await putAsHost({ ...turn, tenantId: victim });
  const key = { tenantId: attacker, jobId: String(turn?.jobId), turnId: String(turn?.turnId) } as never;
  await expect(repositories.turns.refuse(key)).rejects.toMatchObject({ code: "SchemaMismatch" });
});

it("takes a batch's item whose values are another's for a broken one", async () => {
  const { batchItems } = repositories;
  const batchId = BatchId.parse("01B00000000000000000000001");
  const itemKey = BatchItemKey.parse("0".repeat(20));
  const values = {
    schemaVersion: 1,
    batchId,
    itemKey,
    line: 1,
    taskId: "wifi",
    variant: "default",
    epoch: 1,
  };
  const item = {
    ...values,
    status: "running",
    revision: 1,
    pk: `evil#batch#${batchId}`,
    sk: `item#${itemKey}`,
  };
  await putAsHost({ ...item, tenantId: attacker });
  expect(await batchItems.get(attacker, batchId, itemKey)).toMatchObject({ item: { itemKey } });
  await putAsHost({ ...item, tenantId: victim });
  await expect(batchItems.get(attacker, batchId, itemKey)).rejects.toMatchObject({ code: "SchemaMismatch" });
});

it("finds the pools of all tenants although one tenant's host has spoiled a pool of its own", async () => {
  const { pools } = repositories;
  await indexedRecords.pool?.make(repositories, victim, 1);
  await indexedRecords.pool?.make(repositories, attacker, 2);
  const spoiled = (await stored()).find(({ pk }) => pk === "evil#pools");
  await putAsHost({ ...spoiled, queueUrl: 5 });
  expect((await pools.listAll()).map(({ tenantId }) => tenantId)).toEqual([victim]);
});
