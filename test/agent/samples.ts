import { Observation } from "#shared/contracts/device/observation.ts";
import { Step, type StepAction } from "#shared/contracts/step/step.ts";
import { JobId, TenantId } from "#shared/contracts/values/ids.ts";

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

const done = { ok: true, effect: "done", retries: 0 } as const;

/** A closed step of one action; give what matters. */
export const stepWith = ({
  action = { action: "back" },
  element,
  ...over
}: Partial<Step> & Partial<Pick<StepAction, "action" | "element">>): Step =>
  Step.parse({
    schemaVersion: 2,
    tenantId: TenantId.parse("local"),
    jobId: JobId.parse("01JGZ0000000000000000000A0"),
    stepNumber: 1,
    predictedAt: "2026-01-02T03:04:05.000Z",
    model: "practice-1",
    thinking: "I tap it.",
    actions: [{ action, element, outcome: over.outcome ?? done }],
    before: observation,
    usage: { calls: 1, inputTokens: 1, outputTokens: 1 },
    repairs: 0,
    outcome: done,
    ...over,
  });
