import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verdictChange } from "#cli/batch/verdict-change.ts";
import { judgeCommand } from "#cli/commands/results/judge.ts";
import { judgingKey } from "#shared/contracts/farm/keys.ts";
import type { BatchId } from "#shared/contracts/values/ids.ts";
import { submitted } from "../../../api/batch-calls.ts";
import { item } from "../../../shared/rules/statistics/items.ts";
import { at, jobIdOf, sampleJob, tenantId } from "../../../shared/storage/sample-records.ts";
import { commandLine, startApiForCommands } from "../../api-command-line.ts";

let api: Awaited<ReturnType<typeof startApiForCommands>>;
let folder: string;
const bluetooth = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" } as const;
/** What was read of a job's device: Bluetooth, and nothing else. */
const kept = (value: string) => ({
  schemaVersion: 1,
  at,
  read: [
    { validator: bluetooth, evidence: { kind: "setting", namespace: "global", key: "bluetooth_on", value } },
  ],
  before: null,
  after: null,
  network: { before: "connected", after: "connected" },
});

async function addEnded(
  batchId: BatchId,
  n: number,
  taskId: string,
  value: string,
  verdict: "passed" | "failed",
) {
  const jobId = jobIdOf(n);
  const judgementKey = judgingKey(tenantId, jobId, "c", "judgement");
  await api.storage.artifacts.put(judgementKey, JSON.stringify(kept(value)), "application/json");
  const outcome = verdict === "passed" ? "succeeded" : "failed";
  const ended = { status: "finished", outcome, verdict, judgementKey, validators: [bluetooth] };
  await api.repositories.jobs.create(sampleJob({ ...ended, jobId }));
  await api.repositories.batchItems.change(
    null,
    item({ taskId, batchId, tenantId, outcomes: [outcome], last: { jobId } }),
  );
}

beforeAll(async () => {
  api = await startApiForCommands();
  folder = await mkdtemp(path.join(tmpdir(), "drover-rejudge-"));
  const { batchId } = await submitted({
    name: "nightly",
    lines: [{ taskId: "on", request: { task: "Turn it on" } }],
  });
  await addEnded(batchId, 1, "on", "1", "passed");
  await addEnded(batchId, 2, "off", "0", "failed");
  await addEnded(batchId, 3, "other", "1", "passed");
});
afterAll(async () => {
  await Promise.all([api.close(), rm(folder, { recursive: true })]);
});

const rejudge = async (yaml: string, ...args: readonly string[]) => {
  const file = path.join(folder, "fixed.yaml");
  await writeFile(file, yaml);
  return commandLine(judgeCommand, "nightly", "--validators", file, ...args);
};

test.each([
  ["failed", "passed", "fixed"],
  ["passed", "failed", "broken"],
  ["inconclusive", "failed", "decided"],
  ["passed", "passed", "same"],
  ["passed", "inconclusive", "cannotTell"],
] as const)("a verdict that was %s and is %s now is %s", (old, now, change) => {
  expect(verdictChange(old, now)).toBe(change);
});

test("[spec G5] corrected checks give new verdicts without a device, and the difference is told", async () => {
  const { out, code } = await rejudge(
    "off: ['setting:global/bluetooth_on=0']\non: ['setting:global/bluetooth_on=0']\n",
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^fixed +off .* failed +passed /m);
  expect(out).toMatch(/^broken +on .* passed +failed /m);
  expect(out).toContain("1 fixed, 1 broken, 0 decided, 0 same, 0 cannot tell of 2 jobs");
  const first = await api.repositories.jobs.get(tenantId, jobIdOf(2));
  expect(first).toMatchObject({ outcome: "failed", verdict: "failed" });
});

test("a check that nothing kept can answer is told as such, and ends with 3", async () => {
  const { out, code } = await rejudge('[{ kind: uiText, contains: "On" }]', "--json");
  expect(code).toBe(3);
  expect(JSON.parse(out).counts).toEqual({ fixed: 0, broken: 0, decided: 0, same: 0, cannotTell: 3 });
});

test("the tasks file as it now is serves too, and a file without checks is refused", async () => {
  const tasks = "tasks:\n  - { id: 'off', task: x, validators: ['setting:global/bluetooth_on=0'] }\n";
  expect((await rejudge(tasks)).out).toContain("1 fixed");
  expect(await rejudge("just words")).toMatchObject({
    code: 2,
    err: expect.stringContaining("no readable checks"),
  });
  expect(await rejudge("nobody: []")).toMatchObject({
    code: 2,
    err: expect.stringContaining("None of the batch's ended tasks"),
  });
});
