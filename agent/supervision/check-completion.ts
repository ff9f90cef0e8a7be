import type { Plan } from "#shared/contracts/job/plan.ts";
import type { CompletionCheck } from "#shared/contracts/step/step-findings.ts";
import type {
  CheckCompletionInput,
  CheckCompletionOutput,
} from "#shared/contracts/workflow/check-completion.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { weighClaim } from "#shared/rules/claims/weigh-claim.ts";
import { checklistOf } from "../checklist/checklist.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import { askAs } from "../role-questions/ask-as.ts";
import type { RoleAnswer } from "../role-questions/ask-role.ts";
import { completionQuestion, settledCheck } from "../role-questions/completion-question.ts";
import type { Runtime } from "../runtime/services.ts";
import { claimOf } from "../steps/step-claim.ts";
import { taskWithMessages } from "../steps/task-with-messages.ts";
import { asJpeg, readScreenshot } from "../turn-state/read-turn.ts";
import { weighedClaim } from "./weighed-claim.ts";

/**
 * Asks the role `completion` whether the task is done as the agent claims, from the last screen and what was done. Where
 * nobody can be asked the claim stands, and its step says so. A check that was made is not made again.
 */
export async function checkCompletion(
  input: CheckCompletionInput,
  runtime: Runtime<"check-completion">,
): Promise<CheckCompletionOutput> {
  const { tenantId, jobId, stepNumber } = input;
  const { jobs, steps } = runtime.repositories;
  const [job, history, plans] = await Promise.all([
    jobs.get(tenantId, jobId),
    runtime.stepHistory(tenantId, jobId, stepNumber),
    runtime.planHistory(tenantId, jobId),
  ]);
  const step = history.find((one) => one.stepNumber === stepNumber);
  const claim = step === undefined ? undefined : claimOf(step);
  if (job === null || claim === undefined)
    throw new DroverError("NotFound", `There is no claim in step ${stepNumber} of job ${jobId}.`);
  if (step?.completionCheck !== undefined) return { accepted: step.completionCheck.accepted };
  const completionCheck = await ask({ ...input, job, claim, history, plans }, runtime);
  // A model's was stored with what it cost.
  if (completionCheck.model === undefined) await steps.checkCompletion(input, completionCheck);
  const { accepted, model } = completionCheck;
  return { accepted: accepted && model === undefined ? null : accepted };
}

type Claimed = CheckCompletionInput &
  Omit<
    Parameters<typeof completionQuestion>[0],
    "task" | "marker" | "tree" | "hidesTree" | "parts" | "unsaid"
  >;
type WithJob = Claimed & { readonly job: Parameters<typeof askAs>[0]; readonly plans: readonly Plan[] };

async function ask(claimed: WithJob, runtime: Runtime<"check-completion">): Promise<CompletionCheck> {
  const { job, observation, stepNumber } = claimed;
  const { steps } = runtime.repositories;
  const hidesTree = job.perception.tree === "never";
  try {
    const [tree, picture] = await Promise.all([
      hidesTree ? null : runtime.trees(observation.treeKey),
      readScreenshot(observation.modelScreenshotKey, runtime),
    ]);
    const weight = weighClaim(weighedClaim({ ...claimed, tree }));
    if (weight.kind === "contradicted") {
      runtime.logger.info("a claim was rejected by rule", { stepNumber, reason: weight.reason });
      return { accepted: false, reason: weight.reason };
    }
    const marker = job.promptMarker ?? newPromptMarker();
    const parts = checklistOf(claimed);
    const question = completionQuestion({
      ...claimed,
      parts,
      unsaid: weight.kind === "doubtful" ? weight.unsaid : [],
      task: taskWithMessages(job.task, claimed.history),
      tree,
      hidesTree,
      marker,
      picture: picture === undefined ? undefined : asJpeg(picture),
    });
    const { answer, model, usage } = await askAs(job, question, { stepNumber }, runtime, {
      keep: async (told) => {
        const check = checkOf(told, parts);
        const write = await steps.checkingCompletion(claimed, check);
        return check.accepted ? { write, claim: claimed.claim } : { write };
      },
    });
    runtime.logger.info("a claim was checked", { stepNumber, accepted: answer.accepted });
    return checkOf({ answer, model, usage }, parts);
  } catch (error) {
    if (!(error instanceof DroverError)) throw error;
    const reason = `Not checked, because no model was available (${error.code}): the claim counts.`;
    runtime.logger.warn("a claim was not checked", { stepNumber, code: error.code });
    return { accepted: true, reason };
  }
}

type Told = Pick<RoleAnswer<Parameters<typeof settledCheck>[0]>, "answer" | "model" | "usage">;

const checkOf = (
  { answer, model, usage }: Told,
  parts: Parameters<typeof settledCheck>[1],
): CompletionCheck => ({ ...settledCheck(answer, parts), model, usage });
