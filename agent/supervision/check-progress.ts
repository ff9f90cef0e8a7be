import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { ProgressCheck } from "#shared/contracts/step/step-findings.ts";
import type { CheckProgressInput, CheckProgressOutput } from "#shared/contracts/workflow/check-progress.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { displayText } from "#shared/text/display-text.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import { askAs } from "../role-questions/ask-as.ts";
import type { RoleAnswer } from "../role-questions/ask-role.ts";
import { progressQuestion } from "../role-questions/progress-question.ts";
import { roleScreen } from "../roles/role-screen.ts";
import type { Runtime } from "../runtime/services.ts";
import { taskWithMessages } from "../steps/task-with-messages.ts";
import { verifyLast } from "../verification/verify-last.ts";

const longestReason = 500;

/**
 * Asks whether the last steps bring the task nearer to its end, and notes the answer on the newest of them; also that nobody
 * could be asked, so that the turn continues.
 * @throws NotFound, StorageUnavailable
 */
export async function checkProgress(
  input: CheckProgressInput,
  runtime: Runtime<"check-progress">,
): Promise<CheckProgressOutput> {
  const { tenantId, jobId, stepNumber } = input;
  const { jobs, steps } = runtime.repositories;
  const [job, all] = await Promise.all([
    jobs.get(tenantId, jobId),
    runtime.stepHistory(tenantId, jobId, stepNumber),
  ]);
  const made = all.filter((step) => step.stepNumber <= stepNumber);
  const last = made.at(-1);
  if (job === null || last?.stepNumber !== stepNumber)
    throw new DroverError("NotFound", `There is no step ${stepNumber} of job ${jobId}.`);
  if (last.progressCheck !== undefined) return { progressing: last.progressCheck.progressing };
  const { history } = await verifyLast({ job, history: made, observation: input.observation }, runtime);
  const progressCheck = await ask(input, job, { steps: history, last }, runtime);
  // A model's was stored with what it cost.
  if (progressCheck.model === undefined) await steps.noteProgress(last, progressCheck);
  const { progressing } = progressCheck;
  runtime.logger.info("progress is checked", { stepNumber, progressing });
  return { progressing };
}

async function ask(
  { observation, stepNumber }: CheckProgressInput,
  job: Job,
  { steps, last }: { readonly steps: readonly Step[]; readonly last: Step },
  runtime: Runtime<"check-progress">,
): Promise<ProgressCheck> {
  try {
    const question = progressQuestion({
      task: taskWithMessages(job.task, steps),
      screen: await roleScreen("progress", job, observation, runtime),
      steps,
      quotesScreen: job.perception.tree !== "never",
      marker: job.promptMarker ?? newPromptMarker(),
    });
    const told = await askAs(job, question, { stepNumber }, runtime, {
      keep: async (told) => ({
        write: await runtime.repositories.steps.notingProgress(last, checkOf(told)),
      }),
    });
    return checkOf(told);
  } catch (error) {
    if (!(error instanceof DroverError) || error.code === "StorageUnavailable") throw error;
    return {
      progressing: null,
      reason: `No model was available: ${displayText(error.message, longestReason)}`,
    };
  }
}

type Told = Pick<RoleAnswer<{ progressing: boolean; reason: string }>, "answer" | "model" | "usage">;

const checkOf = ({ answer, model, usage }: Told): ProgressCheck => ({
  progressing: answer.progressing,
  reason: displayText(answer.reason, longestReason),
  ...{ model, usage },
});
