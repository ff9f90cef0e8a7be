import { afterEach, describe, expect, it } from "vitest";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import type { LabelServices } from "#device-host/apps/app-labels.ts";
import { readBootFacts } from "#device-host/devices/boot-facts.ts";
import { learnContext } from "#device-host/devices/learn-context.ts";
import type { ManagedDevice } from "#device-host/devices/managed-device.ts";
import { silentLogger } from "#device-host/host-logger.ts";
import type { KnownApp } from "#shared/contracts/device/known-app.ts";
import { deviceId, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestPhone } from "../start-test-phone.ts";

/** A phone, what was asked of it, and the tenant's known apps. */
async function startDevice() {
  const phone = await startTestPhone();
  const asked: string[] = [];
  const known: KnownApp[] = [];
  let milliseconds = 0;
  const adb = new ServedDevice({
    endpoint: phone.endpoint,
    serial: phone.serial,
    onCommand: ({ service }) => asked.push(service),
  });
  const facts = await readBootFacts(adb);
  if (facts === null) throw new Error("the phone has not booted");
  const device: Pick<ManagedDevice, "deviceId" | "facts" | "apps"> = { deviceId, facts, apps: null };
  const services: LabelServices = {
    tenantId,
    logger: silentLogger,
    clock: {
      now: () => new Date("2026-01-01T00:00:00Z"),
      monotonic: () => milliseconds,
      wait: async () => {},
    },
    repositories: {
      knownApps: {
        put: async (app) => void known.push(app),
        find: async (_tenant, locale) => known.filter((app) => app.locale === locale),
      },
    },
  };
  return {
    ...phone,
    adb,
    asked,
    known,
    device,
    learn: (from = device) => learnContext(from, adb, services),
    pass: (more: number) => {
      milliseconds += more;
    },
    count: (pattern: RegExp) => asked.filter((service) => pattern.test(service)).length,
  };
}

describe("what a device says of itself", () => {
  let running: Awaited<ReturnType<typeof startDevice>> | undefined;
  afterEach(() => running?.close());
  const start = async () => {
    running = await startDevice();
    return running;
  };

  it("[spec R8] is its kind, language, country, time zone, density and keyboard", async () => {
    const { learn, adb } = await start();
    await adb.write([
      ["setprop", "persist.sys.locale", "de-AT"],
      ["setprop", "persist.sys.timezone", "Europe/Vienna"],
      ["settings", "put", "system", "time_12_24", "24"],
    ]);
    const { facts } = await learn();
    expect(facts).toEqual({
      manufacturer: "Drover",
      model: "Drover Virtual Phone",
      androidRelease: "14",
      apiLevel: 34,
      locale: "de-AT",
      country: "AT",
      timeZone: "Europe/Vienna",
      uses24HourClock: true,
      densityDpi: 420,
      inputMethod: expect.stringContaining("/"),
    });
  });

  it("[spec R8] is its apps by the launcher's labels, in the device's language", async () => {
    const { learn, adb, phone } = await start();
    const apk = { packageName: "com.example.egg", label: "Egg timer", versionCode: 3 };
    await phone.packages.install(Buffer.from(JSON.stringify(apk)), { replace: false, downgrade: false });
    const labels = async () => (await learn()).apps.map(({ label, package: name }) => `${label} ${name}`);
    expect(await labels()).toEqual([
      "Settings com.android.settings",
      "Clock com.android.deskclock",
      "Contacts com.android.contacts",
      "Phone com.android.dialer",
      "Messaging com.android.messaging",
      "Calendar com.android.calendar",
      "Browser org.chromium.webview_shell",
      "Files com.android.documentsui",
      "Notes org.drover.notes",
      "Music org.drover.music",
      "Shop org.drover.shop",
      "Word Game com.example.wordgame",
      "Egg timer com.example.egg",
    ]);
    await adb.write([["setprop", "persist.sys.locale", "de-DE"]]);
    expect(await labels()).toContain("Uhr com.android.deskclock");
  });

  it("[spec R13] lists its apps again after five minutes and not before", async () => {
    const { learn, pass, count } = await start();
    await learn();
    pass(4 * 60_000);
    await learn();
    expect(count(/query-activities/)).toBe(1);
    pass(61_000);
    await learn();
    expect(count(/query-activities/)).toBe(2);
  });

  it("[spec R13] is read out of an app once for the tenant, whatever device has it", async () => {
    const { learn, device, count, known } = await start();
    const first = await learn();
    const read = count(/resources|\.apk/);
    expect(read).toBeGreaterThan(0);
    const other = { ...device, apps: null };
    expect((await learn(other)).apps).toEqual(first.apps);
    expect(count(/resources|\.apk/)).toBe(read);
    expect(known).toHaveLength(first.apps.length);
  });

  it("[spec R13] tells what one can do with an app where that is known", async () => {
    const { learn, device, known } = await start();
    await learn();
    const clock = known.findIndex((app) => app.package === "com.android.deskclock");
    known.splice(clock, 1, { ...known[clock], description: "set alarms" } as KnownApp);
    const told = async () => (await learn()).apps.flatMap(({ description }) => description ?? []);
    device.apps = null;
    expect(await told()).toEqual(["set alarms"]);
  });

  it("names an app by its package when its label cannot be read, and asks again another time", async () => {
    const { learn, faults, device, known } = await start();
    const repair = faults.install({ service: /^exec:tail/, fault: { kind: "reset", afterBytes: 0 } });
    const { apps } = await learn();
    expect(apps.map(({ label }) => label)).toContain("Clock");
    expect(apps.map(({ label }) => label)).toContain("Webview shell");
    expect(known).toEqual([]);
    repair();
    device.apps = null;
    expect((await learn()).apps.map(({ label }) => label)).toContain("Browser");
  });
});
