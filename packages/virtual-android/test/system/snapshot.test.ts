import { mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPhone } from "../../src/start-phone.ts";
import { KEY, type PhoneUser, pickUpPhone } from "../phone-user.ts";

const screenOf = async ({ phone }: PhoneUser) => {
  const dump = await phone.dumpHierarchy();
  if (!dump.ok) throw new Error(dump.error);
  return dump.xml;
};
const alarms = (user: PhoneUser) => user.phone.content.query("content://com.android.deskclock/alarms", {});
const notes = Buffer.from('{"packageName":"com.example.notes","label":"Jotter"}');

describe("a phone's snapshot", () => {
  it("holds the screen with what is typed, the apps, the files, the settings and the data", async () => {
    await using user = await pickUpPhone();
    const { phone } = user;
    await phone.packages.install(notes, { replace: false, downgrade: false });
    await user.tap("Jotter");
    await user.tap("com.example.notes:id/note");
    await phone.input.text("half a thought");
    await writeFile(join(phone.filesRoot, "sdcard/Download/list.txt"), "milk");
    phone.settings.put("global", "bluetooth_on", "1");
    phone.clipboard.set("copied");
    phone.setProperty("debug.word", "kept");
    const pidsNow = () => phone.activities.running().map(({ packageName, pid }) => [packageName, pid]);
    const [before, rows, pids] = [await screenOf(user), await alarms(user), pidsNow()];
    const snapshot = phone.snapshot();

    await user.press(KEY.home);
    await phone.packages.uninstall("com.example.notes");
    await phone.content.delete("content://com.android.deskclock/alarms");
    await writeFile(join(phone.filesRoot, "sdcard/Download/list.txt"), "eggs");
    await writeFile(join(phone.filesRoot, "sdcard/Download/more.txt"), "more");
    phone.settings.put("global", "bluetooth_on", "0");
    phone.clipboard.set(null);
    phone.setProperty("debug.word", "changed");
    phone.restore(snapshot);

    expect(await screenOf(user)).toBe(before);
    expect(await alarms(user)).toEqual(rows);
    expect(pidsNow()).toEqual(pids);
    expect(phone.settings.get("global", "bluetooth_on")).toBe("1");
    expect(phone.clipboard.get()).toBe("copied");
    expect(phone.properties().get("debug.word")).toBe("kept");
    expect(await readFile(join(phone.filesRoot, "sdcard/Download/list.txt"), "utf8")).toBe("milk");
    await expect(readFile(join(phone.filesRoot, "sdcard/Download/more.txt"))).rejects.toThrow("ENOENT");
  });

  it("goes on after a restore as it did the first time", async () => {
    await using user = await pickUpPhone();
    await user.tap("Contacts");
    await user.tap("Create contact");
    const snapshot = user.phone.snapshot();
    const goOn = async () => {
      await user.phone.input.text("Ada");
      await user.press(KEY.back);
      return screenOf(user);
    };
    const first = await goOn();
    user.phone.restore(snapshot);
    expect(await goOn()).toBe(first);
  });

  it("stays as it was, however often it is restored and whatever is done after", async () => {
    await using user = await pickUpPhone();
    const snapshot = user.phone.snapshot();
    const before = await screenOf(user);
    for (let round = 0; round < 3; round += 1) {
      await user.tap("Settings");
      await user.phone.input.swipe(540, 1_800, 540, 900, 600);
      user.phone.settings.put("system", "screen_brightness", String(round + 1));
      user.phone.restore(snapshot);
      expect(await screenOf(user)).toBe(before);
    }
  });

  it("writes only files that are different, however often it is restored", async () => {
    await using user = await pickUpPhone();
    const { phone } = user;
    const changedAt = async (name: string) => (await stat(join(phone.filesRoot, name))).ctimeMs;
    const [clock, shop] = ["data/user_de/0/com.android.deskclock", "data/data/org.drover.shop"];
    const databases = [`${clock}/databases/alarms.db`, `${shop}/databases/shop.db`] as const;
    // A file that was written to a moment ago may be written to again without a new time on it.
    for (const name of databases) await utimes(join(phone.filesRoot, name), 1, 1);
    const snapshot = phone.snapshot();
    const before = await Promise.all(databases.map(changedAt));
    for (let round = 0; round < 2; round += 1) {
      await phone.content.delete("content://com.android.deskclock/alarms");
      phone.restore(snapshot);
    }
    const [alarmsAt, shopAt] = await Promise.all(databases.map(changedAt));
    expect(alarmsAt).toBeGreaterThan(before[0] ?? 0);
    expect(shopAt).toBe(before[1]);
  });

  it("keeps the times of files and folders, which are of the phone's own clock", async () => {
    await using user = await pickUpPhone();
    const { phone } = user;
    const times = () => user.shell("find /sdcard -exec stat -c '%Y %n' {} +");
    await user.shell("echo milk > /sdcard/Download/list.txt; mkdir -p /sdcard/Download/a/b");
    const [before, seconds] = [await times(), String(phone.clock().getTime() / 1_000)];
    expect(before).toContain("/sdcard/Download/a/b\n");
    expect(
      new Set(
        before
          .trim()
          .split("\n")
          .map((line) => line.split(" ")[0]),
      ),
    ).toEqual(new Set([seconds]));
    const snapshot = phone.snapshot();
    user.setTime("2026-03-02T12:00:00Z");
    await user.shell(
      "rm -r /sdcard/Download/a; touch /sdcard/DCIM/new.txt; mv /sdcard/Download/list.txt /sdcard",
    );
    expect(await times()).not.toBe(before);
    phone.restore(snapshot);
    expect(await times()).toBe(before);
  });

  it("has each snapshot's rows, although both were written to equally often since they were one", async () => {
    await using user = await pickUpPhone();
    const { phone } = user;
    const origin = phone.snapshot();
    const withAlarms = async (where: string) => {
      phone.restore(origin);
      await phone.content.delete("content://com.android.deskclock/alarms", where);
      return { snapshot: phone.snapshot(), rows: await alarms(user) };
    };
    const [one, other] = [await withAlarms("_id = 1"), await withAlarms("_id = 2")];
    expect(one.rows).not.toEqual(other.rows);
    for (const { snapshot, rows } of [one, other, one]) {
      phone.restore(snapshot);
      expect(await alarms(user)).toEqual(rows);
    }
  });

  it("brings back a dialog of the system that works as before", async () => {
    await using user = await pickUpPhone();
    user.phone.showAppError("com.android.settings", "anr");
    const snapshot = user.phone.snapshot();
    await user.tap("Wait");
    expect(await user.find("Wait")).toBeUndefined();
    user.phone.restore(snapshot);
    await user.tap("Wait");
    expect(await user.find("Wait")).toBeUndefined();
  });

  it("sees a file that was written to twice within one tick of the machine's clock", async () => {
    await using user = await pickUpPhone();
    const file = join(user.phone.filesRoot, "sdcard/Download/fast.txt");
    const seen = [];
    for (const text of ["one", "two", "six"]) {
      await writeFile(file, text);
      const { content } = fileOf(user.phone.snapshot(), "sdcard/Download/fast.txt");
      seen.push(Buffer.from(content).toString());
    }
    expect(seen).toEqual(["one", "two", "six"]);
  });

  it("shares what did not change with the one before", async () => {
    await using user = await pickUpPhone();
    const [first, second] = [user.phone.snapshot(), user.phone.snapshot()];
    const path = "data/data/com.android.providers.contacts/databases/contacts2.db";
    expect(fileOf(second, path).content).toBe(fileOf(first, path).content);
  });

  it("can be gone on from by another phone, under its own serial and apart from the first", async () => {
    await using user = await pickUpPhone();
    user.phone.settings.put("global", "bluetooth_on", "1");
    await user.tap("Clock");
    const dir = await mkdtemp(join(tmpdir(), "fork-"));
    const fork = await createPhone({
      serial: "emulator-5580",
      dir,
      clock: user.phone.clock,
      from: user.phone.snapshot(),
    });
    try {
      expect(await fork.dumpHierarchy()).toEqual(await user.phone.dumpHierarchy());
      expect(fork.settings.get("global", "bluetooth_on")).toBe("1");
      expect(fork.properties().get("ro.serialno")).toBe("emulator-5580");
      await fork.content.delete("content://com.android.deskclock/alarms");
      expect(await alarms(user)).not.toEqual([]);
    } finally {
      await fork.close();
      await rm(dir, { recursive: true, force: true });
    }
  });
});

type Snapshot = ReturnType<PhoneUser["phone"]["snapshot"]>;
function fileOf({ disk }: Snapshot, path: string) {
  const entry = disk.get(path);
  if (entry?.kind !== "file") throw new Error(`${path} is no file of the snapshot`);
  return entry;
}
