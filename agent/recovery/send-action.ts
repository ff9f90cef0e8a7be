import type { AnyAction } from "#shared/actions/action-definition.ts";
import { resolveTarget } from "#shared/actions/resolve-target.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import { Step, type StepAction } from "#shared/contracts/step/step.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { coordinateOf } from "#shared/extensions/coordinate-transform.ts";
import { defined } from "#shared/values/defined.ts";
import { projectConfig } from "../environment/project-config.ts";
import { noUsage } from "../model-calls/usage.ts";
import { denyUnapproved } from "../people/approve-step.ts";
import { denyStep, isDenied } from "../people/deny-step.ts";
import type { Services } from "../runtime/services.ts";
import { type Acted, type Acting, type ChosenAction, performing } from "./acting.ts";
import { currentStep, oneMoreTry, planProgress, tryFailed } from "./advance.ts";
import type { RecoveryState } from "./read-recovery.ts";

/** Stores the step of the job and makes the command of it, unless the job's policy forbids it or it makes no sense here. */
export async function sendAction(acting: Acting, recovery: Recovery, chosen: ChosenAction): Promise<Acted> {
  const { input, state, runtime } = acting;
  const at = runtime.now().toISOString();
  const observation = observed(state);
  const told = { screenshot: observation.screenshotKey ?? "", at };
  const counted = chosen.kind === "act" ? oneMoreTry(recovery) : recovery;
  let action: StepAction;
  try {
    action = await resolved(chosen.action, state);
  } catch (error) {
    if (!(error instanceof DroverError) || error.audience !== "model") throw error;
    return tryFailed(counted, { ...told, details: error.message, isFinal: true });
  }
  const policed = { job: state.job, tree: state.screen.tree, actions: state.catalogue };
  const step = denyUnapproved(denyStep(stepOf(acting, action, chosen.why), policed), policed);
  await record(step, runtime);
  if (isDenied(step)) {
    const failed = tryFailed(counted, { ...told, details: step.outcome?.message ?? "", isFinal: true });
    return { ...failed, nextStepNumber: input.stepNumber + 1 };
  }
  const pending = { stepNumber: input.stepNumber, before: observation, kind: chosen.kind, looks: 0 };
  const { seeks } = planProgress(recovery);
  const change = { pending, seeks: chosen.kind === "seek" ? seeks + 1 : seeks };
  return {
    recovery: { ...counted, progress: { ...planProgress(counted), ...change } },
    next: "perform",
    perform: performing(input, recovery, action.deviceAction === undefined ? [] : [action.deviceAction]),
  };
}

function observed({ screen }: RecoveryState): Observation {
  if (screen.observation !== null) return screen.observation;
  throw new DroverError("InternalError", "A recovery without a screen has nothing to act on.");
}

async function resolved(action: AnyAction, state: RecoveryState): Promise<StepAction> {
  const { coordinateTransform } = await projectConfig();
  const { job, screen, apps, catalogue } = state;
  const device = job.deviceFacts ?? { model: "", apiLevel: 0 };
  const { deviceAction, element } = resolveTarget(action, catalogue, {
    tree: screen.tree,
    apps,
    coordinateOf: (pixel, size) => coordinateOf(pixel, size, device, coordinateTransform),
  });
  return { action: action as StoredAction, ...defined({ deviceAction, element }) };
}

function stepOf({ input, state, runtime }: Acting, action: StepAction, why: string): Step {
  const { tenantId, jobId, stepNumber, recoveryId } = input;
  const { recovery } = state;
  const { action: name, target } = currentStep(recovery);
  const plan = recovery.plans.at(-1);
  return Step.parse({
    schemaVersion: 2,
    tenantId,
    jobId,
    stepNumber,
    predictedAt: runtime.now().toISOString(),
    model: plan?.model ?? "",
    thinking: `Recovery: ${name}${target === "" ? "" : ` ${JSON.stringify(target)}`}. ${why}`.slice(0, 2_000),
    actions: [action],
    chosenBy: "recovery",
    recoveryId,
    before: observed(state),
    usage: noUsage,
    repairs: 0,
  });
}

/** What stands already under that number is this step, stored by an earlier run of the function. */
async function record(step: Step, { repositories }: Pick<Services, "repositories">): Promise<void> {
  const { tenantId, jobId, stepNumber } = step;
  await Promise.all([
    repositories.steps.put(step),
    repositories.jobs.recordTurn({ tenantId, jobId, stepNumber, usage: noUsage }),
  ]);
}
