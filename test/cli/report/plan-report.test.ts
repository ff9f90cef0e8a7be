import { afterEach, describe, expect, it, vi } from "vitest";
import { reportPlansAt, reportProgress } from "#cli/report/plan-report.ts";
import { Plan } from "#shared/contracts/job/plan.ts";
import { at, jobIdOf, sampleObservation, tenantId } from "../../shared/storage/sample-records.ts";

afterEach(() => vi.restoreAllMocks());

function said(print: () => void): string {
  const written: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  print();
  return written.join("");
}

const plan = (change: Record<string, unknown> = {}): Plan =>
  Plan.parse({
    schemaVersion: 1,
    tenantId,
    jobId: jobIdOf(1),
    planNumber: 2,
    kind: "recovery",
    trigger: "progressStall",
    status: "ready",
    requestedAt: at,
    requestedAtStep: 7,
    observation: sampleObservation(),
    failures: [],
    content: {
      approaches: [
        { name: "Menus", description: "Walk them.", steps: ["Open Settings"], confidence: 0.3 },
        {
          name: "Search",
          description: "Search for it.",
          steps: ["Open Settings", "Search"],
          stepDetails: [{ app: "com.android.settings", confidence: 0.9 }, { confidence: 0.5 }],
          confidence: 0.7,
        },
      ],
      recommendedIndex: 1,
      diagnosis: "The row is \u001b[31mdead",
    },
    adoptedAtStep: 8,
    model: "practice-1",
    ...change,
  });

describe("a plan in drover show", () => {
  it("tells when and why it was asked for, from when on it was followed, and its recommended way with steps", () => {
    const text = said(() => reportPlansAt(7, [plan()]));
    expect(text).toContain(
      "plan 2:      recovery, requested before step 7 because a check found no progress; used from step 8 on",
    );
    expect(text).toContain("else: Menus (30 % sure): Walk them.");
    expect(text).toContain("recommended: Search (70 % sure): Search for it.");
    expect(text).toContain("  1. Open Settings (com.android.settings, 90 % sure)");
    expect(text).toContain("  2. Search (50 % sure)");
  });

  it("writes nothing that a terminal would obey", () => {
    expect(said(() => reportPlansAt(7, [plan()]))).not.toContain("\u001b[31m");
  });

  it("says why there is none, or that no step followed it", () => {
    const failure = { code: "ModelTimeout", message: "It took too long." };
    const { content: _, ...without } = plan();
    expect(said(() => reportPlansAt(7, [Plan.parse({ ...without, status: "failed", failure })]))).toContain(
      "failed: It took too long.",
    );
    const { adoptedAtStep: __, ...late } = plan();
    expect(said(() => reportPlansAt(7, [Plan.parse(late)]))).toContain("ready, not used");
  });

  it("stands at its step alone", () => {
    expect(said(() => reportPlansAt(6, [plan()]))).toBe("");
  });
});

describe("a progress check in drover show", () => {
  it("says what was found and why", () => {
    expect(said(() => reportProgress({ progressing: false, reason: "It taps the same." }))).toContain(
      "progress check: there is no progress: It taps the same.",
    );
    expect(
      said(() => reportProgress({ progressing: null, reason: "No model was available: busy." })),
    ).toContain("progress check: No model was available: busy.");
  });
});
