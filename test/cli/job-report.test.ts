import { afterEach, describe, expect, it, vi } from "vitest";
import { noUsage } from "#shared/agent/usage.ts";
import { JobResponse } from "#shared/contracts/api/job-response.ts";
import { reportJob } from "../../cli/job-report.ts";
import { sampleJob } from "../shared/storage/sample-records.ts";

afterEach(() => vi.restoreAllMocks());

/** What a user reads. */
function reported(change: Record<string, unknown>, models?: readonly string[]): readonly string[] {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  reportJob(JobResponse.parse({ ...sampleJob(change), links: {} }), models);
  return written.mock.calls.map(([line]) => String(line).trimEnd());
}

const used = { ...noUsage, calls: 3, inputTokens: 1_000, outputTokens: 50 };

describe("the report of a job", () => {
  it("[spec R2] has what each role used below the whole, once more than one was asked", () => {
    const usageByRole = { agent: used, grounding: { ...used, calls: 1 } };
    expect(reported({ usage: { ...used, calls: 4 }, usageByRole })).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^model: +4 calls, /),
        expect.stringMatching(/^ {2}agent: +3 calls, /),
        expect.stringMatching(/^ {2}grounding: 1 call, /),
      ]),
    );
    vi.restoreAllMocks();
    expect(reported({ usage: used, usageByRole: { agent: used } }).join("\n")).not.toContain("agent:");
  });

  it("names the models that made the steps, else the one that the job asked for", () => {
    const made = reported({ usage: used }, ["a-model", "a-model", "its-fallback"]);
    expect(made).toContainEqual(expect.stringMatching(/^model: +a-model, its-fallback, 3 calls, /));
    vi.restoreAllMocks();
    const wished = reported({ usage: used, models: { agent: { model: "wished" } } });
    expect(wished).toContainEqual(expect.stringMatching(/^model: +wished, 3 calls, /));
  });
});
