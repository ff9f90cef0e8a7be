import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { ulid } from "ulid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { preparedAppKey } from "#shared/contracts/farm/keys.ts";
import { JobData } from "#shared/contracts/job/job-data.ts";
import { UploadId } from "#shared/contracts/values/ids.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { projectConfig } from "../project-config.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const contacts = "content://com.android.contacts";

const data = JobData.parse({
  files: [
    { path: "/sdcard/Documents/it's a list.txt", text: "Milk" },
    { path: "/sdcard/Pictures/dot.gif", base64: "R0lGODdhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=" },
  ],
  contacts: [
    { name: "Ann O'Neill", phones: ["+1 555 0100"], emails: ["ann@example.org"] },
    { name: "Bo: the second" },
  ],
  messages: [{ from: "+15550199", text: "Your code is 1234; it's short.", at: "2026-03-01T08:00:00.000Z" }],
  calendar: [
    {
      title: "Dentist",
      startsAt: "2026-03-05T08:00:00.000Z",
      endsAt: "2026-03-05T09:00:00.000Z",
      location: "Main St",
    },
  ],
  settings: [{ namespace: "system", key: "screen_off_timeout", value: "60000" }],
  sql: [
    {
      package: "org.drover.shop",
      database: "shop.db",
      statements: ["UPDATE products SET stock = 0 WHERE id = 1", "INSERT INTO cart VALUES (2, 3)"],
    },
  ],
});

let farm: TestFarm;
beforeAll(async () => {
  farm = await startTestFarm();
  // Nothing to go back to: what stays, stays.
  await farm.startHost({ config: projectConfig({ snapshots: { keepClean: false } }) });
});
afterAll(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
const rows = (uri: string, where?: string) =>
  phone().content.query(uri, where === undefined ? {} : { where });
const shop = (sql: string) => {
  using database = new DatabaseSync(`${phone().filesRoot}/data/data/org.drover.shop/databases/shop.db`, {
    readOnly: true,
  });
  return database.prepare(sql).all();
};
async function begun(change: Record<string, unknown>) {
  const held = await farm.lease(change);
  return { held, answer: await farm.run(held, setUp) };
}

type Held = Awaited<ReturnType<TestFarm["lease"]>>;
async function release(held: Held) {
  const { output } = await farm.run(held, { kind: "release" });
  return JSON.parse(output ?? "{}");
}

describe("a job's data", () => {
  it("is on the device before its agent looks, and proved to be gone afterwards", async () => {
    const setting = phone().settings.get("system", "screen_off_timeout");
    const stock = shop("SELECT stock FROM products WHERE id = 1");
    const { held, answer } = await begun({ data });
    expect(answer.error).toBeUndefined();
    expect(await rows(`${contacts}/data/phones`)).toMatchObject([
      { display_name: "Ann O'Neill", number: "+1 555 0100" },
    ]);
    expect(await rows(`${contacts}/data/emails`)).toMatchObject([{ address: "ann@example.org" }]);
    expect(await rows(`${contacts}/raw_contacts`)).toHaveLength(2);
    expect(await rows("content://sms/inbox", "address = '+15550199'")).toMatchObject([
      { body: "Your code is 1234; it's short.", read: 0, date: Date.parse("2026-03-01T08:00:00Z") },
    ]);
    expect(await rows("content://com.android.calendar/events", "title = 'Dentist'")).toMatchObject([
      { eventLocation: "Main St", dtend: Date.parse("2026-03-05T09:00:00Z") },
    ]);
    expect(phone().settings.get("system", "screen_off_timeout")).toBe("60000");
    expect(shop("SELECT stock FROM products WHERE id = 1")).toEqual([{ stock: 0 }]);
    expect(shop("SELECT quantity FROM cart WHERE product_id = 2")).toEqual([{ quantity: 3 }]);
    expect(await release(held)).toEqual({ clean: true });
    expect(await rows(`${contacts}/raw_contacts`)).toEqual([]);
    expect(await rows("content://sms", "address = '+15550199'")).toEqual([]);
    expect(await rows("content://com.android.calendar/events", "title = 'Dentist'")).toEqual([]);
    expect(phone().settings.get("system", "screen_off_timeout")).toBe(setting);
    expect(shop("SELECT stock FROM products WHERE id = 1")).toEqual(stock);
    expect(shop("SELECT * FROM cart")).toEqual([]);
  });

  it("is refused by its name where the device does not take it", async () => {
    vi.spyOn(phone().content, "insert").mockResolvedValue();
    const { held, answer } = await begun({ data: JobData.parse({ messages: [{ from: "+1", text: "Hi" }] }) });
    vi.restoreAllMocks();
    expect(answer).toMatchObject({
      error: "DeviceUnsupported",
      cause: expect.stringContaining("data.messages"),
    });
    await release(held);
  });

  it("says what SQLite says of a statement, and does none of them", async () => {
    const before = shop("SELECT count(*) AS count FROM cart");
    const statements = ["INSERT INTO cart VALUES (1, 1)", "INSERT INTO carts VALUES (1)"];
    const sql = [{ package: "org.drover.shop", database: "shop.db", statements }];
    const { held, answer } = await begun({ data: JobData.parse({ sql }) });
    expect(answer).toMatchObject({
      error: "PreparationFailed",
      cause: expect.stringMatching(/no such table: carts/),
    });
    expect(shop("SELECT count(*) AS count FROM cart")).toEqual(before);
    await release(held);
  });
});

describe("a job's apps", () => {
  const app = { packageName: "org.example.notes", label: "Notes", versionName: "2.1", versionCode: 21 };
  const apk = Buffer.from(JSON.stringify(app));
  const uploadId = UploadId.parse(ulid());
  const prepare = { apps: [{ uploadId }], files: [], commands: [], tearDown: [] };
  const installed = () =>
    phone()
      .packages.list()
      .some(({ packageName }) => packageName === app.packageName);

  it("are installed as they were uploaded, named with version and hash, and gone afterwards", async () => {
    await farm.storage.artifacts.put(preparedAppKey(tenantId, uploadId), apk, "application/octet-stream");
    const { held, answer } = await begun({ prepare });
    expect(answer.error).toBeUndefined();
    expect(installed()).toBe(true);
    const job = await farm.repositories.jobs.get(tenantId, held.jobId);
    expect(job?.preparedApps).toEqual([
      {
        package: app.packageName,
        versionName: "2.1",
        versionCode: "21",
        sha256: createHash("sha256").update(apk).digest("hex"),
        bytes: apk.length,
      },
    ]);
    expect(await release(held)).toEqual({ clean: true });
    expect(installed()).toBe(false);
  });

  it("are refused where the device has one of them already", async () => {
    await farm.storage.artifacts.put(preparedAppKey(tenantId, uploadId), apk, "application/octet-stream");
    await phone().packages.install(apk, { replace: true, downgrade: false, grantAll: false });
    const { held, answer } = await begun({ prepare });
    expect(answer).toMatchObject({ error: "AppUnusable", cause: expect.stringMatching(/ALREADY_EXISTS/) });
    await release(held);
  });
});

describe("a job's data that stays", () => {
  it("is found by a look at the device, whatever its commands said, and keeps it out of work", async () => {
    const { held } = await begun({ data: JobData.parse({ contacts: [{ name: "Stays" }] }) });
    vi.spyOn(phone().packages, "clear").mockResolvedValue(true);
    vi.spyOn(phone().content, "delete").mockResolvedValue(0);
    const released = await release(held);
    vi.restoreAllMocks();
    expect(released.quarantineReason).toMatch(
      /^DeviceNotClean: not as before: row content:\/\/com\.android\.contacts\/raw_contacts#\d+ was added/,
    );
  });
});
