import { describe, expect, it } from "vitest";
import { Supervision } from "#shared/contracts/job/supervision.ts";
import { supervisionOf } from "#shared/rules/supervision-of.ts";

const of = (given: object, dialect: Parameters<typeof supervisionOf>[1]) =>
  supervisionOf({ supervision: Supervision.parse(given) }, dialect);

describe("who helps an agent", () => {
  it("[spec R2] is everyone, unless the job says otherwise", () => {
    const all = { planning: "full", verification: "model", progress: true, completion: true };
    expect(of({}, "tool-use")).toMatchObject(all);
    expect(of({ planning: "recovery", progress: false }, "tool-use")).toMatchObject({
      ...all,
      planning: "recovery",
      progress: false,
    });
  });

  it("[spec A8] is no other model for an agent that is to cost next to nothing, unless the job says otherwise", () => {
    const none = {
      planning: "off",
      verification: "rules",
      progress: false,
      completion: false,
      recovery: false,
    };
    expect(of({}, "lean")).toMatchObject(none);
    expect(of({ completion: true }, "lean")).toMatchObject({ ...none, completion: true });
  });
});
