import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HierarchyAnswer } from "#shared/contracts/device/device-tools.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { askDevice } from "../ask-device.ts";
import { projectConfig } from "../project-config.ts";
import { type Held, middleOf, startSecretFarm } from "./start-secret-farm.ts";

const browser = "org.chromium.webview_shell";
const contacts = "com.android.contacts";
/** Every three characters of it are nowhere else; in capitals they may be in an id. */
const value = "qzxvjkwgq7";
const pieces = new RegExp([...value.slice(2)].map((_, at) => value.slice(at, at + 3)).join("|"));
const settings = "com.android.settings";
const launch = (component: string, action?: string) => ({
  component,
  ...(action === undefined ? {} : { action }),
  categories: [],
  extras: {},
  flags: 0x10000000,
});
const newContact = launch(`${contacts}/.activities.ContactEditorActivity`, "android.intent.action.INSERT");
const fieldsIn = async (observation: Observation) =>
  (await tools.treeOf(observation)).elements.filter(({ type }) => type === "textfield");
const boundsOf = (element: { readonly bounds: Bounds } | undefined): Bounds => {
  if (element === undefined) throw new Error("no such element");
  return element.bounds;
};
const key = (name: string) => ({ action: "key", key: name }) as StoredAction;

let tools: Awaited<ReturnType<typeof startSecretFarm>>;
beforeEach(async () => {
  tools = await startSecretFarm(value, [browser, contacts]);
});
afterEach(() => tools.farm.close());

/** In two turns: one has five actions at most. */
const deleteSix = async (held: Held, step: number) => {
  const three = Array<StoredAction>(3).fill(key("delete"));
  await tools.perform(held, step, ...three);
  return tools.perform(held, step + 1, ...three);
};
const expectHidden = async (observation: Observation) => {
  const field = await tools.fieldIn(observation);
  expect(field).toMatchObject({ text: "{{secret:shop}}", password: true });
  await tools.expectCovered(observation, field.bounds);
  await tools.expectKeptNowhere(pieces);
};

describe("a field that a secret was typed into", () => {
  it("says nothing of it after the last letters were deleted, one by one", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.");
    await tools.typeSecret(held, browser);
    for (const step of [3, 4, 5]) {
      const { outcome, observation } = await tools.perform(held, step, key("delete"), key("delete"));
      expect(outcome).toMatchObject({ ok: true });
      await expectHidden(observation);
    }
    expect(await tools.shownByPhone()).toContain(value.slice(0, 4));
    const { deviceId } = held.lease;
    for (const look of [{ type: "ui-tree" }, { type: "hierarchy" }] as const)
      expect(JSON.stringify(await askDevice(tools.farm, deviceId, look))).not.toMatch(pieces);
    const { key: windows } = HierarchyAnswer.parse(
      await askDevice(tools.farm, deviceId, { type: "hierarchy" }),
    );
    expect(await tools.farm.storage.artifacts.getText(windows ?? "")).toContain("{{secret:shop}}");
    await tools.farm.run(held, { kind: "release" });
    await tools.expectKeptNowhere(pieces);
  });

  it("[fault S6] says nothing of it to a fork that goes back to a snapshot, whose lease is another", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.", { snapshot: "every" });
    await tools.typeSecret(held, browser);
    await deleteSix(held, 3);
    const steps = tools.farm.repositories.steps;
    const snapshotId = (await steps.get(tenantId, held.jobId, 4))?.snapshotId;
    await tools.farm.run(held, { kind: "release" });
    await tools.restartHost();
    const source = { kind: "fork", jobId: held.jobId, at: 4, steps: 4, snapshotId };
    const fork = await tools.start("Sign in with {{secret:shop}}.", { source });
    expect(await tools.shownByPhone()).toContain(value.slice(0, 4));
    const { observation } = await tools.perform(fork, 5, key("delete"));
    await expectHidden(observation);
  });

  it("says nothing of it after something was typed into its middle", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.");
    await tools.typeSecret(held, browser);
    await tools.perform(held, 3, key("move_home"));
    for (const step of [4, 5, 6]) {
      const actions = [key("dpad_right"), key("dpad_right"), { action: "type", text: "-" } as const];
      const { observation } = await tools.perform(held, step, ...actions);
      await expectHidden(observation);
    }
    expect(await tools.shownByPhone()).toContain(`${value.slice(0, 2)}-${value.slice(2, 4)}-`);
  });

  it("says nothing of it where its host has started again", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.");
    await tools.typeSecret(held, browser);
    await deleteSix(held, 3);
    await tools.restartHost();
    const { observation } = await tools.perform(held, 5, { action: "wait", duration: 1 });
    expect(await tools.shownByPhone()).toContain(value.slice(0, 4));
    await expectHidden(observation);
  });

  it("says nothing of it when the field takes no more than some of it", async () => {
    const long = `${value}${value}`.repeat(2);
    await tools.keep("long", long, [settings]);
    const held = await tools.start("Call the phone {{secret:long}}.");
    tools.phone.activities.start(launch(`${settings}/.Settings$MyDeviceInfoActivity`));
    const seen = await tools.perform(held, 1, { action: "wait", duration: 1 });
    const named = (await tools.treeOf(seen.observation)).elements.find(({ text }) =>
      text.startsWith("Device name"),
    );
    const opened = await tools.perform(held, 2, { action: "tap", coordinate: middleOf(boundsOf(named)) });
    const { bounds } = await tools.fieldIn(opened.observation);
    const action = {
      action: "type_secret",
      secret: "long",
      coordinate: middleOf(bounds),
      clear: true,
    } as const;
    const { outcome, observation } = await tools.perform(held, 3, action);
    expect(outcome).toMatchObject({ ok: false, errorCode: "TextMismatch" });
    const cut = await deleteSix(held, 4);
    for (const each of [observation, cut.observation])
      expect(await tools.fieldIn(each)).toMatchObject({ text: "{{secret:long}}", password: true });
    await tools.expectCovered(cut.observation, bounds);
    await tools.expectKeptNowhere(pieces);
  });

  it("is followed where it has no id and the screen turns, and hides no other", async () => {
    const held = await tools.start("Add a contact called {{secret:shop}}.");
    tools.phone.activities.start(newContact);
    const opened = await tools.perform(held, 1, { action: "wait", duration: 1 });
    const [name, , company] = await fieldsIn(opened.observation);
    await tools.perform(held, 2, { action: "type", text: "Ada", coordinate: middleOf(boundsOf(name)) });
    const coordinate = middleOf(boundsOf(company));
    await tools.perform(held, 3, { action: "type_secret", secret: "shop", coordinate });
    const upright = (await deleteSix(held, 4)).observation;
    tools.phone.settings.put("system", "user_rotation", "1");
    const turned = (await tools.perform(held, 6, { action: "wait", duration: 1 })).observation;
    expect(turned.orientation).toBe("landscape");
    expect(await tools.shownByPhone()).toContain(value.slice(0, 4));
    await tools.expectKeptNowhere(pieces);
    const more = (await tools.perform(held, 7, key("delete"))).observation;
    expect(await tools.shownByPhone()).not.toContain(value.slice(0, 4));
    for (const observation of [upright, turned, more]) {
      const hidden = (await fieldsIn(observation)).filter(({ password }) => password);
      expect(hidden.map(({ text, focused }) => [text, focused])).toEqual([["{{secret:shop}}", true]]);
    }
    expect((await fieldsIn(upright))[0]).toMatchObject({ text: "Ada", password: false });
    await tools.expectKeptNowhere(pieces);
  });

  it("is covered behind a dialog too, of which alone the elements are told", async () => {
    const held = await tools.start("Add a contact called {{secret:shop}}.");
    tools.phone.activities.start(newContact);
    const opened = await tools.perform(held, 1, { action: "wait", duration: 1 });
    const { bounds } = await tools.fieldIn(opened.observation);
    await tools.perform(held, 2, { action: "type_secret", secret: "shop", coordinate: middleOf(bounds) });
    const asked = await tools.perform(held, 3, { action: "back" }, { action: "back" });
    const { elements } = await tools.treeOf(asked.observation);
    expect(elements.map(({ text }) => text)).toContain("Discard your changes and quit editing?");
    expect(elements.filter(({ type }) => type === "textfield")).toEqual([]);
    await tools.expectCovered(asked.observation, bounds);
  });

  it("is in no picture of a screen that moves", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.");
    await tools.typeSecret(held, browser);
    let count = 0;
    tools.phone.faults.tamperDump = (xml) => {
      count += 1;
      const counter = `<node text="${count}" class="android.widget.TextView" bounds="[0,900][300,990]"/>`;
      return xml.replace("</hierarchy>", `${counter}</hierarchy>`);
    };
    const { observation } = await tools.perform(held, 3, key("delete"));
    expect(observation).toMatchObject({ screenshotKey: null, modelScreenshotKey: null });
    expect(observation.flags.join()).toMatch(/screenshotUnavailable: a secret.*notSettled/);
    await tools.expectKeptNowhere(pieces);
    tools.phone.faults.tamperDump = null;
    await expectHidden((await tools.perform(held, 4, key("delete"))).observation);
  });

  it("says nothing of it when its lease is over and the device could not be cleaned", async () => {
    await tools.farm.close();
    // Nothing to go back to: what cleaning cannot mend stays as it is.
    const config = projectConfig({ snapshots: { keepClean: false } });
    tools = await startSecretFarm(value, [browser], { config });
    const held = await tools.start("Sign in with {{secret:shop}}.");
    await tools.typeSecret(held, browser);
    await deleteSix(held, 3);
    const stays = [
      vi.spyOn(tools.phone.packages, "clear").mockResolvedValue(false),
      vi.spyOn(tools.phone.activities, "forceStop").mockResolvedValue(),
    ];
    await tools.farm.run(held, { kind: "release" });
    const { deviceId } = held.lease;
    await tools.farm.device(0, (state) => state === "quarantined");
    await tools.phone.activities.start(launch(`${browser}/.WebViewBrowserActivity`));
    expect(await tools.shownByPhone()).toContain(value.slice(0, 4));
    const looks = [
      { type: "ui-tree" },
      { type: "hierarchy" },
      { type: "screenshot", screenshot: { as: "link" } },
      { type: "locate", locate: { description: value, criteria: {}, minConfidence: 0 } },
    ] as const;
    for (const look of looks) {
      const answer = await askDevice(tools.farm, deviceId, look);
      expect(answer).not.toHaveProperty("code");
      expect(JSON.stringify(answer)).not.toMatch(pieces);
    }
    await tools.expectKeptNowhere(pieces);
    for (const each of stays) each.mockRestore();
    expect(await askDevice(tools.farm, deviceId, { type: "release" })).toMatchObject({ state: "ready" });
    // What shows it now is none of that lease.
    tools.phone.showDialog("org.drover.shop", { title: value, buttons: [] });
    expect(JSON.stringify(await askDevice(tools.farm, deviceId, { type: "ui-tree" }))).toContain(value);
  });

  it("says nothing of it to a person who types into it", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.");
    await tools.typeSecret(held, browser);
    await deleteSix(held, 3);
    const { jobId, lease } = held;
    const action = { action_id: "a", action_type: "type", text: "x", max_retries: 0 } as const;
    const request = { type: "execute", action, held: { jobId, epoch: lease.epoch } } as const;
    const answer = JSON.stringify(await askDevice(tools.farm, lease.deviceId, request));
    expect(answer).toContain("{{secret:shop}}");
    expect(answer).not.toMatch(pieces);
  });

  it("[fault E8] opens no forbidden address that nobody is shown in it", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.");
    const typed = await tools.typeSecret(held, browser);
    const coordinate = middleOf((await tools.fieldIn(typed.observation)).bounds);
    await tools.perform(held, 3, { action: "type", text: "loc", coordinate, clear: true });
    const { observation } = await tools.perform(held, 4, { action: "type", text: "alhost" });
    expect(await tools.shownByPhone()).toContain("localhost");
    expect(await tools.fieldIn(observation)).toMatchObject({ text: "{{secret:shop}}", password: true });
    const button = (await tools.treeOf(observation)).elements.find(
      ({ content_description }) => content_description === "Load URL",
    );
    for (const action of [
      { action: "enter" },
      { action: "tap", coordinate: middleOf(boundsOf(button)) },
    ] satisfies StoredAction[]) {
      const { outcome } = await tools.perform(held, 5, action);
      expect(outcome).toMatchObject({ ok: false, errorCode: "PolicyDenied", effect: "none" });
      expect(outcome.message).toContain("it is not told");
      expect(outcome.message).not.toMatch(/loc|host/);
    }
  });
});
