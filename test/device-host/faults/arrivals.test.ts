import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { projectConfig } from "../project-config.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;

let farm: TestFarm;
beforeEach(async () => {
  farm = await startTestFarm();
  await farm.startHost({ config: projectConfig({ snapshots: { keepClean: false } }) });
});
afterEach(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
const rows = (uri: string) => phone().content.query(`content://${uri}`, {});
const begin = async () => {
  const held = await farm.lease();
  await farm.run(held, setUp);
  return held;
};
type Held = Awaited<ReturnType<typeof begin>>;
const release = async (held: Held): Promise<unknown> =>
  JSON.parse((await farm.run(held, { kind: "release" })).output ?? "null");

describe("what comes to a device by telephone while a job has it", () => {
  it("[fault C12] is gone after the job, although the job never opened the apps for it, job after job", async () => {
    for (const text of ["Your code is 4711", "Your code is 4712"]) {
      const held = await begin();
      phone().telephony.receiveMessage({ from: "+15550100", text });
      phone().telephony.receiveCall({ from: "+15550101" });
      phone().telephony.hangUp();
      expect([(await rows("sms")).length, (await rows("call_log/calls")).length]).toEqual([1, 1]);
      expect(await release(held)).toEqual({ clean: true });
      expect([await rows("sms"), await rows("call_log/calls")]).toEqual([[], []]);
    }
  });

  it("[fault C12] is left where it is when it came before the job", async () => {
    await farm.device(0, (state) => state === "ready");
    phone().telephony.receiveMessage({ from: "+15550100", text: "the device's own" });
    expect(await release(await begin())).toEqual({ clean: true });
    expect(await rows("sms")).toMatchObject([{ body: "the device's own" }]);
  });

  it.each(["ringing", "active"])(
    "[fault C12] is hung up when it is a call that is %s, and its trace removed",
    async (state) => {
      const held = await begin();
      phone().telephony.receiveCall({ from: "+15550101" });
      if (state === "active") phone().telephony.answer();
      expect(await release(held)).toEqual({ clean: true });
      expect(phone().telephony.calls).toEqual([]);
      expect(await rows("call_log/calls")).toEqual([]);
      // Without a call the same key would have switched the screen off.
      expect(phone().display.isOn).toBe(true);
    },
  );

  it("[fault C13] keeps the device out of work while the call goes on", async () => {
    const held = await begin();
    phone().telephony.receiveCall({ from: "+15550101" });
    vi.spyOn(phone().telephony, "hangUp").mockImplementation(() => {});
    expect(await release(held)).toMatchObject({
      clean: false,
      quarantineReason: expect.stringContaining("a call that goes on"),
    });
  });
});
