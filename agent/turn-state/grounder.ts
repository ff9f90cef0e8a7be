import type { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { roleOn } from "#shared/storage/jobs/job-usage.ts";
import { CallBudget } from "../budget/call-budget.ts";
import { projectConfig } from "../environment/project-config.ts";
import type { ModelCallLog } from "../model-calls/model-call-log.ts";
import { modelFor } from "../model-calls/model-for.ts";
import { askedThrough } from "../model-calls/role-model.ts";
import { noUsage } from "../model-calls/usage.ts";
import type { ModelEnvironment } from "../models/configured-models.ts";
import { ground } from "../predict/grounding.ts";
import type { Grounder, GroundingQuestion } from "../predict/grounding-fallback.ts";
import { Conversation } from "../prompt/conversation.ts";
import type { Services } from "../runtime/services.ts";
import { asJpeg, readScreenshot, type TurnState } from "./read-turn.ts";

interface Turn {
  readonly input: Pick<PredictActionInput, "tenantId" | "jobId" | "stepNumber">;
  readonly state: Pick<TurnState, "job" | "observation" | "screenshot">;
  readonly runtime: Services & { readonly environment: ModelEnvironment };
}

const usualConfidence = 0.8;

/**
 * The role `grounding` for a turn of a job, which is asked only where the job or the project's config names it
 * (docs/spec.md I9.1). It never ends a turn: what it cannot say is in the log, and the agent's reply stands or falls by itself.
 */
export async function grounderFor(turn: Turn, log: ModelCallLog): Promise<Grounder | undefined> {
  const { state, runtime } = turn;
  const own = state.job.models.grounding;
  const project = (await projectConfig()).models.grounding;
  if (own === undefined && project === undefined) return undefined;
  const startedAt = runtime.now().getTime();
  return {
    minConfidence: own?.minConfidence ?? project?.minConfidence ?? usualConfidence,
    async locate(question) {
      try {
        return await locate(turn, question, startedAt, log);
      } catch (error) {
        if (!(error instanceof DroverError)) throw error;
        say(turn, "the grounding model could not help", question, { problem: error.code });
        return null;
      }
    },
  };
}

/** Descriptions are the model's words of the screen: the step has them, a log does not. */
const say = (
  { input, runtime }: Turn,
  message: string,
  { reason }: GroundingQuestion,
  fields: Readonly<Record<string, unknown>> = {},
): void => runtime.logger.info(message, { stepNumber: input.stepNumber, reason, ...fields });

async function locate(
  turn: Turn,
  question: GroundingQuestion,
  startedAt: number,
  log: ModelCallLog,
): ReturnType<Grounder["locate"]> {
  const { state, runtime } = turn;
  const { modelScreenshotKey, modelPicture: size } = state.observation;
  const bytes = state.screenshot ?? (await readScreenshot(modelScreenshotKey, runtime));
  if (bytes === undefined || size === null) {
    say(turn, "no grounding: the turn has no picture", question);
    return null;
  }
  const budget = new CallBudget(state.job, runtime);
  const role = askedThrough(await modelFor("grounding", state.job, runtime), (client) =>
    budget.guarding(log.recording(client)),
  );
  say(turn, "another model is asked for the place", question, { to: role.model });
  let { model } = role;
  let usage = noUsage;
  const { coordinate } = await ground({
    description: question.description,
    picture: { ...asJpeg(bytes), size },
    dialect: role.settings.dialect,
    async ask(request) {
      const call = new Conversation({
        asked: role,
        prompt: request,
        now: () => runtime.now().getTime(),
        startedAt,
        onFallBack: (from, to, why) => say(turn, "another model answers", question, { from, to, why }),
      });
      try {
        return await call.ask([]);
      } finally {
        ({ model, usage } = call);
        await count(turn, usage);
      }
    },
  });
  if (coordinate !== null) return { coordinate, model, usage };
  say(turn, "the grounding model does not see the target", question, { model });
  return null;
}

/** A call costs, whatever becomes of the turn; one that the workflow tries again counts again. */
async function count({ input, state, runtime }: Turn, usage: ModelUsage): Promise<void> {
  const { tenantId, jobId } = input;
  if (usage.calls > 0)
    await runtime.repositories.jobs.addUsage(tenantId, jobId, { usage, ...roleOn(state.job, "grounding") });
}
