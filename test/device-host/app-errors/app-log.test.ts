import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appLines } from "#device-host/app-errors/app-log.ts";
import { appLogKey } from "#shared/contracts/farm/keys.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

describe("the log of a job's apps", () => {
  const packages = new Set(["com.example.shop"]);
  const log = [
    "--------- beginning of main",
    "         1764302399.900  4321  4321 I Shop    : of the job before",
    "         1764302400.100   521   530 I ActivityManager: Start proc 4321:com.example.shop/u0a99 for top-activity",
    "         1764302400.200  4321  4330 W Shop    : cart is \u001b[31mempty",
    "         1764302400.300  7777  7777 I Other   : of another app",
    "         1764302401.000   521   530 I ActivityTaskManager: START u0 {cmp=com.example.shop/.Main} from uid 0",
    "         1764302402.000  4400  4400 D Shop    : of its second process",
  ].join("\n");

  it("has the lines of its processes and those that name it, from the lease's beginning", () => {
    const kept = {
      since: 1_764_302_400,
      packages,
      processes: "  PID NAME\n 4400 com.example.shop\n 7777 com.other\n",
    };
    expect(appLines(log, kept)).toEqual([
      "2025-11-28T04:00:00.100Z   521   530 I ActivityManager: Start proc 4321:com.example.shop/u0a99 for top-activity",
      "2025-11-28T04:00:00.200Z  4321  4330 W Shop    : cart is [31mempty",
      "2025-11-28T04:00:01.000Z   521   530 I ActivityTaskManager: START u0 {cmp=com.example.shop/.Main} from uid 0",
      "2025-11-28T04:00:02.000Z  4400  4400 D Shop    : of its second process",
    ]);
  });

  it("is empty when the device's time is unknown, or the log has no such times", () => {
    expect(appLines(log, { since: Number.NaN, packages, processes: "" })).toEqual([]);
    expect(
      appLines("11-28 04:00:00.100  1 1 I a: com.example.shop", { since: 0, packages, processes: "" }),
    ).toEqual([]);
  });
});

describe("a host that gives a device back", () => {
  let farm: TestFarm;
  beforeAll(async () => {
    farm = await startTestFarm();
    await farm.startHost();
  });
  afterAll(() => farm.close());

  it("[spec R14] keeps what the log said of the job's apps, without its secrets, and not the next job's", async () => {
    const logOf = async (task: string) => {
      const held = await farm.lease({ task });
      await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
      const open = { action: "open_app", package: "com.android.settings" } as const;
      await farm.run(held, {
        kind: "perform",
        stepNumber: 1,
        actions: [open],
        modelPicture: null,
        ocr: "never",
      });
      const log = farm.phones.phones[0]?.log;
      log?.add("I", "Login", `com.android.settings sent ${task.split(" ").at(-1)}`);
      log?.add("I", "Other", "of no app of the job");
      await farm.run(held, { kind: "release" });
      const job = await farm.storage.repositories.jobs.get(tenantId, held.jobId);
      const key = appLogKey(tenantId, held.jobId, job?.appLogs?.[0]?.epoch ?? 0);
      expect(job?.appLogs).toMatchObject([{ key, truncated: false }]);
      return farm.storage.artifacts.getText(key);
    };
    const first = await logOf("Log in with password hunter2");
    expect(first).toContain("Login   : com.android.settings sent [secret]");
    expect(first).toMatch(/START u0 .*com\.android\.settings/);
    expect(first).not.toContain("of no app of the job");
    const second = await logOf("Log in with password other3");
    expect(second.match(/Login/g)).toHaveLength(1);
  });
});
