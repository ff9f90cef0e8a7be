import type { Job } from "#shared/contracts/job/job.ts";
import { isReady, type Plan } from "#shared/contracts/job/plan.ts";
import type { MakePlanInput, MakePlanOutput } from "#shared/contracts/workflow/make-plan.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import { askAs } from "../role-questions/ask-as.ts";
import { planContent, plannerQuestion } from "../role-questions/planner-question.ts";
import { roleScreen } from "../roles/role-screen.ts";
import type { Runtime } from "../runtime/services.ts";

type Failure = NonNullable<Plan["failure"]>;

/**
 * Has the planner make a plan that a turn asked for. A planner that cannot be asked, or says nothing that can be used, is said on
 * the plan: no job ends for it.
 * @throws NotFound, StorageUnavailable
 */
export async function makePlan(
  { tenantId, jobId, planNumber }: MakePlanInput,
  runtime: Runtime<"make-plan">,
): Promise<MakePlanOutput> {
  const { jobs, plans } = runtime.repositories;
  const [job, plan] = await Promise.all([
    jobs.get(tenantId, jobId),
    plans.get({ tenantId, jobId, planNumber }),
  ]);
  if (job === null || plan === null)
    throw new DroverError("NotFound", `There is no plan ${planNumber} of job ${jobId}.`);
  if (plan.status !== "pending") return told(plan, "It was made before.");
  const failure = await ask(job, plan, runtime);
  if (failure === null) return { planNumber, made: true, detail: "The plan is made." };
  await plans.finish(plan, { finishedAt: runtime.now().toISOString(), failure });
  runtime.logger.warn("no plan", { planNumber, ...failure });
  return { planNumber, made: false, detail: failure.message.slice(0, 500) };
}

const told = ({ planNumber, status }: Plan, detail: string): MakePlanOutput => ({
  planNumber,
  made: status === "ready",
  detail,
});

/** Why there is no plan; null: it is made, and stored with what it cost. */
async function ask(job: Job, plan: Plan, runtime: Runtime<"make-plan">): Promise<Failure | null> {
  if (job.status === "finished" || job.cancelRequestedAt !== undefined)
    return { code: "JobCancelled", message: "The job ended before the planner was called." };
  try {
    const question = await questionOf(job, plan, runtime);
    await askAs(job, question, { stepNumber: plan.requestedAtStep }, runtime, {
      keep: async ({ answer, ...asked }) => {
        const made = { finishedAt: runtime.now().toISOString(), content: planContent(answer), ...asked };
        return { write: await runtime.repositories.plans.finishing(plan, made) };
      },
    });
    return null;
  } catch (error) {
    if (!(error instanceof DroverError) || error.code === "StorageUnavailable") throw error;
    return { code: error.code, message: error.message.slice(0, 1_000) };
  }
}

async function questionOf(job: Job, plan: Plan, runtime: Runtime<"make-plan">) {
  const {
    tenantId,
    jobId,
    task,
    deviceContextKey = null,
    perception,
    promptMarker = newPromptMarker(),
  } = job;
  const { kind, failures, observation, previousPlan } = plan;
  const [previous, screen, context] = await Promise.all([
    previousPlan === undefined
      ? null
      : runtime.repositories.plans.get({ tenantId, jobId, planNumber: previousPlan }),
    roleScreen("planner", job, observation, runtime),
    runtime.deviceContexts(deviceContextKey),
  ]);
  return plannerQuestion({
    kind,
    task,
    screen,
    // An agent that works from pictures alone is told no text of the device; neither is who plans for it.
    apps: perception.tree === "never" ? [] : (context?.apps ?? []),
    failures,
    previousPlan: previous !== null && isReady(previous) ? previous.content : undefined,
    marker: promptMarker,
  });
}
