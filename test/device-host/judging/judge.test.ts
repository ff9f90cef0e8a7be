import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { KeptJudgement } from "#shared/contracts/judging/judging.ts";
import { JudgeAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const contacts = "content://com.android.contacts/raw_contacts";
const success = { status: "success" } as const;
const setUp = { kind: "setUp", precheck: true, modelPicture: null, ocr: "never" } as const;

describe("judging on a device", () => {
  let farm: TestFarm;
  beforeAll(async () => {
    farm = await startTestFarm();
    await farm.startHost();
  });
  afterAll(() => farm.close());

  const phone = () => {
    const [first] = farm.phones.phones;
    if (first === undefined) throw new Error("no phone was started");
    return first;
  };
  const adb = () => {
    const [serial = ""] = farm.phones.serials;
    return new ServedDevice({ endpoint: { host: "127.0.0.1", port: farm.phones.adbPort }, serial });
  };
  /** A job from its lease to its release; `agent` stands for what its agent does. */
  async function judged(request: Record<string, unknown>, agent: () => unknown = () => undefined) {
    const held = await farm.lease({ claim: success, ...request });
    const ready = await farm.run(held, setUp);
    expect(ready.error, ready.cause).toBeUndefined();
    await agent();
    const answer = await farm.run(held, { kind: "judge" });
    expect(answer.error, answer.cause).toBeUndefined();
    const { verdict } = JudgeAnswer.parse(JSON.parse(answer.output ?? "null"));
    const job = (await farm.repositories.jobs.get(tenantId, held.jobId)) as Job;
    await farm.run(held, { kind: "release" });
    return { verdict, job, places: job.sideEffects?.map(({ where }) => where) };
  }
  const bluetooth = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" };

  it("[spec G5] finds no side effect of a job that does nothing, and keeps what it would be judged", async () => {
    const { verdict, job } = await judged({ validators: [bluetooth] });
    expect(verdict).toBe("failed");
    expect(job).toMatchObject({
      baseline: { results: [{ verdict: "failed", observed: "0" }] },
      alreadySatisfied: false,
      progress: 0,
      falseComplete: true,
      sideEffects: [],
      sideEffectCount: 0,
      notCompared: [],
    });
  });

  it("[spec G5] lists every change that no check explains: settings, rows, files, in words and apart", async () => {
    const { verdict, job, places } = await judged(
      {
        validators: [
          { ...bluetooth, weight: 3 },
          { kind: "contentRow", uri: contacts, where: { display_name: "Ann" } },
          { kind: "file", path: "/sdcard/Download/made.txt" },
        ],
        changes: { allow: ["setting:system/volume_*"] },
      },
      async () => {
        const { settings, content } = phone();
        settings.put("global", "bluetooth_on", "1");
        settings.put("system", "screen_brightness", "40");
        settings.put("system", "volume_ring", "0");
        settings.put("global", "boot_count", "9");
        await content.insert(contacts, { display_name: "Ann" });
        await content.insert(contacts, { display_name: "\u001b[2JEve" });
        await adb().write([
          ["touch", "/sdcard/Download/made.txt"],
          ["touch", "/sdcard/Download/it's; another"],
        ]);
      },
    );
    expect(verdict).toBe("passed");
    expect(places).toEqual([
      "setting:system/screen_brightness",
      expect.stringMatching(/^content:\/\/com\.android\.contacts\/raw_contacts#\d+$/),
      "/sdcard/Download/it's; another",
    ]);
    expect(job.sideEffects).toMatchObject([
      {
        kind: "setting",
        change: "changed",
        before: "102",
        after: "40",
        text: "setting:system/screen_brightness changed from 102 to 40",
      },
      { kind: "row", change: "added", before: null, after: expect.stringContaining("Eve") },
      { kind: "file", change: "added", before: null },
    ]);
    expect(JSON.stringify(job.sideEffects)).not.toContain("u001b");
    expect(job).toMatchObject({ progress: 1, falseComplete: false, sideEffectCount: 3 });
  });

  it("[spec G5] weighs the checks that passed", async () => {
    const { job } = await judged(
      {
        validators: [
          { ...bluetooth, weight: 3 },
          { kind: "file", path: "/sdcard/none.txt" },
        ],
      },
      () => phone().settings.put("global", "bluetooth_on", "1"),
    );
    expect(job).toMatchObject({ verdict: "failed", progress: 0.75, falseComplete: true });
  });

  it.each([
    ["any", "failed"],
    [["setting:system/*"], "failed"],
    [["content://*", "app:*"], "passed"],
    ["none", "passed"],
  ])("[spec G5] with changes forbidden as %j a changed setting is %s", async (forbid, expected) => {
    const { verdict, job } = await judged({ validators: [bluetooth], changes: { forbid } }, () => {
      phone().settings.put("global", "bluetooth_on", "1");
      phone().settings.put("system", "font_scale", "2.0");
    });
    expect(verdict).toBe(expected);
    if (expected === "failed") expect(job.verdictReason).toContain("setting:system/font_scale changed");
    expect(job.falseComplete).toBe(expected === "failed");
  });

  it("[spec G5] compares the tables of the apps that a job watches", async () => {
    const request = { changes: { watch: ["com.android.providers.contacts"], allow: ["content://*"] } };
    const { places } = await judged(request, () => phone().content.insert(contacts, { display_name: "Zoe" }));
    expect(places).toEqual([
      expect.stringMatching(
        /^\/data\/data\/com\.android\.providers\.contacts\/databases\/contacts2\.db:raw_contacts#\d+$/,
      ),
    ]);
  });

  it("[spec G5] doubts a failed check when the network died, and not when the agent switched it off", async () => {
    const died = await judged({ validators: [{ kind: "file", path: "/sdcard/none.txt" }] }, () => {
      phone().faults.offline = true;
    });
    phone().faults.offline = false;
    expect(died).toMatchObject({ verdict: "inconclusive" });
    expect(died.job.verdictReason).toContain("lost its network");
    expect(died.job.falseComplete).toBeUndefined();
    const switched = await judged({ validators: [{ kind: "file", path: "/sdcard/none.txt" }] }, () =>
      phone().settings.put("global", "airplane_mode_on", "1"),
    );
    expect(switched.verdict).toBe("failed");
    const about = await judged(
      { validators: [{ kind: "setting", namespace: "global", key: "wifi_on", equals: "0" }] },
      () => {
        phone().faults.offline = true;
      },
    );
    phone().faults.offline = false;
    expect(about.verdict).toBe("failed");
  });

  it("[spec G5] keeps what each check read, and the device before and after", async () => {
    const { job } = await judged({ validators: [bluetooth] }, () =>
      phone().settings.put("global", "bluetooth_on", "1"),
    );
    const kept = await farm.storage.artifacts.getJson(job.judgementKey ?? "", KeptJudgement);
    const evidence = { kind: "setting", namespace: "global", key: "bluetooth_on", value: "1" };
    expect(kept.read).toMatchObject([{ validator: bluetooth, evidence }]);
    expect(job.judgement).toMatchObject([{ evidence }]);
    expect(kept.before?.settings.global.bluetooth_on).toBe("0");
    expect(kept.after?.settings.global.bluetooth_on).toBe("1");
    expect(kept.network).toEqual({ before: "connected", after: "connected" });
  });

  it("[spec G5] goes by what was kept of the device when its host was started anew", async () => {
    const held = await farm.lease({ claim: success, validators: [bluetooth] });
    await farm.run(held, setUp);
    await farm.hosts.at(-1)?.close();
    await farm.startHost();
    await farm.device(0, (state) => state === "leased");
    phone().settings.put("system", "font_scale", "1.5");
    await farm.run(held, { kind: "judge" });
    const job = await farm.repositories.jobs.get(tenantId, held.jobId);
    expect(job?.sideEffects).toMatchObject([{ where: "setting:system/font_scale", before: "1.0" }]);
    await farm.run(held, { kind: "release" });
  });
});
