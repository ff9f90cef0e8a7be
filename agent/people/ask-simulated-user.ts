import type { SimulatedUser } from "#shared/contracts/agent/simulated-user.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { type Question, questionOfStep } from "#shared/contracts/job/question.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { catalogue } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import { budgetEnd } from "../budget/call-budget.ts";
import { errorFields } from "../environment/runtime-logger.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import { askAs } from "../role-questions/ask-as.ts";
import { userQuestion } from "../role-questions/user-question.ts";
import type { Runtime } from "../runtime/services.ts";
import type { TurnState } from "../turn-state/read-turn.ts";
import { answerWith, type TurnOutcome, takeStep } from "../turn-state/turn-outcome.ts";
import { endWait, goOnWaiting, waitForModel } from "../turn-state/wait-for-model.ts";
import { answerAsResult } from "./ask-person.ts";
import { type AskedOfUser, openForUser } from "./open-for-user.ts";
import { userAnswer } from "./user-answer.ts";

type Asking = Pick<TurnState, "job" | "history">;

/**
 * Has the simulated user answer what the step asks, within the turn: the step with the answer, or how the job waits for the user's model.
 * Any other step comes back as it is. The question is stored before the step is told, so that a repeated turn asks nobody twice.
 * @throws what `askAs` throws, when the job may not wait for it
 */
export async function askSimulatedUser(
  step: Step,
  turn: Asking,
  runtime: Runtime<"predict-action">,
): Promise<TurnOutcome> {
  const { job, history } = turn;
  const open = openForUser(step, job);
  if (open === undefined) return takeStep(step);
  const { questions, steps } = runtime.repositories;
  const { tenantId, jobId, stepNumber } = step;
  const key = { tenantId, jobId, questionId: questionOfStep(stepNumber) };
  const waiter = { job, history: [...history, step], runtime };
  const known = await questions.get(key);
  if (known === null && job.waiting !== undefined && runtime.now().getTime() < Date.parse(job.waiting.until))
    return answerWith(await goOnWaiting(waiter, job.waiting));
  const askedAt = runtime.now();
  try {
    const asked = known ?? (await answered(open, step, job, runtime));
    await endWait(job, askedAt, runtime);
    const stored = known !== null || (await questions.ask(asked));
    const standing = stored ? asked : ((await questions.get(key)) ?? asked);
    const toolResult = answerAsResult(standing);
    await steps.saveToolResult({ tenantId, jobId, stepNumber, toolResult });
    return takeStep({ ...step, toolResult });
  } catch (error) {
    if (!(error instanceof DroverError)) throw error;
    if (error.code === "BudgetExhausted") return answerWith({ route: "judge", end: budgetEnd(error) });
    if (catalogue[error.code].recovery !== "wait") throw error;
    return answerWith(await waitForModel(waiter, error));
  }
}

type Outcome = Pick<Question, "status"> &
  Partial<Pick<Question, "answer" | "answeredBy" | "facts" | "worth" | "answeredAt">>;

async function answered(
  { user, text }: AskedOfUser,
  step: Step,
  job: Job,
  runtime: Runtime<"predict-action">,
): Promise<Question> {
  const { tenantId, jobId, stepNumber, predictedAt: askedAt } = step;
  const outcome = await outcomeOf(user, text, step, job, runtime);
  return {
    schemaVersion: 1,
    tenantId,
    jobId,
    questionId: questionOfStep(stepNumber),
    stepNumber,
    kind: "question",
    text,
    askedAt,
    until: askedAt,
    ...outcome,
  };
}

/** A model whose answer is useless is a user who does not answer. */
async function outcomeOf(
  user: SimulatedUser,
  question: string,
  step: Step,
  job: Job,
  runtime: Runtime<"predict-action">,
): Promise<Outcome> {
  const task = [job.task, job.background].filter((part) => part !== undefined).join("\n");
  const before = await runtime.repositories.questions.listByJob(job.tenantId, job.jobId);
  const marker = job.promptMarker ?? newPromptMarker();
  const answeredAt = runtime.now().toISOString();
  try {
    const given = await askAs(job, userQuestion({ user, task, question, marker }), step, runtime, {
      waits: true,
    });
    const { text, facts, worth } = userAnswer(given.answer, { question, task, knows: user.knows, before });
    return { status: "answered", answeredBy: "user", answer: text, facts: [...facts], worth, answeredAt };
  } catch (error) {
    if (!isOfNoUse(error)) throw error;
    runtime.logger.warn("the simulated user could not help", {
      stepNumber: step.stepNumber,
      ...errorFields(error),
    });
    const answer = job.questions?.defaultAnswer;
    return answer === undefined
      ? { status: "expired" }
      : { status: "default", answeredBy: "default", ...defined({ answer, answeredAt }) };
  }
}

const isOfNoUse = (error: unknown): boolean =>
  error instanceof DroverError && (error.code === "ModelOutputInvalid" || error.code === "ModelRefused");
