import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { baselineOf, type DeviceBaseline, readWholeDevice } from "#device-host/clean/device-baseline.ts";
import { cleanWithData } from "#device-host/data/clean-with-data.ts";
import { openCommandJournal } from "#device-host/delivery/command-journal.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { wanted } from "#device-host/judging/providers.ts";
import { readDevice } from "#device-host/judging/read-device.ts";
import { Changes } from "#shared/contracts/judging/changes.ts";
import { DeviceId } from "#shared/contracts/values/ids.ts";
import { compareStates } from "#shared/rules/judging/compare-states.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";
import { anyChange, anyChangeWithPort, anyLoss, type Change } from "./any-change.ts";
import { differenceOf, dumpPhone } from "./dump-phone.ts";

const deviceId = DeviceId.parse("host-a.phone");
const judged = { validators: [], changes: Changes.parse({}) };
/** Nothing here takes time to come about. */
const clock = { ...systemClock, wait: async () => {} };

let test: TestPhone;
let fresh: ReturnType<TestPhone["phone"]["snapshot"]>;
beforeAll(async () => {
  test = await startTestPhone();
  // Browsers load nothing.
  test.phone.faults.offline = true;
  fresh = test.phone.snapshot();
});
beforeEach(() => test.phone.restore(fresh));
afterAll(() => test.close());

/** Does them in their order; the apps that whoever looks after each would have seen. */
async function befall(changes: readonly Change[]): Promise<ReadonlySet<string>> {
  const { phone, adb } = test;
  const touched = new Set<string>();
  for (let at = 0; at < changes.length; ) {
    const other = changes.slice(at).findIndex((change) => !("line" in change));
    const some = changes.slice(at, other < 0 ? undefined : at + other);
    const lines = some.flatMap((change) => ("line" in change ? change.line : []));
    if (lines.length > 0) await adb.write(lines.map((line) => ["sh", "-c", line]));
    // What is done through a port is not seen: any app may have been used.
    if (some.some(({ kind }) => kind === "port"))
      for (const { packageName, launcherActivity } of phone.packages.list())
        if (launcherActivity !== null) touched.add(packageName);
    const change = changes[at + some.length];
    at += some.length + 1;
    if (change === undefined || "line" in change) continue;
    await change.act(phone);
    const inFront = phone.activities.focused()?.packageName;
    if (change.kind === "seen" && inFront !== undefined) touched.add(inFront);
  }
  return touched;
}

const clean = (baseline: DeviceBaseline, touchedPackages: Iterable<string>) => {
  const journal = openCommandJournal(":memory:", () => new Date());
  const device = { deviceId, facts: { apiLevel: 34 }, touchedPackages };
  return cleanWithData(test.adb, { device, baseline, services: { journal, clock } });
};

const takeBaseline = async () => baselineOf(await readWholeDevice(test.adb, wanted([])));

describe("a device after anything that a job, its apps and others did to it", () => {
  const hundred = (change: fc.Arbitrary<Change>) => fc.array(change, { minLength: 100, maxLength: 100 });

  it.each([
    ["through apps, dialogs and adb", anyChange, 20, 1],
    ["through an adb port too", anyChangeWithPort, 10, 2],
  ])("[fault C17] [fault C18] is as it was before a hundred changes %s", async (_, change, numRuns, seed) => {
    const { phone, adb } = test;
    const before = { baseline: await takeBaseline(), judged: await readDevice(adb, judged) };
    const [snapshot, dump] = [phone.snapshot(), dumpPhone(phone)];
    const property = fc.asyncProperty(hundred(change), async (changes) => {
      phone.restore(snapshot);
      const touched = await befall(changes);
      const { leftovers } = await clean(before.baseline, touched);
      expect(leftovers).toBe("");
      expect(differenceOf(dump, dumpPhone(phone))).toEqual([]);
      expect(compareStates(before.judged.state, (await readDevice(adb, judged)).state).changes).toEqual([]);
    });
    await fc.assert(property, { numRuns, seed, endOnFailure: true });
  });

  it("[fault C17] is never called clean while it lacks something of its owner's", async () => {
    const { phone, adb } = test;
    await adb.write([
      ["sh", "-c", "echo own > /sdcard/Download/own.txt; mkdir -p /sdcard/Own"],
      ["content", "insert", "--uri", "content://com.android.contacts/raw_contacts", "--bind", "starred:i:1"],
      [
        "sh",
        "-c",
        "content insert --uri content://com.android.contacts/data --bind raw_contact_id:i:1 --bind mimetype:s:vnd.android.cursor.item/name --bind data1:s:Own",
      ],
      ["content", "insert", "--uri", "content://sms/inbox", "--bind", "address:s:+15550199"],
      ["sh", "-c", `echo '{"packageName":"org.example.own","label":"Own"}' > /data/local/tmp/own.apk`],
      ["pm", "install", "/data/local/tmp/own.apk"],
    ]);
    const baseline = await takeBaseline();
    const [snapshot, dump] = [phone.snapshot(), dumpPhone(phone)];
    const changes = fc.array(fc.oneof({ weight: 9, arbitrary: anyChange }, anyLoss), {
      minLength: 4,
      maxLength: 16,
    });
    let lost = 0;
    let kept = 0;
    const property = fc.asyncProperty(changes, async (some) => {
      phone.restore(snapshot);
      const touched = await befall(some);
      const cleaned = await clean(baseline, touched);
      if (cleaned.clean) kept += 1;
      else {
        lost += 1;
        // What a repair does.
        phone.restore(snapshot);
        expect((await clean(baseline, touched)).leftovers).toBe("");
      }
      expect(differenceOf(dump, dumpPhone(phone))).toEqual([]);
    });
    await fc.assert(property, { numRuns: 15, seed: 3, endOnFailure: true });
    expect(Math.min(lost, kept)).toBeGreaterThan(2);
  });
});
