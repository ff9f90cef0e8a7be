import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { githubJobReport } from "../../../cli/github/job-report.ts";
import { annotation } from "../../../cli/github/workflow-command.ts";
import { item } from "../../shared/rules/statistics/items.ts";
import { batchStatistics } from "../../shared/rules/statistics/statistics-of.ts";
import { sampleJob } from "../../shared/storage/sample-records.ts";
import { batchId, batchResponse, scriptedFarm } from "../batch/batch-command-line.ts";

const farm = scriptedFarm();
let folder: string;
let summary: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "drover-actions-"));
  summary = path.join(folder, "summary.md");
});
afterAll(() => rm(folder, { recursive: true }));

const hostile = "<img src=x>|::error::x%0A\n## y [a](http://b)";
const failed = item({ taskId: "alarm", outcomes: ["failed"], last: { outcomeReason: hostile } });
beforeEach(async () => {
  await writeFile(summary, "");
  vi.stubEnv("GITHUB_ACTIONS", "true");
  vi.stubEnv("GITHUB_STEP_SUMMARY", summary);
  const counts = { outcomes: { succeeded: 3, failed: 1 } };
  farm.answer("GET", `/v1/batches/${batchId}`, { body: batchResponse({ counts }) });
  const results = { format: "json", complete: true, links: { results: `${farm.url()}/statistics` } };
  farm.answer("GET", `/v1/batches/${batchId}/results`, { body: results });
  farm.answer("GET", "/statistics", { body: batchStatistics([item(), item(), item(), failed]) });
  const { tenantId: _, ...publicItem } = failed;
  farm.answer("GET", `/v1/batches/${batchId}/jobs`, { body: { items: [publicItem] } });
});

describe("a batch in GitHub Actions", () => {
  it("[spec R17] writes its rates and failures to the run's page, and annotates each failure once", async () => {
    const { err, code } = await farm.run("watch", batchId);
    expect(code).toBe(1);
    const page = await readFile(summary, "utf8");
    expect(page).toMatch(/^\| all \| 4 \| 75\.0 % \|/m);
    expect(page).toMatch(/^\| alarm \| default \| 1 \| ❌ failed \|/m);
    expect(page).not.toMatch(/<img|^## y|\[a\]\(/m);
    const commands = err.split("\n").filter((line) => line.startsWith("::"));
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatch(
      /^::error title=alarm \(default%2C 1\)::failed: <img src=x>\|: :error: :x%250A ## y/,
    );
    expect(farm.asked("GET", `/v1/batches/${batchId}/jobs`)[0]?.query).toContain("outcome=failed");
  });

  it("ends by its success rate alone where one is asked for", async () => {
    expect((await farm.run("watch", batchId, "--min-success", "0.75")).code).toBe(0);
    const missed = await farm.run("watch", batchId, "--min-success", "0.8");
    expect(missed).toMatchObject({ code: 1, err: expect.stringContaining("less than the required 80.0 %") });
    farm.answer("GET", "/statistics", { body: batchStatistics([]) });
    expect((await farm.run("watch", batchId, "--min-success", "0")).code).toBe(3);
  });

  it("says nothing to GitHub elsewhere, and ends as usual when GitHub cannot be told", async () => {
    vi.stubEnv("GITHUB_STEP_SUMMARY", path.join(folder, "none/summary.md"));
    expect(await farm.run("watch", batchId)).toMatchObject({
      code: 1,
      err: expect.stringContaining("not reported to GitHub"),
    });
    vi.stubEnv("GITHUB_ACTIONS", "");
    expect((await farm.run("watch", batchId)).err).not.toContain("::error");
    expect(await readFile(summary, "utf8")).toBe("");
  });
});

test("a job's report has its checks as rows, and an annotation only when it did not succeed", () => {
  const validator = { kind: "setting", namespace: "global", key: "x", equals: "1" } as const;
  const judgement = [{ validator, verdict: "failed", observed: hostile }];
  const job = (outcome: string) =>
    JobResponse.parse({ ...sampleJob({ outcome, judgement, task: hostile }), links: {} });
  const { summary: page, annotations } = githubJobReport(job("failed"));
  expect(page).not.toMatch(/<img|^## y/m);
  expect(page.split("\n").filter((line) => line.startsWith("| failed |"))).toHaveLength(1);
  expect(annotations).toHaveLength(1);
  expect(githubJobReport(job("succeeded")).annotations).toEqual([]);
});

test("whatever a device says, an annotation is one command of one line", () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom("::error::", "\n", "\r", "%", ",", ":", "##[x]"), fc.string()))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(text, text, (title, message) => {
      const line = annotation("error", title, message);
      expect(line).not.toMatch(/[\r\n]/);
      const [, properties = "", told = ""] = /^::error title=([^:,]*)::(.*)$/s.exec(line) ?? [];
      expect(`::error title=${properties}::${told}`).toBe(line);
      expect(told).not.toContain("::");
    }),
    { seed: 12, numRuns: 300 },
  );
});
