import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { toNormalised } from "#shared/screen/coordinates.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const settings = "com.android.settings";
const openSettings = { action: "open_app", package: settings } as const;
type Held = Awaited<ReturnType<TestFarm["lease"]>>;

describe("a screen that is another than the action was planned on", () => {
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
  const perform = async (held: Held, stepNumber: number, action: Parameters<typeof command>[1]) =>
    PerformAnswer.parse(JSON.parse((await farm.run(held, command(stepNumber, action))).output ?? "null"));
  const command = (
    stepNumber: number,
    action:
      | typeof openSettings
      | { action: "tap"; coordinate: Coordinate }
      | { action: "type"; text: string },
  ) => ({ kind: "perform", stepNumber, actions: [action], modelPicture: null, ocr: "never" }) as const;

  /** The middle of the element with that text, as seen in the answer's tree. */
  async function middleOf(text: string, { observation }: PerformAnswer): Promise<Coordinate> {
    const tree = await farm.storage.artifacts.getJson(observation.treeKey ?? "", SemanticUITree);
    const element = tree.elements.find((candidate) => candidate.text.startsWith(text));
    if (element === undefined) throw new Error(`no ${text} on the screen`);
    const { left, top, right, bottom } = element.bounds;
    return toNormalised({ x: (left + right) / 2, y: (top + bottom) / 2 }, observation.screen);
  }

  it("[fault C11] is not touched when the element moved in between, and the agent sees where it is now", async () => {
    await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    const opened = await perform(held, 1, openSettings);
    const display = await middleOf("Display", opened);
    await phone().input.swipe(540, 1600, 540, 1250, 400);
    const taps = vi.spyOn(phone().input, "tap");
    const refused = await perform(held, 2, { action: "tap", coordinate: display });
    expect(refused.outcome).toMatchObject({ ok: false, effect: "none", errorCode: "ScreenChanged" });
    expect(refused.outcome.message).toContain("Display");
    expect(taps).not.toHaveBeenCalled();
    const done = await perform(held, 3, { action: "tap", coordinate: await middleOf("Display", refused) });
    expect(done.outcome).toMatchObject({ ok: true, effect: "done" });
    expect(done.observation.activity).toContain("Display");
  });

  it("[spec R9.2] [fault C19] is not touched when a dialog of the same app came while the model thought", async () => {
    await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    const opened = await perform(held, 1, openSettings);
    const display = await middleOf("Display", opened);
    phone().showDialog(settings, { title: "Rate us", buttons: [{ label: "Later" }] });
    const taps = vi.spyOn(phone().input, "tap");
    const refused = await perform(held, 2, { action: "tap", coordinate: display });
    expect(refused.outcome).toMatchObject({ ok: false, effect: "none", errorCode: "ScreenChanged" });
    expect(taps).not.toHaveBeenCalled();
    await expect(middleOf("Later", refused)).resolves.toBeDefined();
    expect(await farm.repositories.steps.get(tenantId, held.jobId, 2)).toMatchObject({
      outcome: refused.outcome,
      after: { treeKey: refused.observation.treeKey },
    });
  });

  it("[spec R9.2] is told apart without another dump: by windows and frames, and by the picture where a cursor blinks", async () => {
    await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    const opened = await perform(held, 1, openSettings);
    const display = await middleOf("Display", opened);
    const dumps = vi.spyOn(phone(), "dumpHierarchy");
    const pictures = vi.spyOn(phone(), "screencap");
    const seen = { dumps: 0, pictures: 0 };
    // Counted where the finger touches: what comes after it is the look at what it did.
    const tap = vi.spyOn(phone().input, "tap").mockImplementation(async () => {
      Object.assign(seen, { dumps: dumps.mock.calls.length, pictures: pictures.mock.calls.length });
    });
    await perform(held, 2, { action: "tap", coordinate: display });
    expect(seen).toEqual({ dumps: 0, pictures: 0 });
    tap.mockRestore();
    const search = await perform(held, 3, { action: "tap", coordinate: await middleOf("Search", opened) });
    expect(search.observation.keyboardShown).toBe(true);
    const inFront = search.observation.package;
    const drawn = () =>
      phone()
        .activities.running()
        .find(({ packageName }) => packageName === inFront)?.frames;
    const before = drawn() ?? 0;
    await vi.waitFor(() => expect(drawn()).toBeGreaterThan(before), 10_000);
    dumps.mockClear();
    pictures.mockClear();
    const typed = vi.spyOn(phone().input, "text").mockImplementation(async () => {
      Object.assign(seen, { pictures: pictures.mock.calls.length });
    });
    await perform(held, 4, { action: "type", text: "dark" });
    expect(typed).toHaveBeenCalled();
    // A whole look would have taken a second one.
    expect(seen).toMatchObject({ pictures: 1 });
  });

  it("[fault D6] is noticed by a host that goes on with a lease after a restart, before it acts", async () => {
    const first = await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    const opened = await perform(held, 1, openSettings);
    const display = await middleOf("Display", opened);
    await first.close();
    await phone().input.keyevent(3);
    await farm.startHost();
    const taps = vi.spyOn(phone().input, "tap");
    const refused = await perform(held, 2, { action: "tap", coordinate: display });
    expect(refused).toMatchObject({
      outcome: { ok: false, effect: "none", errorCode: "ScreenChanged" },
      observation: { package: "com.android.launcher3" },
    });
    expect(taps).not.toHaveBeenCalled();
    const step = await farm.repositories.steps.get(tenantId, held.jobId, 2);
    expect(step?.outcome).toEqual(refused.outcome);
  });
});
