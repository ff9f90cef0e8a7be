import { afterEach, describe, expect, it, vi } from "vitest";
import { noUsage } from "#agent/model-calls/usage.ts";
import { reportJob } from "#cli/report/job-report.ts";
import { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { sampleJob } from "../../shared/storage/sample-records.ts";

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

  it("calls nothing of a job without checks a change too many", () => {
    const effect = { kind: "setting", change: "changed", where: "setting:global/wifi_on" };
    const changed = {
      ...effect,
      before: "1",
      after: "0",
      text: "setting:global/wifi_on changed from 1 to 0",
    };
    const lines = reported({ verdict: "unverified", sideEffects: [changed], sideEffectCount: 1 });
    expect(lines).toContainEqual("changed:    setting:global/wifi_on changed from 1 to 0");
  });

  it("[spec G5] says how far a job came, what contradicts its claim and what changed besides", () => {
    const validator = { kind: "setting", namespace: "global", key: "wifi_on", equals: "0" };
    const effect = { kind: "file", change: "added", where: "/sdcard/a", before: null, after: "1 bytes" };
    const text = "file /sdcard/a was added: \u001b[2J1 bytes";
    const lines = reported({
      status: "finished",
      outcome: "failed",
      judgement: [{ validator, verdict: "failed", observed: "1" }],
      baseline: { at: "2026-01-01T00:00:00.000Z", results: [{ verdict: "passed", observed: "0" }] },
      progress: 0.25,
      falseComplete: true,
      sideEffects: [{ ...effect, text }],
      sideEffectCount: 12,
      notCompared: ["content://sms cannot be read: denied."],
    });
    const story = lines.join("\n");
    expect(story).toContain("found 1 (passed before the agent started)");
    expect(story).toContain("25 % of the checks by weight");
    expect(story).toContain("but the checks failed");
    expect(story).toMatch(/changed too: file \/sdcard\/a was added.*\n +and 11 more/);
    expect(story).toContain("content://sms cannot be read");
    expect(story).not.toContain("\u001b");
  });

  it("names the models that made the steps, else the one that the job asked for", () => {
    const made = reported({ usage: used }, ["a-model", "a-model", "its-fallback"]);
    expect(made).toContainEqual(expect.stringMatching(/^model: +a-model, its-fallback, 3 calls, /));
    vi.restoreAllMocks();
    const wished = reported({ usage: used, models: { agent: { model: "wished" } } });
    expect(wished).toContainEqual(expect.stringMatching(/^model: +wished, 3 calls, /));
  });
});
