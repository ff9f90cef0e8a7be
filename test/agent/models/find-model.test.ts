import { describe, expect, it } from "vitest";
import { findModel, modelNotice } from "#agent/models/find-model.ts";
import { modelTable } from "#agent/models/model-table.ts";
import { providerTable } from "#agent/models/provider-table.ts";

const today = new Date("2026-11-21T12:00:00Z");

describe("the models that Drover knows", () => {
  it("are found by their id and by a dated snapshot of it", () => {
    expect(findModel("claude-sonnet-4-5-20250929")?.id).toBe("claude-sonnet-4-5");
    expect(findModel("claude-sonnet-5-5")?.prices.input).toBe(2);
    expect(findModel("claude-sonnet-99")).toBeUndefined();
  });

  it("name a successor that is in the table and lasts longer", () => {
    for (const { id, successor } of modelTable) {
      if (successor === undefined) continue;
      expect(findModel(successor), id).toMatchObject({ id: successor });
      expect(findModel(successor)?.endsOn, id).toBeUndefined();
    }
  });

  it("include the usual one of each service, of which there is nothing to warn", () => {
    const usual = Object.values(providerTable).flatMap(({ defaultModel }) => defaultModel ?? []);
    expect(usual.length).toBeGreaterThan(2);
    for (const model of usual) expect(modelNotice(model, today), model).toBeNull();
  });
});

describe("modelNotice", () => {
  it("says until when a model answers and what to use instead", () => {
    expect(modelNotice("claude-sonnet-4-5", today)).toEqual({
      kind: "retiring",
      message: "The model 'claude-sonnet-4-5' will be retired on 2026-11-30. Use claude-sonnet-5-5.",
    });
  });

  it("says that a model has ended, from the day after its last on", () => {
    const lastDay = new Date("2026-11-30T23:00:00Z");
    const nextDay = new Date("2026-12-01T00:00:00Z");
    expect(modelNotice("claude-sonnet-4-5", lastDay)?.kind).toBe("retiring");
    expect(modelNotice("claude-sonnet-4-5", nextDay)?.kind).toBe("retired");
  });

  it("says of an unknown model that it has no price, and names those that are known", () => {
    expect(modelNotice("gpt-9", today)).toMatchObject({
      kind: "unknown",
      message: expect.stringContaining("claude-opus-5-5"),
    });
  });

  it("has nothing to say of the practice model", () => {
    expect(modelNotice("practice-1", today)).toBeNull();
  });
});
