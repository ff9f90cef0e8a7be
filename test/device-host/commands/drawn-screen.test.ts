import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelPictureOrder } from "#shared/contracts/device/perception.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { touchPoint } from "#shared/screen/touch-point.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

let farm: TestFarm;
let held: Awaited<ReturnType<TestFarm["lease"]>>;
beforeAll(async () => {
  farm = await startTestFarm();
  await farm.startHost();
  held = await farm.lease();
  await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
}, 60_000);
afterAll(() => farm.close());

type DeviceAction =
  | { readonly action: "open_app"; readonly package: string }
  | { readonly action: "tap"; readonly coordinate: Coordinate };

let stepNumber = 0;
async function perform(
  action: DeviceAction,
  ocr: "never" | "auto",
  modelPicture: ModelPictureOrder | null = null,
) {
  stepNumber += 1;
  const command = { kind: "perform", stepNumber, actions: [action], modelPicture, ocr } as const;
  const { output } = await farm.run(held, command, { deadlineSeconds: 60 });
  const { outcome, observation } = PerformAnswer.parse(JSON.parse(output ?? "null"));
  const tree = await farm.storage.artifacts.getJson(observation.treeKey ?? "", SemanticUITree);
  return { outcome, observation, tree, text: semanticText(tree) };
}
const game = { action: "open_app", package: "com.example.wordgame" } as const;
const onto = (label: string, tree: SemanticUITree): DeviceAction => {
  const element = tree.elements.find(({ text }) => text === label);
  if (element === undefined) throw new Error(`no ${label} on the screen`);
  return { action: "tap", coordinate: touchPoint(element, tree) };
};

describe("a screen that is drawn", () => {
  it("[spec R1] [spec R7] is used by the text in its picture, through the look before an action and after", async () => {
    const menu = await perform(game, "auto");
    expect(menu.text).toBe('[0] TEXT "Word Game" [OCR]\n[1] TEXT "New round" [OCR]');
    const question = await perform(onto("New round", menu.tree), "auto");
    expect(question.outcome).toMatchObject({ ok: true });
    expect(question.text).toContain('"Which one is a fruit?" [OCR]');
    expect(question.observation.treeHash).not.toBe(menu.observation.treeHash);
    const won = await perform(onto("Banana", question.tree), "auto");
    expect(won.outcome).toMatchObject({ ok: true });
    expect(won.text).toMatch(/Well done/);
    const step = await farm.repositories.steps.get(tenantId, held.jobId, stepNumber);
    expect(step?.timings.ocrMilliseconds).toBeGreaterThan(0);
  }, 120_000);

  it("[spec R9.1] is another one when its picture is, to a job that wants no text read, and takes no time for reading", async () => {
    const { tree, observation } = await perform(game, "never");
    expect(tree.elements).toEqual([]);
    expect((await perform(game, "never")).observation.treeHash).toBe(observation.treeHash);
    // The game goes from its last screen to the next question, and back without one.
    const moved = await perform({ action: "tap", coordinate: [0.5, 0.27] }, "never");
    expect(moved.tree.elements).toEqual([]);
    expect(moved.observation.treeHash).not.toBe(observation.treeHash);
    expect(tree.undescribed).toHaveLength(1);
    const step = await farm.repositories.steps.get(tenantId, held.jobId, stepNumber);
    expect(step?.timings.ocrMilliseconds).toBe(0);
  }, 60_000);

  it("[spec I4.1] [spec R16] is pictured as large as its observation says, with the ids of what was read on it", async () => {
    const order = { longEdge: 1_568, quality: 50, marks: true, alone: false };
    const { observation } = await perform(game, "auto", order);
    const jpeg = await farm.storage.artifacts.get(observation.modelScreenshotKey ?? "");
    const { width, height, format } = await sharp(jpeg).metadata();
    expect({ format, size: { width, height } }).toEqual({ format: "jpeg", size: observation.modelPicture });
    expect(observation.modelPicture).toEqual({ width: 705, height: 1_568 });
    const plain = await perform(game, "auto", { ...order, marks: false });
    const bare = await farm.storage.artifacts.get(plain.observation.modelScreenshotKey ?? "");
    // But for blurred edges the game has no yellow of its own.
    const yellow = async (bytes: Uint8Array) => {
      const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      let count = 0;
      for (let at = 0; at < data.length; at += 3) {
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
        if (red > 200 && green > 190 && blue < 90) count += 1;
      }
      return count;
    };
    expect(await yellow(jpeg)).toBeGreaterThan((await yellow(bare)) + 200);
  }, 60_000);
});
