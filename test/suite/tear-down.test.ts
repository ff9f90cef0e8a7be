import { renameSync, statSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobRequest } from "#shared/contracts/job-request.ts";
import { readTasksFile } from "../../cli/batch/tasks-options.ts";
import { startTestFarm, type TestFarm } from "../device-host/start-test-farm.ts";
import { requestOf } from "./phone-stage.ts";

const { lines } = await readTasksFile("tasks/files.yaml", {});
const line = lines.find(({ taskId }) => taskId.startsWith("folder-rename"));
if (line === undefined) throw new Error("no task that renames a folder");
const request = requestOf(line);
const [, from = "", to = ""] = /folder (.+) of the internal storage to (.+), with/.exec(request.task) ?? [];

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm();
  await farm.startHost();
});
afterAll(() => farm.close());

const pathOf = (name: string): string => `${farm.phones.phones[0]?.filesRoot}/sdcard/${name}`;
const isFolder = (name: string): boolean =>
  statSync(pathOf(name), { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A job whose agent loses the folder, claims nothing and is ended. */
async function fail(prepare: JobRequest["prepare"]): Promise<void> {
  const held = await farm.lease({ prepare });
  await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
  renameSync(pathOf(from), pathOf(to));
  expect([isFolder(from), isFolder(to)]).toEqual([false, true]);
  await farm.run(held, { kind: "release" });
}

describe("[spec R17] the tear-down of a task whose agent failed", () => {
  it("puts back the folder that cleaning alone would leave lost", async () => {
    await fail(request.prepare);
    expect([isFolder(from), isFolder(to)]).toEqual([true, false]);
    if (request.prepare === undefined) throw new Error("the task prepares nothing");
    await fail({ ...request.prepare, tearDown: [] });
    expect([isFolder(from), isFolder(to)]).toEqual([false, false]);
  });
});
