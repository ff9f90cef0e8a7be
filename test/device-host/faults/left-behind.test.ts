import { writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Changes } from "#shared/contracts/judging/changes.ts";
import { projectConfig } from "../project-config.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const contacts = "content://com.android.contacts/raw_contacts";
const alarms = "content://com.android.deskclock/alarms";
const home = "com.android.launcher3";

let farm: TestFarm;
beforeEach(async () => {
  farm = await startTestFarm();
});
afterEach(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
/** Without snapshots there is nothing to go back to: what stays, stays. */
const start = (keepClean = false) => farm.startHost({ config: projectConfig({ snapshots: { keepClean } }) });
const begin = async () => {
  const held = await farm.lease();
  expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
  return held;
};
const release = async (held: Awaited<ReturnType<typeof begin>>): Promise<unknown> =>
  JSON.parse((await farm.run(held, { kind: "release" })).output ?? "null");

describe("what a job leaves behind an app's back", () => {
  it("[fault C17] is a contact and an alarm, and neither is there for the next job", async () => {
    await start();
    const own = await phone().content.query(alarms, {});
    for (const name of ["Ann", "Bo"]) {
      const held = await begin();
      await phone().content.insert(contacts, { display_name: name });
      await phone().content.insert(alarms, { hour: 4, minutes: 44, label: name });
      expect(await release(held)).toEqual({ clean: true });
      expect(await phone().content.query(contacts, {})).toEqual([]);
      expect(await phone().content.query(alarms, {})).toEqual(own);
    }
  });

  it("[fault C17] is taken away alone from an owner's phone, whose own contacts stay", async () => {
    await phone().content.insert(contacts, { display_name: "The owner's friend" });
    await start();
    const own = await phone().content.query(contacts, {});
    const held = await begin();
    await phone().content.insert(contacts, { display_name: "Planted" });
    await phone().activities.start({
      component: "com.android.contacts/.activities.PeopleActivity",
      categories: [],
      extras: {},
      flags: 0,
    });
    expect(await release(held)).toEqual({ clean: true });
    expect(await phone().content.query(contacts, {})).toEqual(own);
  });

  it("[fault C17] is a row in the database of an app that the job watches, and goes with the app's data", async () => {
    await start();
    const held = await farm.lease({ changes: Changes.parse({ watch: ["org.drover.shop"] }) });
    await farm.run(held, setUp);
    const cart = () => new DatabaseSync(`${phone().filesRoot}/data/data/org.drover.shop/databases/shop.db`);
    {
      using database = cart();
      database.exec("INSERT INTO cart VALUES (1, 2)");
    }
    expect(await release(held)).toEqual({ clean: true });
    using database = cart();
    expect(database.prepare("SELECT * FROM cart").all()).toEqual([]);
  });

  const losses: readonly (readonly [string, () => unknown])[] = [
    ["a contact of the owner's", () => phone().content.delete(contacts)],
    [
      "a file of the owner's",
      () => writeFileSync(path.join(phone().filesRoot, "sdcard/Download/own.txt"), "changed"),
    ],
  ];
  const owned = async () => {
    await phone().content.insert(contacts, { display_name: "The owner's friend" });
    writeFileSync(path.join(phone().filesRoot, "sdcard/Download/own.txt"), "as it was");
  };

  it.each(losses)("[fault C17] keeps the device out of work when it is %s that was lost", async (_, lose) => {
    await owned();
    await start();
    const held = await begin();
    await lose();
    expect(await release(held)).toMatchObject({
      clean: false,
      quarantineReason: expect.stringMatching(/raw_contacts#1 was removed|own\.txt" was changed/),
    });
    await farm.device(0, (state) => state === "quarantined");
  });

  it.each(losses)(
    "[fault C17] goes back to how it was clean when it is %s that was lost",
    async (_, lose) => {
      // Before the host looks at the device: what comes later is nobody's, and is removed.
      await owned();
      await start(true);
      await release(await begin());
      const held = await begin();
      await lose();
      expect(await release(held)).toEqual({ clean: true });
      expect(await phone().content.query(contacts, {})).toMatchObject([
        { display_name: "The owner's friend" },
      ]);
      expect(await farm.device(0, (state) => state === "ready")).toMatchObject({ repairs: { recreate: 1 } });
    },
  );
});

describe("what a job leaves on the screen", () => {
  const covers: Readonly<Record<string, () => void | Promise<void>>> = {
    "a dialog of an app": () => phone().showDialog("org.drover.shop", { title: "Rate us", buttons: [] }),
    "two dialogs, one over the other": () => {
      phone().showDialog("org.drover.shop", { title: "Rate us", buttons: [] });
      phone().showDialog("com.android.deskclock", { title: "News", buttons: [] });
    },
    "a crash": () => phone().showAppError("com.android.deskclock", "crash"),
    "an app that does not respond": () => phone().showAppError("org.drover.shop", "anr"),
    "the system's interface, which does not respond": () =>
      phone().showAppError("com.android.systemui", "anr"),
    "a question for a permission": () =>
      phone().showPermissionDialog("com.android.deskclock", "send you notifications"),
    "the notification shade": () => phone().expandShade("notifications"),
    "the lock screen": () => phone().input.keyevent(26),
  };

  it.each(Object.entries(covers))(
    "[fault C18] is %s, and is not there for the next job",
    async (_, cover) => {
      await start();
      const held = await begin();
      await cover();
      expect(await release(held)).toEqual({ clean: true });
      expect(phone().activities.focused()).toMatchObject({ packageName: home });
      expect(phone().display).toMatchObject({ isOn: true, isLocked: false });
    },
  );

  it("[fault C18] keeps the device out of work while nothing closes it", async () => {
    await start();
    const held = await begin();
    phone().showDialog("org.drover.shop", { title: "Rate us", buttons: [] });
    vi.spyOn(phone().activities, "forceStop").mockResolvedValue();
    vi.spyOn(phone().packages, "clear").mockResolvedValue(true);
    expect(await release(held)).toMatchObject({
      clean: false,
      quarantineReason: expect.stringContaining("org.drover.shop on the screen"),
    });
  });

  it("[fault C18] is closed before a job begins when it came after the device was cleaned", async () => {
    await start();
    await release(await begin());
    await farm.device(0, (state) => state === "ready");
    phone().showDialog("org.drover.shop", { title: "Rate us", buttons: [] });
    await begin();
    expect(phone().activities.focused()).toMatchObject({ packageName: home });
  });
});
