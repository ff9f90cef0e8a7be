import type { FaultPlan } from "@drover/virtual-android";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { JudgeAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: true, modelPicture: null, ocr: "never" } as const;
const file = { kind: "file", path: "/sdcard/Download/made.txt" } as const;
const bluetooth = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" } as const;

type Fault = ReturnType<FaultPlan["take"]>;
/** Reads of the file check, and of the setting's. */
const readOf = { reset: /^sync:RECV|^sync:$/, cut: /settings.*bluetooth_on/ } as const;
/** The host looks for its devices every 750 ms while one is away, and gives any other up after 1.5 s. */
const looksWhileAway = 5;

describe("a device whose connection is lost while it is judged", () => {
  let farm: TestFarm;
  let held: Awaited<ReturnType<TestFarm["lease"]>>;
  beforeEach(async () => {
    farm = await startTestFarm();
    await farm.startHost();
    held = await farm.lease({ validators: [bluetooth, file], claim: { status: "success" } });
    expect((await farm.run(held, setUp)).error).toBeUndefined();
    phone().settings.put("global", "bluetooth_on", "1");
  });
  afterEach(() => farm.close());

  const phone = () => {
    const [first] = farm.phones.phones;
    if (first === undefined) throw new Error("no phone");
    return first;
  };
  const judge = () => farm.run(held, { kind: "judge" }, { deadlineSeconds: 120 });
  const verdictOf = ({ output }: { output?: string | undefined }) =>
    JudgeAnswer.parse(JSON.parse(output ?? "null")).results.map(({ verdict }) => verdict);
  /** Calls that with each request to the adb server; what it answers, the request suffers. */
  const atEach = (suffers: (service: string) => Fault | undefined) => {
    const { faults } = farm;
    vi.spyOn(faults, "take").mockImplementation((_, service) => suffers(service) ?? null);
  };
  /** Once a check reads: what a test does then, in place of the answer. */
  const whenRead = (then: () => void) => {
    let isRead = false;
    atEach((service) => {
      if (isRead || !readOf.cut.test(service)) return undefined;
      isRead = true;
      then();
      return { kind: "cut", afterBytes: 4 };
    });
  };

  it.each(["reset", "cut"] as const)(
    "[fault A23] is asked again under the same lease, and no check is told as in doubt: %s",
    async (kind) => {
      let reads = 0;
      atEach((service) => {
        if (!readOf[kind].test(service)) return undefined;
        reads += 1;
        // A read is tried twice by itself.
        return reads <= 2 ? { kind, afterBytes: 4 } : undefined;
      });
      expect(verdictOf(await judge())).toEqual(["passed", "failed"]);
      expect(reads).toBeGreaterThan(2);
      expect(await farm.device(0, () => true)).toMatchObject({ leaseEpoch: held.lease.epoch });
    },
  );

  /** Gone while a check reads, and there again after so many looks of the host. */
  const awayFor = (looksAway: number, back: () => Promise<void> = async () => {}) => {
    const { devices } = farm.phones;
    let looks = 0;
    whenRead(() => {
      devices.detach(phone().serial);
      atEach((service) => {
        if (!/^host:devices/.test(service)) return undefined;
        looks += 1;
        if (looks === looksAway) void back().then(() => devices.attach(phone()));
        return undefined;
      });
    });
  };

  it("[fault A23] is waited for longer than any other, and found as the agent left it", async () => {
    awayFor(looksWhileAway);
    expect(verdictOf(await judge())).toEqual(["passed", "failed"]);
    expect((await farm.device(0, () => true)).leaseEpoch).toBe(held.lease.epoch);
  });

  it("[fault A23] is lost when it has booted meanwhile: nobody knows what became of its state", async () => {
    awayFor(2, () => phone().reboot());
    expect(await judge()).toMatchObject({ error: "DeviceDisconnected" });
    expect(await farm.repositories.jobs.get(tenantId, held.jobId)).not.toHaveProperty("verdict");
  });
});
