import { afterAll, beforeAll, expect, it } from "vitest";
import { DeviceChanges } from "#shared/contracts/judging/device-changes.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm();
  await farm.startHost();
});
afterAll(() => farm.close());

const setUp = { kind: "setUp", precheck: true, modelPicture: null, ocr: "never" } as const;

/** What a job without checks is told that it changed; `agent` stands for what its agent does. */
async function compared(
  agent: (phone: TestFarm["phones"]["phones"][number]) => unknown,
  job: Record<string, unknown> = {},
) {
  const held = await farm.lease(job);
  await farm.run(held, setUp);
  const [phone] = farm.phones.phones;
  if (phone === undefined) throw new Error("no phone was started");
  await agent(phone);
  const answer = await farm.run(held, { kind: "compare" });
  expect(answer.error, answer.cause).toBeUndefined();
  await farm.run(held, { kind: "release" });
  return DeviceChanges.parse(JSON.parse(answer.output ?? "null"));
}

it("[spec G5] tells a job without checks what it changed, with what was there and what is", async () => {
  const told = await compared(({ settings, content }) => {
    settings.put("global", "wifi_on", "0");
    content.insert("content://com.android.deskclock/alarms", { hour: 7, minutes: 10 });
  });
  expect(told).toMatchObject({ kind: "known", count: 2, unseen: [] });
  expect(told.kind === "known" && told.changes).toMatchObject([
    { where: "setting:global/wifi_on", before: { value: "1" }, after: { value: "0" } },
    { kind: "row", change: "added", before: null, after: { hour: "7", minutes: "10" } },
  ]);
});

it("says that nothing changed, and leaves out of the list what the job may change", async () => {
  expect(await compared(() => undefined)).toMatchObject({ kind: "known", count: 0, changes: [] });
  const allowed = await compared(({ settings }) => settings.put("global", "wifi_on", "0"), {
    changes: { allow: ["setting:global/*"], forbid: "none", watch: [] },
  });
  expect(allowed).toMatchObject({ kind: "known", count: 1, changes: [] });
});
