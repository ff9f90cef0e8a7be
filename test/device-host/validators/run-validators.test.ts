import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#device-host/host-clock.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import { fileOnDevice } from "#device-host/validators/file-on-device.ts";
import { runValidators } from "#device-host/validators/run-validators.ts";
import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import { Validator } from "#shared/contracts/judging/validator.ts";
import { alreadySatisfied, verdictOf } from "#shared/rules/judging/verdict.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";

const contacts = "content://com.android.contacts/raw_contacts";
const database = "/data/data/com.android.providers.contacts/databases/contacts2.db";

describe("validators on a phone", () => {
  let test: TestPhone;
  const judge = async (validator: unknown, answer?: string, status: AgentClaim["status"] = "success") => {
    const [judged] = await runValidators([Validator.parse(validator)], {
      device: test.adb,
      claim: answer === undefined ? undefined : { status, answer },
      screen: () => observeScreen(test.observed, systemClock),
    });
    return judged?.result;
  };
  beforeAll(async () => {
    test = await startTestPhone();
    await test.adb.push("/sdcard/Download/note.txt", Buffer.from("Grüße\nfrom the phone"));
    await test.adb.write([
      ["content", "insert", "--uri", contacts, "--bind", "display_name:s:Ann, Lee=x"],
      ["content", "insert", "--uri", contacts, "--bind", "display_name:s:Bo"],
      ["content", "insert", "--uri", contacts, "--bind", "display_name:s:0171998877"],
      ["content", "insert", "--uri", contacts, "--bind", "display_name:s:12345678901234567"],
      ["am", "start", "-n", "com.android.settings/.Settings"],
    ]);
  });
  afterAll(() => test.close());

  it.each([
    [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "0" }, "passed", "0"],
    [{ kind: "setting", namespace: "system", key: "screen_brightness", equals: "102" }, "passed", "102"],
    [{ kind: "setting", namespace: "system", key: "screen_brightness", equals: "102.0" }, "failed", "102"],
    [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }, "failed", "0"],
    [{ kind: "setting", namespace: "global", key: "absent_one", equals: null }, "passed", "absent"],
    [{ kind: "setting", namespace: "global", key: "absent_one", equals: "x" }, "failed", "absent"],
    [{ kind: "contentRow", uri: contacts, where: { display_name: "Ann, Lee=x" } }, "passed", "1 of 4"],
    [{ kind: "contentRow", uri: contacts, where: { display_name: "Cy" } }, "failed", "0 of 4"],
    [{ kind: "contentRow", uri: contacts, where: { display_name: "Cy" }, exists: false }, "passed", "0 of 4"],
    [{ kind: "contentRow", uri: contacts, where: { display_name: "0171998877" } }, "passed", "1 of 4"],
    [{ kind: "contentRow", uri: contacts, where: { display_name: "171998877" } }, "failed", "0 of 4"],
    [{ kind: "contentRow", uri: contacts, where: { display_name: 171998877 } }, "failed", "0 of 4"],
    [{ kind: "contentRow", uri: contacts, where: { display_name: "12345678901234568" } }, "failed", "0 of 4"],
    [
      { kind: "contentRow", uri: contacts, where: { _id: "1.0", display_name: "Ann, Lee=x" } },
      "passed",
      "1 of",
    ],
    [{ kind: "contentRow", uri: contacts, where: {}, count: 4 }, "passed", "4 of 4"],
    [{ kind: "contentRow", uri: "content://nobody/x", where: { a: 1 } }, "inconclusive", "nobody"],
    [{ kind: "contentRow", uri: contacts, where: { nonsense: 1 } }, "inconclusive", "nonsense"],
    [
      { kind: "file", path: "/sdcard/Download/note.txt", contains: "GRÜSSE", ignoreCase: true },
      "failed",
      "Grüße",
    ],
    [{ kind: "file", path: "/sdcard/Download/note.txt", contains: "Grüße" }, "passed", "Grüße"],
    [{ kind: "file", path: "/sdcard/Download/none.txt" }, "failed", "no such file"],
    [{ kind: "file", path: "/sdcard/Download" }, "passed", "a folder"],
    [{ kind: "file", path: "/sdcard/Download", exists: false }, "failed", "a folder"],
    [{ kind: "file", path: "/sdcard/Download", contains: "x" }, "failed", "a folder"],
    [{ kind: "file", path: "/sdcard/Download/none.txt", exists: false }, "passed", "no such file"],
    [
      { kind: "sqliteRow", database, table: "raw_contacts", where: { display_name: "Bo", _id: "2" } },
      "passed",
      "1 of 4",
    ],
    [{ kind: "sqliteRow", database, table: "nonsense", where: { hour: 1 } }, "failed", "no table"],
    [
      { kind: "sqliteRow", database: "/data/none.db", table: "t", where: { a: 1 } },
      "failed",
      "no such database",
    ],
    [
      { kind: "sqliteRow", database: "/data/none.db", table: "t", where: { a: 1 }, exists: false },
      "passed",
      "no such database",
    ],
    [{ kind: "foregroundApp", package: "com.android.settings" }, "passed", "com.android.settings"],
    [{ kind: "foregroundApp", package: "com.android.contacts" }, "failed", "com.android.settings"],
    [{ kind: "uiText", contains: "connected devices", ignoreCase: true }, "passed", "Connected devices"],
    [{ kind: "uiText", equals: "Nothing like it" }, "failed", "on the screen"],
  ])("[spec G5] judges %j: %s", async (validator, verdict, observed) => {
    expect(await judge(validator)).toMatchObject({ verdict, observed: expect.stringContaining(observed) });
  });

  it("[spec G5] compares the answer, spaces around it aside; no answer is a wrong one", async () => {
    const validator = { kind: "answer", equals: "42" };
    expect(await judge(validator, " 42\n")).toMatchObject({ verdict: "passed" });
    expect(await judge(validator, "43")).toMatchObject({ verdict: "failed", observed: "43" });
    expect(await judge(validator)).toMatchObject({ verdict: "failed", observed: "the agent gave no answer" });
  });

  it("[spec G5] passes an infeasible task when the agent says so, and not when it says nothing", async () => {
    const validator = { kind: "claim", status: "infeasible" };
    expect(await judge(validator, "", "infeasible")).toMatchObject({ verdict: "passed" });
    expect(await judge(validator, "")).toMatchObject({ verdict: "failed", observed: "success" });
    expect(await judge(validator)).toMatchObject({
      verdict: "failed",
      observed: "the agent made no claim",
    });
  });

  it.each(["👨‍👩‍👧", "می‌خواهم"])("finds %j, joiners and all, wherever it stands", async (text) => {
    const file = "/sdcard/Download/joined.txt";
    await test.adb.push(file, Buffer.from(text));
    await test.adb.write([
      ["content", "insert", "--uri", contacts, "--bind", `display_name:s:${text}`],
      ["settings", "put", "system", "joined", text],
      ["am", "start", "-n", "com.android.contacts/.activities.PeopleActivity"],
    ]);
    const where = { display_name: text };
    const validators = [
      { kind: "file", path: file, equals: text },
      { kind: "contentRow", uri: contacts, where },
      { kind: "sqliteRow", database, table: "raw_contacts", where },
      { kind: "setting", namespace: "system", key: "joined", equals: text },
      { kind: "uiText", contains: text },
      { kind: "answer", equals: text },
    ];
    for (const validator of validators) {
      expect(await judge(validator, text), validator.kind).toMatchObject({ verdict: "passed" });
      const apart = JSON.parse(JSON.stringify(validator).replaceAll(/[\u200c\u200d]/g, ""));
      expect(await judge(apart, text), `${validator.kind} without joiners`).toMatchObject({
        verdict: "failed",
      });
    }
  });

  it.each([
    ["device offline", "DeviceOffline"],
    ["device 'x' not found", "DeviceDisconnected"],
  ])("[fault A23] has no verdict when the way to the device is lost: %s", async (text, code) => {
    const remove = test.faults.install({ service: /^shell:/, fault: { kind: "fail", text } });
    const setting = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" };
    await expect(judge(setting)).rejects.toMatchObject({ code });
    remove();
  });
});

describe("a file on a device", () => {
  const device = (said: string) => ({
    pull: async () => null,
    read: async () => [{ output: said, code: 1, truncated: false }],
  });

  it("is none when the device says so", async () => {
    const there = device("ls: /data/none.db: No such file or directory");
    expect(await fileOnDevice(there, "/data/none.db", 100)).toBeNull();
  });

  it("is not taken for none when it may not be seen, as another app's on a phone without root", async () => {
    const hidden = device("ls: /data/data/x/a.db: Permission denied");
    await expect(fileOnDevice(hidden, "/data/data/x/a.db", 100)).rejects.toMatchObject({
      code: "AdbCommandFailed",
      message: expect.stringContaining("Permission denied"),
    });
  });
});

describe("what holds before the agent starts", () => {
  const passed = {
    validator: Validator.parse({ kind: "answer", equals: "x" }),
    verdict: "passed" as const,
    observed: "",
  };

  it("[spec G5] is done already only when each check passed on something that is there", () => {
    expect(alreadySatisfied([passed, passed])).toBe(true);
    expect(alreadySatisfied([passed, { ...passed, absent: true }])).toBe(false);
    expect(alreadySatisfied([passed, { ...passed, verdict: "failed" }])).toBe(false);
    expect(alreadySatisfied([])).toBe(false);
  });
});

describe("the verdict on several checks", () => {
  const result = (verdict: "passed" | "failed" | "inconclusive") => ({
    validator: Validator.parse({ kind: "answer", equals: "x" }),
    verdict,
    observed: "",
  });

  it("fails when one failed, doubts when one is in doubt, and says when there was nothing to check", () => {
    expect(verdictOf([])).toBe("none");
    expect(verdictOf([result("passed"), result("passed")])).toBe("passed");
    expect(verdictOf([result("passed"), result("inconclusive")])).toBe("inconclusive");
    expect(verdictOf([result("inconclusive"), result("failed")])).toBe("failed");
  });
});
