import { describe, expect, it } from "vitest";
import { roleRequest } from "#agent/role-board/role-request.ts";
import { partJob } from "#agent/subtasks/part-job.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { takenBy } from "#shared/rules/taken-fields.ts";
import { sampleJob } from "../storage/sample-records.ts";

const said = {
  task: "Do all of it",
  data: { files: [] },
  record: true,
  tags: ["nightly"],
  priority: "low",
  debug: true,
  perception: { marks: true },
  questions: { timeoutMinutes: 5 },
};
const whole = JobRequest.parse({
  ...said,
  limits: { maxTokens: 9_000, maxOutputTokens: 900, maxCostUsd: 3 },
  roles: {
    one: { task: "One" },
    two: { task: "Two" },
    three: { task: "Three", limits: { maxCostUsd: 0.5 } },
  },
});

describe("what is taken of a request's fields", () => {
  it("by a part is what the whole says, but for what is on the device already and recorded with the whole", () => {
    const parent = sampleJob(JobRequest.parse(said));
    const step = { index: 1, text: "Do a part", status: "running", attempts: 1, jobIds: [] } as never;
    const spent = { tokens: 0, usd: 0, outputTokens: 0 };
    const part = partJob(parent, step, JobId.parse("01JZZZZZZZZZZZZZZZZZZZZZZZ"), { spent, now: new Date() });
    const { tags, priority, debug, perception, questions } = parent;
    expect(part).toMatchObject({ task: "Do a part", tags, priority, debug, perception, questions });
    expect(part).not.toHaveProperty("data");
    expect(part).not.toHaveProperty("record");
  });

  it("by a role is what the whole says, its share of the limits, and never a check before it begins", () => {
    const [one, three] = (["one", "three"] as const).map((role) => {
      const asked = whole.roles?.[role];
      if (asked === undefined) throw new Error(`no role ${role}`);
      return roleRequest(whole, role as never, asked);
    });
    expect(one).toMatchObject({ task: "One", tags: ["nightly"], record: true, allowAlreadySatisfied: true });
    expect(one?.limits).toMatchObject({ maxTokens: 3_000, maxOutputTokens: 300, maxCostUsd: 1 });
    expect(three?.limits).toMatchObject({ maxTokens: 3_000, maxCostUsd: 0.5 });
    expect(one).not.toHaveProperty("roles");
  });

  it("by a session is what its own request has under the same name and meaning", () => {
    const { tags, priority } = whole;
    expect(takenBy("session", { ...whole, labels: {} })).toEqual({ tags, priority });
  });
});
