import { describe, expect, it } from "vitest";
import type { FarmModels } from "#agent/models/farm-models.ts";
import { checkJobModels } from "#batches/submission/check-models.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";

const farm: FarmModels = {
  defaultProvider: "groq",
  defaultModel: "openai/gpt-oss-120b",
  providers: { groq: { kind: "openai", baseUrl: "http://127.0.0.1:1/v1" } },
  roles: {},
  prices: {},
};
const check = (over: object) =>
  checkJobModels(JobRequest.parse({ task: "x", ...over }), { farm, now: new Date("2026-11-21T12:00:00Z") });

describe("a job whose model sees no pictures", () => {
  it("[spec I1.1] is refused where it would be shown nothing else", () => {
    expect(() => check({ models: { agent: { dialect: "ui-tars" } } })).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          errors: [
            expect.objectContaining({
              field: "models.agent.model",
              value: "openai/gpt-oss-120b",
              message: expect.stringContaining("it would see nothing of the screen"),
            }),
          ],
        }),
      }),
    );
  });

  it("[spec I1.1] is warned where pictures were asked for, and not where none are needed", () => {
    expect(check({ perception: { picture: "always" } })).toEqual([
      expect.stringContaining("perception.picture has no effect"),
    ]);
    expect(check({})).toEqual([]);
  });
});
