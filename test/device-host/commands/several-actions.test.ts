import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { toNormalised } from "#shared/screen/coordinates.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;

describe("several actions of one turn", () => {
  let farm: TestFarm;
  let held: Awaited<ReturnType<TestFarm["lease"]>>;
  let steps = 0;
  const lines: string[] = [];
  beforeAll(async () => {
    farm = await startTestFarm();
    const logger = jsonLineLogger(
      "info",
      (line) => lines.push(line),
      () => new Date(),
    );
    await farm.startHost({ logger });
    held = await farm.lease();
    await farm.run(held, { kind: "setUp", precheck: false, ...looking });
  });
  afterAll(() => farm.close());

  async function perform(...actions: StoredAction[]) {
    steps += 1;
    const { output } = await farm.run(held, { kind: "perform", stepNumber: steps, actions, ...looking });
    const step = await farm.repositories.steps.get(tenantId, held.jobId, steps);
    return { ...PerformAnswer.parse(JSON.parse(output ?? "null")), actions: step?.actions };
  }
  /** The middle of the element with that text, as seen in the answer's tree. */
  async function middleOf(text: string, { observation }: PerformAnswer) {
    const tree = await farm.storage.artifacts.getJson(observation.treeKey ?? "", SemanticUITree);
    const element = tree.elements.find(
      (candidate) =>
        candidate.text.startsWith(text) ||
        candidate.hint_text.startsWith(text) ||
        candidate.content_description === text,
    );
    if (element === undefined) throw new Error(`no ${text} on the screen`);
    const { left, top, right, bottom } = element.bounds;
    return toNormalised({ x: (left + right) / 2, y: (top + bottom) / 2 }, observation.screen);
  }

  it("[spec R1] [spec R9.2] stop at the first surprise and say which was not done, and why", async () => {
    const opened = await perform({ action: "open_app", package: "com.android.settings" });
    const display = await middleOf("Display", opened);
    const result = await perform(
      { action: "tap", coordinate: display },
      { action: "tap", coordinate: await middleOf("Network", opened) },
      { action: "home" },
    );
    expect(result.observation.activity).toContain("Display");
    expect(result.outcome).toMatchObject({ ok: false, effect: "done", errorCode: "ScreenChanged" });
    expect(result.outcome.message).toMatch(
      /^Action 2 of 3, tap: Nothing was done: .* Not done after it: home\.$/,
    );
    expect(result.actions?.map(({ outcome }) => [outcome?.ok, outcome?.effect])).toEqual([
      [true, "done"],
      [false, "none"],
      [false, "none"],
    ]);
  });

  it("[spec R1] are all done, in order, while the screen stays the one they were planned on", async () => {
    const home = await perform({ action: "home" });
    const result = await perform(
      { action: "wait", duration: 1 },
      { action: "scroll", direction: "down" },
      { action: "open_app", package: "com.android.settings" },
    );
    expect(home.outcome.ok).toBe(true);
    expect(result.outcome).toEqual({ ok: true, effect: "done", retries: 0 });
    expect(result.actions?.map(({ outcome }) => outcome?.ok)).toEqual([true, true, true]);
    expect(result.observation.package).toBe("com.android.settings");
  });

  const editor = { action: "open_app", package: "com.android.contacts" } as const;
  /** An empty form for a contact, and the actions that fill a field of it. */
  async function newContact() {
    const contacts = await perform(editor);
    const form = await perform({ action: "tap", coordinate: await middleOf("Create contact", contacts) });
    expect(form.observation.activity).toContain("ContactEditorActivity");
    const fill = async (field: string, text: string): Promise<StoredAction> => ({
      action: "type",
      text,
      coordinate: await middleOf(field, form),
    });
    return { form, fill };
  }

  it("[spec R1] fill a whole form in one turn, which the next turn saves", async () => {
    const { form, fill } = await newContact();
    const filled = await perform(
      await fill("First name", "Ada"),
      await fill("Last name", "Lovelace"),
      await fill("Phone", "5550100"),
    );
    expect(filled.outcome).toEqual({ ok: true, effect: "done", retries: 0 });
    expect(filled.observation.activity).toContain("ContactEditorActivity");
    await perform({ action: "tap", coordinate: await middleOf("Save", form) });
    const [phone] = farm.phones.phones;
    expect(
      await phone?.content.query("content://com.android.contacts/data/phones", {
        projection: ["display_name", "data1"],
      }),
    ).toEqual([{ display_name: "Ada Lovelace", data1: "5550100" }]);
    await perform({ action: "back" });
  });

  it("[spec R9.2] stop where a dialog comes up, and type nothing behind it", async () => {
    const { form, fill } = await newContact();
    const result = await perform(
      await fill("First name", "Grace"),
      { action: "tap", coordinate: await middleOf("Cancel", form) },
      await fill("Last name", "Hopper"),
    );
    expect(result.outcome).toMatchObject({ ok: false, effect: "done", errorCode: "ScreenChanged" });
    expect(result.outcome.message).toMatch(/^Action 3 of 3, type: Nothing was done: /);
    expect(result.actions?.map(({ outcome }) => outcome?.ok)).toEqual([true, true, false]);
    const kept = await perform({ action: "tap", coordinate: await middleOf("Keep editing", result) });
    await middleOf("Grace", kept);
    await middleOf("Last name", kept);
  });

  it("[spec I6.2] are each logged with how long they took by themselves", async () => {
    lines.length = 0;
    const result = await perform({ action: "home" }, { action: "wait", duration: 400 }, { action: "home" });
    expect(result.outcome.ok).toBe(true);
    const durations = lines
      .map((line) => JSON.parse(line))
      .filter(({ message }) => message === "action")
      .map(({ durationMilliseconds }) => durationMilliseconds);
    expect(durations).toHaveLength(3);
    expect(durations[1]).toBeGreaterThan(390);
    const step = await farm.repositories.steps.get(tenantId, held.jobId, steps);
    const all = durations.reduce((sum, one) => sum + one, 0);
    expect(Math.abs((step?.timings.executionMilliseconds ?? 0) - all)).toBeLessThan(3);
  });

  it("may be none at all: the screen is looked at again", async () => {
    expect(await perform()).toMatchObject({ outcome: { ok: true, effect: "none" } });
  });
});
