import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagesIn } from "#device-host/clean/packages-in-commands.ts";
import { runPreparation } from "#device-host/clean/run-preparation.ts";
import { rememberTearDown, tearDown } from "#device-host/clean/tear-down.ts";
import { openCommandJournal } from "#device-host/delivery/command-journal.ts";
import { DeviceId } from "#shared/contracts/values/ids.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";

const deviceId = DeviceId.parse("host-a.phone");
const now = () => new Date("2026-01-02T03:04:05Z");

describe("lines that prepare a device and clear up after its job", () => {
  let test: TestPhone;
  beforeAll(async () => {
    test = await startTestPhone();
  });
  afterAll(() => test.close());

  it("run in their order, and the first that fails is named with what it said", async () => {
    await runPreparation(test.adb, [
      "settings put global device_name One",
      "settings put global device_name Two",
    ]);
    expect(test.phone.settings.get("global", "device_name")).toBe("Two");
    const lines = ["settings put global device_name Three", "cat /sdcard/nothing-here", "true"];
    await expect(runPreparation(test.adb, lines)).rejects.toMatchObject({
      code: "PreparationFailed",
      message: expect.stringContaining("Command 2"),
      details: { output: expect.stringContaining("No such file") },
    });
  });

  it("fail also where `content` says an error and ends with 0", async () => {
    const insert = "content insert --uri content://com.android.deskclock/alarms --bind hours:i:7";
    await expect(runPreparation(test.adb, [insert])).rejects.toMatchObject({ code: "PreparationFailed" });
  });

  it("clear up once, by a host that was started anew in between too", async () => {
    const directory = `${test.phone.filesRoot}/../journal-${process.pid}.db`;
    const before = openCommandJournal(directory, now);
    rememberTearDown(before, deviceId, ["settings put global device_name Gone", "false"]);
    before.close();
    const journal = openCommandJournal(directory, now);
    expect(await tearDown(test.adb, journal, deviceId)).toEqual(["false"]);
    expect(test.phone.settings.get("global", "device_name")).toBe("Gone");
    test.phone.settings.put("global", "device_name", "Later");
    expect(await tearDown(test.adb, journal, deviceId)).toEqual([]);
    expect(test.phone.settings.get("global", "device_name")).toBe("Later");
    journal.close();
  });

  it("name the apps whose data they may change, and those that keep it for others", () => {
    expect(
      packagesIn([
        "content insert --uri content://sms --bind body:s:Hello.there",
        "sqlite3 /data/data/org.drover.shop/databases/shop.db 'DELETE FROM cart'",
        "am start -n com.android.deskclock/.DeskClock",
        "settings put global wifi_on 0",
      ]),
    ).toEqual(["com.android.providers.telephony", "org.drover.shop", "com.android.deskclock"]);
  });
});
