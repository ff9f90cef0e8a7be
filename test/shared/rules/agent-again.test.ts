import { describe, expect, it } from "vitest";
import { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { sameRequest } from "#shared/rules/same-request.ts";
import { sourcedRequest } from "#shared/rules/sourced-request.ts";
import { jobIdOf, sampleJob } from "../storage/sample-records.ts";

const agent = { kind: "external", name: "mine", turnTimeoutSeconds: 60, observation: {} };
const jobOf = (change: Record<string, unknown>) => PublicJob.parse(sampleJob(change));
const jobId = jobIdOf(2);

describe("a job's request once more", () => {
  it("is its agent's again", () => {
    expect(sameRequest(jobOf({ agent }), undefined).agent).toMatchObject({ kind: "external", name: "mine" });
  });

  it("is nobody's session", () => {
    const session = { kind: "session", name: "session", turnTimeoutSeconds: 180 };
    expect(sameRequest(jobOf({ agent: session }), undefined).agent).toBeUndefined();
  });

  it("goes on with the agent when it is resumed, and asks nobody when it is replayed", () => {
    const job = jobOf({ agent });
    expect(sourcedRequest(job, { kind: "resume", jobId }, {}).agent).toMatchObject({ name: "mine" });
    expect(sourcedRequest(job, { kind: "replay", jobId }, {}).agent).toBeUndefined();
  });
});
