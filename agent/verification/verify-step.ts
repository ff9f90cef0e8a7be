import type { Supervision } from "#shared/contracts/job/supervision.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { Verification } from "#shared/contracts/step/step-findings.ts";
import type { VerifyStepInput, VerifyStepOutput } from "#shared/contracts/workflow/verify-step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { interventionWords } from "#shared/rules/steps/intervention-words.ts";
import { describeScreenDiff, screenDiff } from "#shared/screen/screen-diff.ts";
import { defined } from "#shared/values/defined.ts";
import type { Runtime, Services } from "../runtime/services.ts";
import type { SeenScreen } from "./step-scene.ts";
import { verifyByRules } from "./verify-by-rules.ts";

/**
 * Says by rules whether the step did what was meant, and tells the next prompt whether and how the screen changed
 * (docs/spec.md A6, R9.3). No model is asked here: where the rules cannot tell, PredictAction asks one beside the agent.
 */
export async function verifyStep(
  input: VerifyStepInput,
  runtime: Runtime<"verify-step">,
): Promise<VerifyStepOutput> {
  const { tenantId, jobId, stepNumber, before, after } = input;
  const { steps } = runtime.repositories;
  const startedAt = runtime.monotonic();
  const changed = before.treeHash !== after.treeHash;
  const [supervision, step, old, current] = await Promise.all([
    supervisionOfJob(input, runtime),
    input.step ?? steps.get(tenantId, jobId, stepNumber),
    runtime.trees(before.treeKey),
    runtime.trees(changed ? after.treeKey : before.treeKey),
  ]);
  if (step === null) throw new DroverError("NotFound", `There is no step ${stepNumber} of job ${jobId}.`);
  const screens = {
    before: { observation: before, tree: old },
    after: { observation: after, tree: current },
  };
  const verification =
    supervision?.verification === "off" ? undefined : verifyByRules({ ...step, ...screens, changed });
  const touched = interventionWords(step.interventions);
  const feedback = [
    touched === "" ? "" : `${touched} `,
    warning(verification),
    changed ? describeChange(screens) : "The screen did not change.",
  ];
  const verifiedAt = runtime.now().toISOString();
  await steps.verify({
    tenantId,
    jobId,
    stepNumber,
    verifiedAt,
    verifyMilliseconds: Math.round(runtime.monotonic() - startedAt),
    screenChanged: changed,
    verification,
    feedback: feedback.join("").slice(0, 2_000).toWellFormed(),
  });
  await tellStep(input, { verifiedAt, screenChanged: changed, ...defined({ verification }) }, runtime);
  return { screenChanged: changed, nextStepNumber: stepNumber + 1 };
}

/** Tells the step's span, which is whole with this. */
async function tellStep(
  { tenantId, jobId, stepNumber }: VerifyStepInput,
  verified: Partial<Step> & { readonly verifiedAt: string },
  { tracing, traces, repositories }: Pick<Services, "repositories" | "traces" | "tracing">,
): Promise<void> {
  if (!tracing.isOn) return;
  const trace = traces.get(`${tenantId}/${jobId}`) ?? (await repositories.jobs.get(tenantId, jobId))?.trace;
  if (trace?.sampled !== true) return;
  traces.set(`${tenantId}/${jobId}`, trace);
  const [step, { stepSpan }] = await Promise.all([
    repositories.steps.get(tenantId, jobId, stepNumber),
    import("../tracing/step-span.ts"),
  ]);
  if (step !== null) tracing.tell(stepSpan({ ...step, ...verified }, trace, Date.parse(verified.verifiedAt)));
}

/** The turn that made the step has mostly read its job in this very instance. */
const supervisionOfJob = async (
  { tenantId, jobId }: VerifyStepInput,
  { repositories, supervisions }: Pick<Services, "repositories" | "supervisions">,
): Promise<Supervision | undefined> =>
  supervisions.get(`${tenantId}/${jobId}`) ?? (await repositories.jobs.get(tenantId, jobId))?.supervision;

/** What the next prompt says of a step that did not work (docs/spec.md R6); the host's own words stand there anyway. */
function warning(verification: Verification | undefined): string {
  if (verification?.verdict !== "failed") return "";
  const found = verification.findings.filter(
    ({ rule, verdict }) => verdict === "failed" && rule !== "actionsDone",
  );
  return found.length === 0 ? "" : `WARNING: step didn't work: ${found.map(({ text }) => text).join(" ")} `;
}

function describeChange({
  before,
  after,
}: {
  readonly before: SeenScreen;
  readonly after: SeenScreen;
}): string {
  if (before.tree === null || after.tree === null)
    return "The screen changed; how cannot be told, because its elements could not be read.";
  const diff = screenDiff(before.tree, after.tree);
  // Equal elements, and yet another screen: what changed has none.
  return diff.changed ? describeScreenDiff(diff) : "The screen changed: what is drawn on it is different.";
}
