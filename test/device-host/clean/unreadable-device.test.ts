import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectConfig } from "../project-config.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const contacts = "content://com.android.contacts/raw_contacts";
const grant = ["org.chromium.webview_shell", "android.permission.CAMERA"] as const;
/** What dumpsys says of a service that it does not find, through the grep that follows it. */
const noDump = {
  service: /dumpsys package packages/,
  fault: { kind: "tamper", change: (text: string) => text.replace(/^ +(Package \[|.*granted=).*\n/gm, "") },
} as const;
const noHome = {
  service: /resolve-activity/,
  fault: {
    kind: "tamper",
    change: (text: string) => text.replace(/^.*launcher3\/.*$/gm, "No activity found"),
  },
} as const;

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
const start = () => farm.startHost({ config: projectConfig({ snapshots: { keepClean: false } }) });
const begin = async () => {
  const held = await farm.lease();
  expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
  return held;
};
const release = async (held: Awaited<ReturnType<typeof begin>>): Promise<unknown> =>
  JSON.parse((await farm.run(held, { kind: "release" })).output ?? "null");
const downloads = () => path.join(phone().filesRoot, "sdcard/Download");
const granted = () =>
  phone()
    .packages.permissions(grant[0])
    .runtime.find(({ name }) => name === grant[1])?.granted;
const outOfWork = async (held: Awaited<ReturnType<typeof begin>>, why: string) => {
  expect(await release(held)).toMatchObject({ clean: false, quarantineReason: expect.stringContaining(why) });
  await farm.device(0, (state) => state === "quarantined");
};

describe("a device that a job made hard to read", () => {
  it("[fault C17] is clean again when its files are more than can be listed at once", async () => {
    await start();
    const held = await begin();
    const deep = path.join(downloads(), ...Array.from({ length: 6 }, (_, level) => `${level}`.repeat(250)));
    mkdirSync(deep, { recursive: true });
    for (let count = 0; count < 9_600; count += 1)
      writeFileSync(path.join(deep, `${count}`.padEnd(250, "x")), "");
    await phone().content.insert(contacts, { display_name: "Planted" });
    expect(await release(held)).toEqual({ clean: true });
    expect(readdirSync(downloads())).toEqual([]);
    expect(await phone().content.query(contacts, {})).toEqual([]);
  }, 120_000);

  it("[fault C17] is clean again when one directory is full of files", async () => {
    await start();
    const held = await begin();
    for (let count = 0; count < 1_500; count += 1)
      writeFileSync(path.join(downloads(), `it's ${count}`.padEnd(200, "x")), "");
    expect(await release(held)).toEqual({ clean: true });
    expect(readdirSync(downloads())).toEqual([]);
  }, 60_000);

  it("[fault C17] is out of work while what was granted on it cannot be read", async () => {
    await start();
    const held = await begin();
    farm.faults.install(noDump);
    await outOfWork(held, "permissions, which cannot be read");
  });

  it("[fault C18] is out of work while it does not tell its home screen", async () => {
    await start();
    const held = await begin();
    farm.faults.install(noHome);
    await outOfWork(held, "no home screen that is known");
  });
});

describe("a device that could not be read for a moment when a job was set up", () => {
  it("[fault C17] is read again, and what the job is granted is taken away", async () => {
    phone().packages.setPermission(...grant, false);
    await start();
    farm.faults.install({ ...noDump, times: 1 });
    const held = await begin();
    phone().packages.setPermission(...grant, true);
    expect(granted()).toBe(true);
    expect(await release(held)).toEqual({ clean: true });
    expect(granted()).toBe(false);
  });

  it("[fault C17] is handed to no job while it cannot be read, when it could be before", async () => {
    await start();
    await release(await begin());
    farm.faults.install(noDump);
    const held = await farm.lease();
    expect(await farm.run(held, setUp)).toMatchObject({ error: "DeviceNotClean" });
  });
});

describe("a provider of very many rows", () => {
  it("[fault C17] loses what a job added, keeps its owner's rows", async () => {
    for (let count = 0; count < 2_100; count += 1)
      await phone().content.insert(contacts, { display_name: `Own ${count}` });
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
    const changing = await begin();
    await phone().content.update(contacts, { display_name: "Changed" }, "_id = 7");
    await outOfWork(changing, "raw_contacts#7 was changed");
  }, 120_000);
});
