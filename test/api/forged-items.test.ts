import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import { routes } from "#shared/contracts/api/routes/routes.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { indexedRecords } from "../shared/storage/indexed-records.ts";
import { deviceId, jobIdOf } from "../shared/storage/sample-records.ts";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

const attacker = TenantId.parse("evil");
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const { make } of Object.values(indexedRecords)) await make(api.repositories, attacker, 1);
});
afterAll(() => api.close());

const Listed = z.object({ items: z.array(z.unknown()) });
const urlOf = ({ path }: Route): string =>
  path.replace("{id}", /^\/v1\/devices?\//.test(path) ? deviceId : jobIdOf(1)).replace("{name}", "default");
const lists = Object.entries<Route>(routes).filter(
  ([, { method, response }]) =>
    method === "GET" && response instanceof z.ZodObject && response.shape.items instanceof z.ZodArray,
);

/** How many each list has, or that it is of something that the tenant has not. */
async function counts(tenant: string): Promise<Readonly<Record<string, number | string>>> {
  const found: Record<string, number | string> = {};
  for (const [name, route] of lists) {
    const { status, body } = await callApi(route.method, urlOf(route), { tenant });
    found[name] = status === 200 ? Listed.parse(body).items.length : `status ${status}`;
  }
  return found;
}

it("no list of a tenant shows what another tenant's host put into it, and the log and the alarm's metric say so", async () => {
  const own = await counts(attacker);
  const before = await counts("acme");
  const filled = Object.entries(own).filter(([name, count]) => Number(count) > 0 && before[name] === 0);
  expect(filled.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "listJobs",
      "listErrors",
      "listDevices",
      "listHosts",
      "listBatches",
      "listRecoveries",
    ]),
  );
  expect(api.lines.join("\n")).not.toContain("forged");
  const { dynamodb } = api.storage.clients;
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: api.storage.tableName }));
  for (const item of Items.filter(({ pk }) => String(pk).startsWith("evil#"))) {
    const keys = Object.entries(item).filter(([name]) => /^gsi\dpk$/.test(name));
    const forged = keys.map(([name, key]) => [name, String(key).replace(/^evil#/, "acme#")]);
    const Item = { ...item, ...Object.fromEntries(forged), tenantId: "acme" };
    await dynamodb.send(new PutCommand({ TableName: api.storage.tableName, Item }));
  }
  expect(await counts("acme")).toEqual(before);
  const said = api.lines.filter((line) => line.includes("forged items"));
  expect(said.length).toBeGreaterThanOrEqual(filled.length);
  for (const line of said)
    expect(JSON.parse(line)).toMatchObject({ level: "ERROR", example: expect.stringMatching(/^evil#/) });
  expect(api.lines.some((line) => JSON.parse(line).ForgedItems > 0)).toBe(true);
});
