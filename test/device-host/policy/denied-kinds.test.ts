import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunningHost } from "#device-host/start-host.ts";
import type { PolicyChoice } from "#shared/contracts/job/policy.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";
import { parseBounds, xmlTags } from "#shared/screen/tree/xml-tags.ts";
import { addContact } from "../../practice-model/phone-state.ts";
import { askDevice } from "../ask-device.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const setUp = { kind: "setUp", precheck: false, ...looking } as const;
const callPhone = "android.permission.CALL_PHONE";
const contact = "com.android.contacts/.quickcontact.QuickContactActivity";
type Held = Awaited<ReturnType<TestFarm["lease"]>>;

let farm: TestFarm;
let host: RunningHost;
beforeEach(async () => {
  farm = await startTestFarm();
  host = await farm.startHost();
});
afterEach(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
const start = async (policy: PolicyChoice): Promise<Held> => {
  const held = await farm.lease({ policy: resolvePolicy(policy) });
  await farm.run(held, setUp);
  return held;
};
const perform = async (held: Held, stepNumber: number, action: StoredAction) => {
  const { output } = await farm.run(held, { kind: "perform", stepNumber, actions: [action], ...looking });
  return PerformAnswer.parse(JSON.parse(output ?? "null"));
};
/** Looks, as an agent does before it chooses. */
const look = (held: Held, stepNumber: number) => perform(held, stepNumber, { action: "wait", duration: 1 });
/** A tap on what the screen calls so, by text, description or the end of its id. */
const tapOn = async (label: string): Promise<StoredAction> => {
  const dump = await phone().dumpHierarchy();
  const named = xmlTags(dump.ok ? dump.xml : "").find(({ attributes }) =>
    [
      attributes.get("text"),
      attributes.get("content-desc"),
      attributes.get("resource-id")?.split("/")[1],
    ].includes(label),
  );
  const { left, top, right, bottom } = parseBounds(named?.attributes.get("bounds") ?? "");
  return { action: "tap", coordinate: [(left + right) / 2 / 1080, (top + bottom) / 2 / 2400] };
};
const open = (component: string, extras: Record<string, number> = {}) =>
  phone().activities.start({ component, categories: [], extras, flags: 0x10000000 });
const openContact = async (): Promise<void> => {
  await addContact(phone(), "Ada", "Lovelace", "555-0100");
  const [row] = await phone().content.query("content://com.android.contacts/contacts", {
    projection: ["_id"],
  });
  await open(contact, { contact: Number(row?._id) });
};
const mayCall = (app = "com.android.contacts") =>
  phone()
    .packages.permissions(app)
    .runtime.find(({ name }) => name === callPhone)?.granted;
const isDenied = { ok: false, errorCode: "PolicyDenied" };

describe("calls while a job may not call", () => {
  it("are refused by the device itself, which has its permissions again when it is clean", async () => {
    const held = await start({});
    expect(mayCall()).toBe(false);
    await openContact();
    await look(held, 1);
    const { observation } = await perform(held, 2, await tapOn("Call"));
    expect(observation.package).toBe("com.android.dialer");
    expect(phone().telephony.calls).toEqual([]);
    expect((await perform(held, 3, await tapOn("dial"))).outcome).toMatchObject({
      ...isDenied,
      effect: "none",
    });
    await farm.run(held, { kind: "release" });
    await farm.device(0, (state) => state === "ready");
    expect(mayCall()).toBe(true);
  });

  it("are not let in by a permission dialog that the policy answers with yes", async () => {
    const asking = {
      packageName: "org.example.asking",
      label: "Asking",
      permissions: [callPhone],
      asks: [callPhone],
    };
    const options = { replace: true, downgrade: false };
    await phone().packages.install(Buffer.from(JSON.stringify(asking)), options);
    const held = await start({ permissions: "allow" });
    await open("org.example.asking/.MainActivity");
    const { observation } = await look(held, 1);
    expect(observation.flags[0]).toContain("permissionDialog: answered 'allow'");
    expect(mayCall("org.example.asking")).toBe(false);
  });

  it("are hung up after the action when the device lets one begin, and the step is denied", async () => {
    const held = await start({ actions: { deny: ["call"] } });
    await phone().packages.setPermission("com.android.contacts", callPhone, true);
    await openContact();
    await look(held, 1);
    const { outcome, observation } = await perform(held, 2, await tapOn("Call"));
    expect(outcome).toMatchObject({ ...isDenied, effect: "done" });
    expect(outcome.message).toContain("actions.deny has 'call'. The host hung up");
    expect(phone().telephony.calls).toEqual([]);
    expect(observation.activity).not.toContain("InCallActivity");
  });

  it("go on when they came in, and can be left", async () => {
    const held = await start({});
    phone().receiveCall({ from: "6505551212" });
    phone().telephony.answer();
    expect((await look(held, 1)).outcome.ok).toBe(true);
    expect(phone().telephony.calls).toMatchObject([{ state: "active" }]);
    expect((await perform(held, 2, await tapOn("Mute"))).outcome).toMatchObject(isDenied);
    expect((await perform(held, 3, await tapOn("End call"))).outcome.ok).toBe(true);
    expect(phone().telephony.calls).toEqual([]);
  });

  it("are made by a job that may call, whose device keeps its permissions", async () => {
    const held = await start({ actions: { deny: [] } });
    expect(mayCall()).toBe(true);
    await openContact();
    await look(held, 1);
    expect((await perform(held, 2, await tapOn("Call"))).outcome.ok).toBe(true);
    expect(phone().telephony.calls).toMatchObject([{ number: "555-0100", direction: "outgoing" }]);
  });

  it("are hung up too when a person taps through the API, and a job's policy binds who acts on its device", async () => {
    const { deviceId } = await farm.device(0, (state) => state === "ready");
    const located = async (description: string): Promise<number> => {
      const answer = await fetch(`${host.apiUrl}/device/${deviceId}/locate`, {
        method: "POST",
        headers: { authorization: `Bearer ${host.apiToken}` },
        body: JSON.stringify({ description, criteria: { clickable: true } }),
      });
      const { candidates } = (await answer.json()) as { candidates: { element: { element_id: number } }[] };
      return candidates[0]?.element.element_id ?? -1;
    };
    const click = async (name: string, held?: { jobId: Held["jobId"]; epoch: number }) => {
      const action = {
        action_id: "a",
        action_type: "click",
        element_id: await located(name),
        max_retries: 0,
      } as const;
      return askDevice(farm, deviceId, { type: "execute", action, ...(held === undefined ? {} : { held }) });
    };
    await openContact();
    expect(await click("Call")).toMatchObject({ success: false, error: expect.stringContaining("hung up") });
    expect(phone().telephony.calls).toEqual([]);
    const job = await start({ packages: { deny: ["com.android.settings"] } });
    await open("com.android.settings/.Settings");
    const held = { jobId: job.jobId, epoch: job.lease.epoch };
    expect(await click("Display", held)).toMatchObject({ code: "PolicyDenied" });
  });
});

describe("text messages while a job may not write any", () => {
  it("are not sent by an answer in a notification", async () => {
    const held = await start({});
    phone().receiveMessage({ from: "6505551212", text: "Are you there?" });
    phone().expandShade("notifications");
    await look(held, 1);
    expect((await perform(held, 2, await tapOn("Reply"))).outcome.ok).toBe(true);
    const typed = await perform(held, 3, { action: "type", text: "Yes" });
    expect(typed.outcome).toMatchObject({ ...isDenied, effect: "none" });
    expect(typed.outcome.message).toContain("actions.deny has 'sms'");
    await phone().input.text("Yes");
    await look(held, 4);
    expect((await perform(held, 5, await tapOn("remote_input_send"))).outcome).toMatchObject(isDenied);
    expect(await phone().content.query("content://sms/sent", {})).toEqual([]);
  });

  it("are not sent by sharing with a messenger", async () => {
    const held = await start({});
    await phone().activities.start({
      action: "android.intent.action.SEND",
      mimeType: "text/plain",
      categories: [],
      extras: { "android.intent.extra.TEXT": "Secret plan", address: "6505551212" },
      flags: 0x10000000,
    });
    expect((await look(held, 1)).observation.package).toBe("com.android.messaging");
    expect((await perform(held, 2, await tapOn("Send"))).outcome).toMatchObject(isDenied);
    expect(await phone().content.query("content://sms/sent", {})).toEqual([]);
  });
});

describe("settings while a job may not change any", () => {
  it("are not changed by tiles, the brightness slider or their dialogs, while notifications can be opened", async () => {
    const held = await start({ actions: { deny: ["settings"] } });
    phone().expandShade("settings");
    await look(held, 1);
    const { outcome } = await perform(held, 2, await tapOn("Bluetooth,Off"));
    expect(outcome).toMatchObject({ ...isDenied, effect: "none" });
    expect(outcome.message).toContain("actions.deny has 'settings'");
    const slider = await tapOn("Display brightness");
    expect((await perform(held, 3, slider)).outcome).toMatchObject(isDenied);
    const [x = 0, y = 0] = slider.coordinate as number[];
    const slide = { action: "swipe", start: [x, y], end: [x + 0.3, y] } as const;
    expect((await perform(held, 4, slide as unknown as StoredAction)).outcome).toMatchObject(isDenied);
    phone().expandShade("notifications");
    phone().postNotification({ package: "com.android.deskclock", title: "Missed alarm", text: "8:30 AM" });
    await look(held, 5);
    expect((await perform(held, 6, await tapOn("Missed alarm"))).observation.package).toBe(
      "com.android.deskclock",
    );
    expect(phone().settings.get("global", "bluetooth_on")).toBe("0");
  });

  it("are changed by a job that may", async () => {
    const held = await start({});
    phone().expandShade("settings");
    await look(held, 1);
    expect((await perform(held, 2, await tapOn("Bluetooth,Off"))).outcome.ok).toBe(true);
    expect(phone().settings.get("global", "bluetooth_on")).toBe("1");
  });
});
