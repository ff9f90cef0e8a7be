import { afterAll, beforeAll, expect, test } from "vitest";
import { poolsCommand } from "#cli/commands/farm/pools.ts";
import { commandLine, startApiForCommands } from "../../api-command-line.ts";

let api: Awaited<ReturnType<typeof startApiForCommands>>;
beforeAll(async () => {
  api = await startApiForCommands();
});
afterAll(() => api.close());

const pools = (...args: readonly string[]) => commandLine(poolsCommand, ...args);

test("a pool is made, shown, listed and removed, and its making may be repeated", async () => {
  expect((await pools("create", "tablets")).out).toContain("its queues are created");
  expect((await pools("create", "tablets")).out).toContain("its queues are adopted");
  expect((await pools("list")).out).toMatch(/tablets +no device yet/);
  expect((await pools("show", "tablets")).out).toMatch(/tablets +no device yet +0 +0 +0 +none/);
  expect(JSON.parse((await pools("show", "tablets", "--json")).out)).toMatchObject({
    pool: "tablets",
    waiting: { high: 0, normal: 0, low: 0 },
  });
  expect((await pools("remove", "tablets")).out).toContain("Pool tablets is removed");
  expect((await pools("list")).out).not.toContain("tablets");
  for (let n = 10; n < 35; n += 1) await pools("create", `p${n}`);
  // More than a page of the API.
  const listed = JSON.parse((await pools("list", "--json")).out);
  expect(listed.items).toHaveLength(26);
  expect(listed.cursor).toBeNull();
});

test("a pool that is not there, or cannot be named so, is said to be", async () => {
  const shown = await pools("show", "nowhere");
  expect(shown.code).not.toBe(0);
  expect(shown.err).toContain("There is no pool nowhere");
  await expect(pools("create", "../etc")).rejects.toThrow("Give 1 to 32 letters");
});
