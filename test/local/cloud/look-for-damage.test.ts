import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "@drover/aws-local";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { lookForDamage } from "#local/cloud/look-for-damage.ts";

const schema = { tables: "CREATE TABLE IF NOT EXISTS rows (text TEXT) STRICT;", version: 1 };

let parent: string;
let dir: string;
let file: string;
beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), "drover-look-for-damage-"));
});
afterAll(() => rmSync(parent, { recursive: true }));

/** The tables as a process leaves them that is killed. */
beforeEach(() => {
  dir = mkdtempSync(path.join(parent, "cloud-"));
  file = path.join(dir, "tables", "tables.sqlite");
  mkdirSync(path.dirname(file));
  const original = path.join(dir, "original.sqlite");
  const database = openDatabase(original, schema);
  for (let row = 0; row < 50; row += 1) database.run("INSERT INTO rows VALUES (?)", "x".repeat(3_000));
  for (const end of ["", "-wal"]) copyFileSync(`${original}${end}`, `${file}${end}`);
  database.close();
});

async function look(): Promise<readonly string[]> {
  const said: string[] = [];
  await lookForDamage(dir, (line) => said.push(line));
  return said;
}

function rows(): number | undefined {
  const database = openDatabase(file, schema);
  const row = database.get<{ rows: number }>("SELECT count(*) AS rows FROM rows");
  database.close();
  return row?.rows;
}

it("[fault D24] says once what a database lost with a flipped byte of its log, and keeps the log", async () => {
  const log = readFileSync(`${file}-wal`);
  const at = Math.floor(log.length / 2);
  log.writeUInt8(log.readUInt8(at) ^ 4, at);
  writeFileSync(`${file}-wal`, log);
  expect(await look()).toEqual([
    expect.stringMatching(/tables\.sqlite is damaged: \d+ frames \(2\d commits\)/),
  ]);
  const [kept = ""] = readdirSync(path.dirname(file)).filter((name) => name.includes(".damaged-"));
  expect(readFileSync(path.join(path.dirname(file), kept)).equals(log)).toBe(true);
  expect(rows()).toBeLessThan(30);
  expect(await look()).toEqual([]);
});

it("says nothing of a database whose process was killed, and loses nothing of it", async () => {
  expect(await look()).toEqual([]);
  expect(rows()).toBe(50);
  expect(existsSync(`${file}-wal`)).toBe(false);
});
