import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCheck } from "#cli/options/parse-check.ts";

describe("parseCheck", () => {
  it.each([
    [
      "setting:global/bluetooth_on=1",
      { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" },
    ],
    [
      "setting:secure/default_input_method=a/.b=c",
      { kind: "setting", namespace: "secure", key: "default_input_method", equals: "a/.b=c" },
    ],
    ["setting:system/x=null", { kind: "setting", namespace: "system", key: "x", equals: null }],
    [
      "row:content://com.android.contacts/data/phones?display_name=Ada%20Lovelace&data1=+49171",
      {
        kind: "contentRow",
        uri: "content://com.android.contacts/data/phones",
        where: { display_name: "Ada Lovelace", data1: "+49171" },
        exists: true,
      },
    ],
    [
      "sqlite:/data/x/databases/alarms.db/alarm_templates?hour=7",
      {
        kind: "sqliteRow",
        database: "/data/x/databases/alarms.db",
        table: "alarm_templates",
        where: { hour: "7" },
        exists: true,
      },
    ],
    ["file:/sdcard/a.txt", { kind: "file", path: "/sdcard/a.txt", exists: true, ignoreCase: false }],
    [
      "file:/sdcard/a.txt~half",
      { kind: "file", path: "/sdcard/a.txt", exists: true, contains: "half", ignoreCase: false },
    ],
    ["app:com.android.settings", { kind: "foregroundApp", package: "com.android.settings" }],
    ["ui:Saved", { kind: "uiText", contains: "Saved", ignoreCase: true }],
    ["answer:=14", { kind: "answer", equals: "14", ignoreCase: false }],
    ['{"kind":"answer","contains":"14"}', { kind: "answer", contains: "14", ignoreCase: false }],
  ])("reads %s", (text, expected) => {
    expect(parseCheck(text)).toEqual(expected);
  });

  it.each([
    ["bluetooth", "unknown kind 'bluetooth'"],
    ["battery:full", "unknown kind 'battery'"],
    ["setting:global", "namespace"],
    ["setting:wifi=1", /cannot be read: a setting has a namespace, a key and a value: [^;]*$/m],
    ["setting:galaxy/x=1", "namespace"],
    ["file:relative.txt", "absolute path"],
    ["file:/sdcard/../data/x", "'..'"],
    ["sqlite:/x.db/bad-table?a=1", "table"],
    ["row:http://x?a=1", "uri"],
    ["app:com.x; reboot", "package"],
    ["{nonsense", "JSON"],
  ])("refuses %s naming what is wrong", (text, why) => {
    expect(() => parseCheck(text)).toThrow(why);
  });

  it("takes any setting value as it stands", () => {
    const printable = fc
      .string({ unit: "grapheme-ascii", maxLength: 40 })
      .filter((value) => value !== "null");
    fc.assert(
      fc.property(printable, (value) => {
        expect(parseCheck(`setting:global/key=${value}`)).toMatchObject({ equals: value });
      }),
    );
  });
});
