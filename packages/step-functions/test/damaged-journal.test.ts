import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateStateMachineCommand, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startEngine } from "../src/start-engine.ts";
import { spawnEngine } from "./engine-kill/killable-engine.ts";

const EXECUTIONS = 300;
const FILES = ["step-functions.sqlite", "step-functions.sqlite-wal", "step-functions.mark"];
const [, WAL = ""] = FILES;
const roleArn = "arn:aws:iam::123456789012:role/test";
const definition = JSON.stringify({
  QueryLanguage: "JSONata",
  StartAt: "Wait",
  States: { Wait: { Type: "Wait", Seconds: 3600, End: true } },
});

/** The journal of an engine that accepted 300 executions and was killed. */
let killed: string;
let dataDir: string;
beforeAll(async () => {
  killed = mkdtempSync(join(tmpdir(), "killed-journal-"));
  const engine = await spawnEngine(killed, "http://127.0.0.1:1");
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const client = new SFNClient({ endpoint: engine.url, region: "us-east-1", credentials });
  const { stateMachineArn } = await client.send(
    new CreateStateMachineCommand({ name: "waits", definition, roleArn }),
  );
  for (let index = 0; index < EXECUTIONS; index += 1) {
    await client.send(new StartExecutionCommand({ stateMachineArn, name: `execution-${index}` }));
  }
  client.destroy();
  await engine.kill();
});
beforeEach(() => {
  dataDir = mkdtempSync(join(killed, "copy-"));
  for (const name of FILES) copyFileSync(join(killed, name), join(dataDir, name));
});
afterAll(() => rmSync(killed, { recursive: true, force: true }));

/** Starts on the copy: what it says of damage, and how many executions it knows. */
async function started() {
  const said: string[] = [];
  const engine = await startEngine({
    dataDir,
    port: null,
    region: "us-east-1",
    accountId: "123456789012",
    onDamage: (damage) => said.push(damage),
  });
  const stateMachineArn = "arn:aws:states:us-east-1:123456789012:stateMachine:waits";
  const listed = await engine.api
    .call("ListExecutions", { stateMachineArn, maxResults: 1000 })
    .catch(() => ({}));
  await engine.close();
  const { executions = [] } = listed as { executions?: unknown[] };
  return { said, known: executions.length };
}

const wal = (): Buffer => readFileSync(join(dataDir, WAL));
const writeWal = (bytes: Buffer): void => writeFileSync(join(dataDir, WAL), bytes);
const keptAside = (): readonly string[] => readdirSync(dataDir).filter((name) => name.includes(".damaged-"));

function flipped(at: number): Buffer {
  const bytes = wal();
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
  return bytes;
}

describe("a journal whose write-ahead log is damaged", () => {
  it.each([
    ["a byte is flipped in the middle of", () => flipped(Math.floor(wal().length / 2))],
    ["a byte is flipped at the start of", () => flipped(20)],
    [
      "a hundred bytes are missing in",
      () => {
        const bytes = wal();
        const at = Math.floor(bytes.length / 3);
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 100)]);
      },
    ],
  ])("[fault D24] says how much was ignored when %s it, and keeps the file aside", async (_what, damaged) => {
    const before = damaged();
    writeWal(before);
    const { said, known } = await started();
    expect(known).toBeLessThan(EXECUTIONS);
    expect(said).toHaveLength(1);
    const [, frames, lost] =
      /(\d+) frames after the last valid commit.*At least (\d+) /s.exec(said[0] ?? "") ?? [];
    expect(Number(frames)).toBeGreaterThan(EXECUTIONS - known);
    expect(Number(lost)).toBeGreaterThanOrEqual(EXECUTIONS - known);
    const [kept = "none", ...more] = keptAside();
    expect(more).toEqual([]);
    expect(said[0]).toContain(kept);
    expect(readFileSync(join(dataDir, kept)).equals(before)).toBe(true);
    expect((await started()).said).toEqual([]);
  });

  it.each([
    ["is cut to its half", () => writeWal(wal().subarray(0, Math.floor(wal().length / 2)))],
    ["is empty", () => writeWal(Buffer.alloc(0))],
    ["is gone", () => rmSync(join(dataDir, WAL))],
    ["lacks its last commit", () => writeWal(wal().subarray(0, statSync(join(dataDir, WAL)).size - 100))],
  ])("[fault D24] says that commits are missing when it %s", async (_what, damage) => {
    damage();
    const { said, known } = await started();
    expect(known).toBeLessThan(EXECUTIONS);
    expect(said).toEqual([expect.stringMatching(/^The journal .* is damaged.*At least \d+ /s)]);
    expect((await started()).said).toEqual([]);
  });

  it("says nothing of what a kill leaves, in mid-frame and with frames of the log's last round behind", async () => {
    expect(await started()).toEqual({ said: [], known: EXECUTIONS });
    expect(keptAside()).toEqual([]);
  });
});
