import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import { TextReader } from "#device-host/observe/text-reader.ts";
import type { Coordinate } from "#shared/contracts/coordinate.ts";
import { HierarchyAnswer } from "#shared/contracts/device-tools.ts";
import { JudgeAnswer, PerformAnswer } from "#shared/contracts/host-answer.ts";
import type { Observation } from "#shared/contracts/observation.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { SecretName } from "#shared/contracts/secret.ts";
import type { StoredAction } from "#shared/contracts/stored-action.ts";
import { toNormalised } from "#shared/domain/coordinates.ts";
import { createSecretVault } from "#shared/storage/secret-vault.ts";
import { stage, tenantId } from "../../shared/storage/sample-records.ts";
import { askDevice } from "../ask-device.ts";
import { everythingKept } from "../everything-kept.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const browser = "org.chromium.webview_shell";
const value = "hunter2 & Co";
const looking = {
  modelPicture: { longEdge: 800, quality: 60, marks: false, alone: false },
  ocr: "never",
} as const;
type Held = Awaited<ReturnType<TestFarm["lease"]>>;

let farm: TestFarm;
const lines: string[] = [];
const logger = () =>
  jsonLineLogger(
    "debug",
    (line) => lines.push(line),
    () => new Date(),
  );
beforeEach(async () => {
  lines.length = 0;
  farm = await startTestFarm();
  const vault = createSecretVault(farm.storage.clients.secretsManager, stage);
  await vault.put(tenantId, SecretName.parse("shop"), { value, packages: [browser] });
  await farm.startHost({ logger: logger() });
});
afterEach(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
const start = async (task: string, change: Record<string, unknown> = {}): Promise<Held> => {
  const held = await farm.lease({ task, debug: true, ...change });
  await farm.run(held, { kind: "setUp", precheck: false, ...looking });
  return held;
};
const perform = async (held: Held, stepNumber: number, action: StoredAction) => {
  const { output } = await farm.run(held, { kind: "perform", stepNumber, actions: [action], ...looking });
  return PerformAnswer.parse(JSON.parse(output ?? "null"));
};
const treeOf = ({ treeKey }: Observation) => farm.storage.artifacts.getJson(treeKey ?? "", SemanticUITree);
const fieldIn = async (observation: Observation) => {
  const tree = await treeOf(observation);
  const field = tree.elements.find(({ type }) => type === "textfield");
  if (field === undefined) throw new Error("no text field");
  return field;
};
const middleOf = ({ left, top, right, bottom }: SemanticUITree["elements"][number]["bounds"]): Coordinate =>
  toNormalised({ x: (left + right) / 2, y: (top + bottom) / 2 }, { width: 1080, height: 2400 });
const shownByPhone = async () => JSON.stringify(await phone().dumpHierarchy());

async function expectKeptNowhere(): Promise<void> {
  for (const [key, content] of await everythingKept(farm.storage))
    expect(content, key).not.toMatch(/hunter2/i);
  expect(lines.join("\n")).not.toMatch(/hunter2/i);
}

describe("a secret that the task names", () => {
  it("is typed into its app, and neither stored, logged nor shown afterwards", async () => {
    const held = await start("Sign in with {{secret:shop}}.");
    const opened = await perform(held, 1, { action: "open_app", package: browser });
    const field = await fieldIn(opened.observation);
    const typed = await perform(held, 2, {
      action: "type_secret",
      secret: "shop",
      coordinate: middleOf(field.bounds),
      clear: true,
    });
    expect(typed.outcome).toMatchObject({ ok: true, effect: "done" });
    expect(await shownByPhone()).toContain("hunter2");
    const masked = await fieldIn(typed.observation);
    expect(masked.text).toBe("{{secret:shop}}");
    for (const key of [typed.observation.screenshotKey, typed.observation.modelScreenshotKey]) {
      const picture = sharp(Buffer.from(await farm.storage.artifacts.get(key ?? "")));
      const { width } = await picture.metadata();
      const scale = width / 1080;
      const { left, top, right, bottom } = masked.bounds;
      const inside = { left: (left + 6) * scale, top: (top + 6) * scale };
      const size = { width: (right - left - 12) * scale, height: (bottom - top - 12) * scale };
      const area = Object.fromEntries(
        Object.entries({ ...inside, ...size }).map(([name, number]) => [name, Math.floor(number)]),
      ) as { left: number; top: number; width: number; height: number };
      // Statistics are of what a picture was read from, so the part is made one of its own.
      const part = await picture.extract(area).removeAlpha().png().toBuffer();
      const { channels } = await sharp(part).stats();
      for (const { min, max } of channels) expect(max - min, key ?? "").toBeLessThan(12);
    }
    await perform(held, 3, { action: "type", text: " and {{secret:shop}} again" });
    await expectKeptNowhere();
    await farm.run(held, { kind: "release" });
    await expectKeptNowhere();
  });

  it("[spec G3] is shown to nobody who looks at the device meanwhile", async () => {
    const held = await start("Sign in with {{secret:shop}}.");
    const opened = await perform(held, 1, { action: "open_app", package: browser });
    const coordinate = middleOf((await fieldIn(opened.observation)).bounds);
    await perform(held, 2, { action: "type_secret", secret: "shop", coordinate, clear: true });
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
    const held = await start("Sign in with {{secret:shop}}.");
    const opened = await perform(held, 1, { action: "open_app", package: browser });
    const coordinate = middleOf((await fieldIn(opened.observation)).bounds);
    await perform(held, 2, { action: "type_secret", secret: "shop", coordinate, clear: true });
    await farm.hosts[0]?.close();
    await farm.startHost({ logger: logger() });
    const after = await perform(held, 3, { action: "wait", duration: 1 });
    expect((await fieldIn(after.observation)).text).toBe("{{secret:shop}}");
    await expectKeptNowhere();
  });

  it("goes into no other app, whoever asks for it", async () => {
    const held = await start("Sign in with {{secret:shop}}.");
    await phone().activities.start({
      component: "com.android.contacts/.activities.ContactEditorActivity",
      action: "android.intent.action.INSERT",
      categories: [],
      extras: {},
      flags: 0x10000000,
    });
    const seen = await perform(held, 1, { action: "wait", duration: 1 });
    const coordinate = middleOf((await fieldIn(seen.observation)).bounds);
    const take = vi.spyOn(farm.faults, "take");
    for (const action of [
      { action: "type_secret", secret: "shop", coordinate },
      { action: "type", text: "name {{secret:shop}}", coordinate },
    ] satisfies StoredAction[]) {
      const { outcome } = await perform(held, 2, action);
      expect(outcome).toMatchObject({ ok: false, errorCode: "SecretRefused" });
      expect(outcome.message).toContain(`bound to ${browser}, and com.android.contacts is in front`);
    }
    expect(
      take.mock.calls.map(([, service]) => service).filter((service) => /input text/.test(service)),
    ).toEqual([]);
    expect(await shownByPhone()).not.toContain("hunter2");
  });
});

describe("a secret that an app draws into a picture", () => {
  it("[spec R7] is neither among the words that are read there nor in the picture", async () => {
    const vault = createSecretVault(farm.storage.clients.secretsManager, stage);
    await vault.put(tenantId, SecretName.parse("game"), { value: "New round", packages: [browser] });
    const held = await start("Search for {{secret:game}}.");
    const opened = await perform(held, 1, { action: "open_app", package: browser });
    const coordinate = middleOf((await fieldIn(opened.observation)).bounds);
    await perform(held, 2, { action: "type_secret", secret: "game", coordinate, clear: true });
    const { output } = await farm.run(
      held,
      {
        kind: "perform",
        stepNumber: 3,
        actions: [{ action: "open_app", package: "com.example.wordgame" }],
        modelPicture: looking.modelPicture,
        ocr: "auto",
      },
      { deadlineSeconds: 60 },
    );
    const { observation } = PerformAnswer.parse(JSON.parse(output ?? "null"));
    const { elements } = await treeOf(observation);
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
    const held = await start("Look something up.");
    const opened = await perform(held, 1, { action: "open_app", package: browser });
    const coordinate = middleOf((await fieldIn(opened.observation)).bounds);
    const { outcome } = await perform(held, 2, { action: "type_secret", secret: "shop", coordinate });
    expect(outcome).toMatchObject({ ok: false, errorCode: "SecretRefused" });
    expect(outcome.message).toContain("the task does not name it");
    expect(await shownByPhone()).not.toContain("hunter2");
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
    const held = await start("Store it.", { validators: [setting, other, row] });
    phone().settings.put("secure", "drover_shop", value);
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
});
