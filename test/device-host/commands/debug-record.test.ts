import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { debugPrefix } from "#shared/contracts/farm/keys.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm();
  await farm.startHost();
});
afterAll(() => farm.close());

const Kept = z.object({
  command: z.object({ kind: z.string() }),
  adb: z.array(z.object({ service: z.string(), milliseconds: z.number(), bytes: z.number() })),
  end: z.object({ ok: z.boolean(), output: z.record(z.string(), z.unknown()) }),
});

async function jobWith(debug: boolean) {
  const held = await farm.lease({ debug });
  await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
  const type = { action: "type", text: "it's hunter2" } as const;
  await farm.run(held, { kind: "perform", stepNumber: 1, actions: [type], modelPicture: null, ocr: "never" });
  await farm.run(held, { kind: "release" });
  const keys = await farm.storage.artifacts.list(debugPrefix(tenantId, held.jobId));
  const texts = await Promise.all(keys.map((key) => farm.storage.artifacts.getText(key)));
  return { keys, texts };
}

it("[spec I6.4] a host keeps every ADB command of a job with debug, how long it took and how much came back", async () => {
  const { keys, texts } = await jobWith(true);
  const records = texts.map((text) => Kept.parse(JSON.parse(text)));
  expect(records.map(({ command }) => command.kind).toSorted()).toEqual(["perform", "release", "setUp"]);
  expect(keys.filter((key) => key.includes("/step-0001/"))).toHaveLength(1);
  const sent = records.flatMap(({ adb }) => adb);
  expect(sent.some(({ service }) => service.startsWith("shell:") && service.includes("uiautomator"))).toBe(
    true,
  );
  expect(sent.some(({ service, bytes }) => service.startsWith("exec:screencap") && bytes > 1_000)).toBe(true);
  expect(sent.every(({ milliseconds }) => milliseconds > 0)).toBe(true);
  expect(records.every(({ end }) => end.ok)).toBe(true);
});

it("[spec I6.4] of what is typed it keeps the length, and no task token", async () => {
  const { texts } = await jobWith(true);
  expect(texts.join("\n")).toContain("[12 characters]");
  expect(texts.join("\n")).not.toContain("hunter2");
  expect(texts.join("\n")).not.toMatch(/"token-/);
});

it("a host keeps nothing of a job without debug", async () => {
  expect((await jobWith(false)).keys).toEqual([]);
});
