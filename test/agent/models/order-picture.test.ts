import { describe, expect, it } from "vitest";
import { imageLimits, imageLimitsByName } from "#agent/models/image-limits.ts";
import { orderPicture } from "#agent/models/order-picture.ts";
import { Perception } from "#shared/contracts/device/perception.ts";
import { pictureSize } from "#shared/screen/picture-size.ts";
import { pictureTokens } from "../../bench/perception/picture-tokens.ts";

const perception = Perception.parse({});

describe("orderPicture", () => {
  it("[spec R16] orders of each model what it takes, by the table or by its family", () => {
    expect(orderPicture("claude-sonnet-5-5", perception)).toMatchObject({ longEdge: 2_576 });
    expect(orderPicture("claude-haiku-4-5-20251001", perception)).toMatchObject({ longEdge: 1_568 });
    expect(orderPicture("moonshotai/kimi-k2.5", perception)).toMatchObject({ longEdge: 896 });
    expect(orderPicture("gpt-5.5", perception)).toMatchObject({ longEdge: 2_048, shortEdge: 768 });
    expect(orderPicture("qwen2.5-vl:7b", perception)).toMatchObject({ maxPixels: 1_003_520 });
    expect(orderPicture("somebody/else", perception)).toMatchObject({ longEdge: 1_024 });
  });

  it("orders none for a job without pictures, and none for the practice model, which cannot see", () => {
    expect(orderPicture("claude-sonnet-5-5", { ...perception, picture: "never" })).toBeNull();
    expect(orderPicture("practice-1", { ...perception, picture: "always" })).toBeNull();
  });

  it("orders marks, and a picture that must do alone", () => {
    const wanted = Perception.parse({ tree: "never", marks: true });
    expect(orderPicture("claude-sonnet-5-5", wanted)).toMatchObject({ marks: true, alone: true });
  });
});

describe("pictureTokens", () => {
  const phone = { width: 1_080, height: 2_400 };
  it.each([
    ["the picture of 576x1280 that a turn used to have", { width: 576, height: 1_280 }, "claude", 966],
    ["a small one", { width: 460, height: 1_024 }, "claude", 629],
    ["two tiles by four of OpenAI's", pictureSize(phone, imageLimits.openAiTiles), "openAiTiles", 1_445],
    ["Gemini's tiles", { width: 768, height: 1_706 }, "gemini", 774],
  ] as const)("counts %s as the service does", (_, size, limits, tokens) => {
    expect(pictureTokens(size, imageLimits[limits].billing)).toBe(tokens);
  });

  it("stays within what Claude counts at most", () => {
    for (const [limits, most] of [
      [imageLimits.claude, 4_784],
      [imageLimits.olderClaude, 1_568],
    ] as const) {
      const tablet = pictureSize({ width: 3_000, height: 2_000 }, limits);
      // A begun patch at either edge is counted as a whole one.
      expect(pictureTokens(tablet, limits.billing)).toBeLessThanOrEqual(1.04 * most);
    }
  });

  it("knows the families by the names that services give them", () => {
    expect(imageLimitsByName("gpt-4.1-mini")).toBe(imageLimits.openAiPatches);
    expect(imageLimitsByName("models/gemini-3-pro")).toBe(imageLimits.gemini);
    expect(imageLimitsByName("ByteDance-Seed/UI-TARS-1.5-7B")).toBe(imageLimits.qwen);
  });
});
