import { JobId, TenantId } from "#shared/contracts/ids.ts";
import { Observation } from "#shared/contracts/observation.ts";
import { Step } from "#shared/contracts/step.ts";

export const observation = Observation.parse({
  capturedAt: "2026-01-02T03:04:05.000Z",
  screen: { width: 1080, height: 2400 },
  package: "com.android.settings",
  activity: ".Settings",
  keyboardShown: false,
  screenshotKey: null,
  modelScreenshotKey: null,
  treeKey: null,
  hierarchyKey: null,
  treeHash: "a",
  flags: [],
});

/** A closed step; give what matters. */
export const stepWith = (over: Partial<Step>): Step =>
  Step.parse({
    schemaVersion: 1,
    tenantId: TenantId.parse("local"),
    jobId: JobId.parse("01JGZ0000000000000000000A0"),
    stepNumber: 1,
    predictedAt: "2026-01-02T03:04:05.000Z",
    model: "practice-1",
    thinking: "I tap it.",
    action: { action: "back" },
    before: observation,
    usage: { calls: 1, inputTokens: 1, outputTokens: 1 },
    repairs: 0,
    outcome: { ok: true, effect: "done", retries: 0 },
    ...over,
  });
