import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PerformAnswer, SetUpAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const setUp = { kind: "setUp", precheck: false, ...looking } as const;

let farm: TestFarm;
let held: Awaited<ReturnType<TestFarm["lease"]>>;
beforeAll(async () => {
  farm = await startTestFarm();
  await farm.startHost({ networkSeconds: 0 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  phone().faults.offline = false;
  await farm.run(held, { kind: "release" });
});
afterAll(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
const flagsOf = async (stepNumber: number): Promise<readonly string[]> => {
  const actions = [{ action: "wait" as const, duration: 1 }];
  const { output } = await farm.run(held, { kind: "perform", stepNumber, actions, ...looking });
  return PerformAnswer.parse(JSON.parse(output ?? "null")).observation.flags;
};
const radio = () => vi.spyOn(phone().settings, "put");

describe("a device whose network is gone", () => {
  it("[fault C16] has its Wi-Fi switched off and on once, and the agent is told once that it is gone and that it is back", async () => {
    held = await farm.lease();
    await farm.run(held, setUp);
    phone().faults.offline = true;
    const put = radio();
    expect(await flagsOf(1)).toEqual([
      expect.stringMatching(/^noNetwork: .* although nobody switched it off; switching/),
    ]);
    expect(put.mock.calls).toEqual([
      ["global", "wifi_on", "0"],
      ["global", "wifi_on", "1"],
    ]);
    expect(await flagsOf(2)).toEqual([]);
    phone().faults.offline = false;
    expect(await flagsOf(3)).toEqual(["network: the device has one again"]);
    expect(put).toHaveBeenCalledTimes(2);
  });

  it("[fault C16] is left so when somebody switched it off, which the agent is told", async () => {
    held = await farm.lease();
    await farm.run(held, setUp);
    phone().settings.put("global", "airplane_mode_on", "1");
    const put = radio();
    expect(await flagsOf(1)).toEqual(["noNetwork: the device has none, because airplane mode is on"]);
    expect(put).not.toHaveBeenCalled();
  });

  it("[fault C16] loses a job that needs one to another device, and keeps a job that does not say so", async () => {
    phone().faults.offline = true;
    held = await farm.lease({ requirements: { network: true } });
    expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskFailure", error: "NoNetwork" });
    await farm.run(held, { kind: "release" });
    held = await farm.lease();
    const { output } = await farm.run(held, setUp);
    expect(SetUpAnswer.parse(JSON.parse(output ?? "null")).observation.flags[0]).toMatch(/^noNetwork:/);
  });

  it.each([
    [{ network: true }, "inconclusive"],
    [{}, "failed"],
  ])(
    "[fault C16] that came back once and died again leaves a failed check of a job with %j %s",
    async (requirements, verdict) => {
      phone().faults.offline = true;
      const put = phone().settings.put.bind(phone().settings);
      radio().mockImplementation((namespace, key, value) => {
        put(namespace, key, value);
        if (key === "wifi_on" && value === "1") phone().faults.offline = false;
      });
      const validators = [{ kind: "file", path: "/sdcard/Download/report.pdf" }];
      held = await farm.lease({ requirements, validators, claim: { status: "success" } });
      expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
      phone().faults.offline = true;
      const { output } = await farm.run(held, { kind: "judge" });
      expect(JSON.parse(output ?? "null")).toMatchObject({ verdict });
      const job = await farm.repositories.jobs.get(tenantId, held.jobId);
      if (verdict === "inconclusive")
        expect(job?.verdictReason).toMatch(
          /^The device had no network, which the job needs, while the agent worked/,
        );
    },
  );
});
