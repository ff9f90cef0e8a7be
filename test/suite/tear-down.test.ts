import { existsSync, renameSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectConfig } from "../device-host/project-config.ts";
import { startTestFarm, type TestFarm } from "../device-host/start-test-farm.ts";

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm();
  writeFileSync(pathOf("Documents/own.txt"), "the device's own");
  // Nothing to go back to: what is lost, is lost.
  await farm.startHost({ config: projectConfig({ snapshots: { keepClean: false } }) });
});
afterAll(() => farm.close());

const pathOf = (name: string): string => `${farm.phones.phones[0]?.filesRoot}/sdcard/${name}`;

/** A job whose agent moves the device's own file away, claims nothing and is ended. */
async function fail(tearDown: readonly string[]): Promise<unknown> {
  const held = await farm.lease({ prepare: { apps: [], files: [], commands: [], tearDown } });
  await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
  renameSync(pathOf("Documents/own.txt"), pathOf("Download/own.txt"));
  return JSON.parse((await farm.run(held, { kind: "release" })).output ?? "null");
}

describe("[spec R17] the tear-down of a task whose agent failed", () => {
  it("puts back the file that cleaning alone would leave lost", async () => {
    expect(await fail(["mv /sdcard/Download/own.txt /sdcard/Documents/own.txt"])).toEqual({ clean: true });
    expect(existsSync(pathOf("Documents/own.txt"))).toBe(true);
    expect(await fail([])).toMatchObject({
      clean: false,
      quarantineReason: expect.stringContaining('file "/sdcard/Documents/own.txt" was changed or removed'),
    });
  });
});
