import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PerformAnswer } from "#shared/contracts/host-answer.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "#shared/contracts/stored-action.ts";
import { toNormalised } from "#shared/domain/coordinates.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;

describe("several actions of one turn", () => {
  let farm: TestFarm;
  let held: Awaited<ReturnType<TestFarm["lease"]>>;
  let steps = 0;
  beforeAll(async () => {
    farm = await startTestFarm();
    await farm.startHost();
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
      (candidate) => candidate.text.startsWith(text) || candidate.hint_text.startsWith(text),
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

  it("may be none at all: the screen is looked at again", async () => {
    expect(await perform()).toMatchObject({ outcome: { ok: true, effect: "none" } });
  });
});
