import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startTables } from "../../src/dynamodb/start-tables.ts";
import { sampleTable } from "./start-client.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-durable-"));
});
afterEach(() => rm(dir, { recursive: true }));

/** The last count that was answered before the process was killed, as soon as it had come this far. */
async function countUntil(killAt: number): Promise<number> {
  const program = path.join(import.meta.dirname, "write-until-killed.ts");
  const child = spawn(process.execPath, ["--no-warnings", "--conditions=@drover/source", program, dir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.split("\n").length > killAt) child.kill("SIGKILL");
  });
  await once(child, "close");
  return Number(said.slice(0, said.lastIndexOf("\n")).split("\n").at(-1));
}

it("loses nothing that was answered when the process is killed, and keeps items and index together", async () => {
  for (const killAt of [1, 300, 2_000]) {
    const answered = await countUntil(killAt);
    const tables = await startTables({ dataDir: dir });
    const { body } = await tables.service({
      method: "POST",
      path: "/",
      query: "",
      headers: { "x-amz-target": "DynamoDB_20120810.Query" },
      body: Buffer.from(
        JSON.stringify({
          TableName: sampleTable.TableName,
          IndexName: "global",
          KeyConditionExpression: "g = :g",
          ExpressionAttributeValues: { ":g": { S: "g" } },
          ScanIndexForward: false,
        }),
      ),
    });
    tables.close();
    const { Items: items } = JSON.parse(body.toString()) as {
      Items: { gn: { N: string }; s: { S: string } }[];
    };
    // One more may have been written whose answer was not heard.
    expect([answered, answered + 1]).toContain(Number(items[0]?.gn.N));
    expect(new Set(items.map(({ s }) => s.S)).size).toBe(items.length);
    expect(items.every(({ gn, s }) => Number(gn.N) % 50 === Number(s.S))).toBe(true);
  }
});

it("refuses tables that an earlier version kept in LevelDB, and says what to do", async () => {
  await writeFile(path.join(dir, "MANIFEST-000004"), "");
  await expect(startTables({ dataDir: dir })).rejects.toMatchObject({
    name: "StartRefused",
    message: expect.stringContaining("LevelDB"),
    advice: [expect.stringContaining("--dir")],
  });
});

it("refuses tables of a version that it does not know", async () => {
  const database = new DatabaseSync(path.join(dir, "tables.sqlite"));
  database.exec("PRAGMA user_version=99");
  database.close();
  await expect(startTables({ dataDir: dir })).rejects.toMatchObject({
    name: "StartRefused",
    message: expect.stringContaining("another version of this program (tables 99)"),
  });
});

it("refuses a file that is no database", async () => {
  await writeFile(path.join(dir, "tables.sqlite"), "x".repeat(5_000));
  await expect(startTables({ dataDir: dir })).rejects.toMatchObject({ name: "StartRefused" });
});
