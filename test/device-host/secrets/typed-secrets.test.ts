import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TextReader } from "#device-host/observe/text/text-reader.ts";
import { HierarchyAnswer } from "#shared/contracts/device/device-tools.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { JudgeAnswer, PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { askDevice } from "../ask-device.ts";
import { middleOf, startSecretFarm } from "./start-secret-farm.ts";

const browser = "org.chromium.webview_shell";
const value = "hunter2 & Co";

let farm: Awaited<ReturnType<typeof startSecretFarm>>["farm"];
let tools: Awaited<ReturnType<typeof startSecretFarm>>;
beforeEach(async () => {
  tools = await startSecretFarm(value, [browser]);
  farm = tools.farm;
});
afterEach(() => farm.close());

const expectKeptNowhere = () => tools.expectKeptNowhere(/hunter2/i);

describe("a secret that the task names", () => {
  it("is typed into its app, and neither stored, logged nor shown afterwards", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.");
    const opened = await tools.perform(held, 1, { action: "open_app", package: browser });
    const field = await tools.fieldIn(opened.observation);
    const typed = await tools.perform(held, 2, {
      action: "type_secret",
      secret: "shop",
      coordinate: middleOf(field.bounds),
      clear: true,
    });
    expect(typed.outcome).toMatchObject({ ok: true, effect: "done" });
    expect(await tools.shownByPhone()).toContain("hunter2");
    const masked = await tools.fieldIn(typed.observation);
    expect(masked.text).toBe("{{secret:shop}}");
    await tools.expectCovered(typed.observation, masked.bounds);
    await tools.perform(held, 3, { action: "type", text: " and {{secret:shop}} again" });
    await expectKeptNowhere();
    await farm.run(held, { kind: "release" });
    await expectKeptNowhere();
  });

  it("[spec G3] is shown to nobody who looks at the device meanwhile", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.");
    const opened = await tools.perform(held, 1, { action: "open_app", package: browser });
    const coordinate = middleOf((await tools.fieldIn(opened.observation)).bounds);
    await tools.perform(held, 2, { action: "type_secret", secret: "shop", coordinate, clear: true });
    const { deviceId } = held.lease;
    const looks = [
      { type: "ui-tree" },
      { type: "hierarchy" },
      { type: "locate", locate: { description: "hunter2", criteria: {}, minConfidence: 0 } },
      { type: "screenshot", screenshot: { as: "link" } },
    ] as const;
    for (const look of looks) expect(await askDevice(farm, deviceId, look)).not.toHaveProperty("code");
    const { key } = HierarchyAnswer.parse(await askDevice(farm, deviceId, { type: "hierarchy" }));
    expect(await farm.storage.artifacts.getText(key ?? "")).toContain("{{secret:shop}}");
    await expectKeptNowhere();
  });

  it("stays masked when the host has started again", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.");
    const opened = await tools.perform(held, 1, { action: "open_app", package: browser });
    const coordinate = middleOf((await tools.fieldIn(opened.observation)).bounds);
    await tools.perform(held, 2, { action: "type_secret", secret: "shop", coordinate, clear: true });
    await tools.restartHost();
    const after = await tools.perform(held, 3, { action: "wait", duration: 1 });
    expect((await tools.fieldIn(after.observation)).text).toBe("{{secret:shop}}");
    await expectKeptNowhere();
  });

  it("goes into no other app, whoever asks for it", async () => {
    const held = await tools.start("Sign in with {{secret:shop}}.");
    await tools.phone.activities.start({
      component: "com.android.contacts/.activities.ContactEditorActivity",
      action: "android.intent.action.INSERT",
      categories: [],
      extras: {},
      flags: 0x10000000,
    });
    const seen = await tools.perform(held, 1, { action: "wait", duration: 1 });
    const coordinate = middleOf((await tools.fieldIn(seen.observation)).bounds);
    const take = vi.spyOn(farm.faults, "take");
    for (const action of [
      { action: "type_secret", secret: "shop", coordinate },
      { action: "type", text: "name {{secret:shop}}", coordinate },
    ] satisfies StoredAction[]) {
      const { outcome } = await tools.perform(held, 2, action);
      expect(outcome).toMatchObject({ ok: false, errorCode: "SecretRefused" });
      expect(outcome.message).toContain(`bound to ${browser}, and com.android.contacts is in front`);
    }
    expect(
      take.mock.calls.map(([, service]) => service).filter((service) => /input text/.test(service)),
    ).toEqual([]);
    expect(await tools.shownByPhone()).not.toContain("hunter2");
  });
});

describe("a secret that an app draws into a picture", () => {
  it("[spec R7] is neither among the words that are read there nor in the picture", async () => {
    await tools.keep("game", "New round");
    const held = await tools.start("Search for {{secret:game}}.");
    const opened = await tools.perform(held, 1, { action: "open_app", package: browser });
    const coordinate = middleOf((await tools.fieldIn(opened.observation)).bounds);
    await tools.perform(held, 2, { action: "type_secret", secret: "game", coordinate, clear: true });
    const { output } = await farm.run(
      held,
      {
        kind: "perform",
        stepNumber: 3,
        actions: [{ action: "open_app", package: "com.example.wordgame" }],
        modelPicture: tools.looking.modelPicture,
        ocr: "auto",
      },
      { deadlineSeconds: 60 },
    );
    const { observation } = PerformAnswer.parse(JSON.parse(output ?? "null"));
    const { elements } = await tools.treeOf(observation);
    expect(elements.map(({ text }) => text)).toEqual(["Word Game", "{{secret:game}}"]);
    const reader = new TextReader();
    const png = Buffer.from(await farm.storage.artifacts.get(observation.screenshotKey ?? ""));
    const reading = await reader.read(png, { left: 0, top: 0, right: 1080, bottom: 1200 });
    await reader.close();
    expect(JSON.stringify(reading)).toContain("Word");
    expect(JSON.stringify(reading)).not.toMatch(/round/i);
  }, 90_000);
});

describe("a secret that the task does not name", () => {
  it("is not typed, though a screen asks for it", async () => {
    const held = await tools.start("Look something up.");
    const opened = await tools.perform(held, 1, { action: "open_app", package: browser });
    const coordinate = middleOf((await tools.fieldIn(opened.observation)).bounds);
    const { outcome } = await tools.perform(held, 2, { action: "type_secret", secret: "shop", coordinate });
    expect(outcome).toMatchObject({ ok: false, errorCode: "SecretRefused" });
    expect(outcome.message).toContain("the task does not name it");
    expect(await tools.shownByPhone()).not.toContain("hunter2");
  });
});

describe("a secret in a check", () => {
  it("is compared on the host, and the result tells its name alone", async () => {
    const setting = { kind: "setting", namespace: "secure", key: "drover_shop", equals: "{{secret:shop}}" };
    const other = { ...setting, equals: "{{secret:shop}}!" };
    const row = {
      kind: "contentRow",
      uri: "content://com.android.contacts/contacts",
      where: { display_name: "{{secret:shop}}" },
      exists: false,
    };
    const held = await tools.start("Store it.", { validators: [setting, other, row] });
    tools.phone.settings.put("secure", "drover_shop", value);
    const { output } = await farm.run(held, { kind: "judge" });
    const { results } = JudgeAnswer.parse(JSON.parse(output ?? "null"));
    expect(results).toMatchObject([
      { validator: { equals: "{{secret:shop}}" }, verdict: "passed" },
      {
        validator: { equals: "{{secret:shop}}!" },
        verdict: "failed",
        observed: expect.stringContaining("{{secret:shop}}"),
      },
      { validator: { where: { display_name: "{{secret:shop}}" } }, verdict: "passed" },
    ]);
    await expectKeptNowhere();
  });

  it("makes a check of the screen's text no different, though a part of it is masked there", async () => {
    await tools.keep("word", "Contacts-4711");
    const setting = { kind: "setting", namespace: "secure", key: "drover_word", equals: "{{secret:word}}" };
    const held = await tools.start("Look.", {
      validators: [setting, { kind: "uiText", equals: "Contacts" }],
    });
    tools.phone.settings.put("secure", "drover_word", "Contacts-4711");
    await tools.perform(held, 1, { action: "open_app", package: "com.android.contacts" });
    const { output } = await farm.run(held, { kind: "judge" });
    const { results } = JudgeAnswer.parse(JSON.parse(output ?? "null"));
    expect(results.map(({ verdict }) => verdict)).toEqual(["passed", "passed"]);
    expect(results[1]).toMatchObject({
      validator: { equals: "Contacts" },
      observed: expect.stringContaining("{{secret:word}}"),
    });
  });
});
