import { deliverCallback } from "#agent/callbacks/deliver-callback.ts";
import { findJob, noSuch } from "#agent/runtime/find-job.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Question } from "#shared/contracts/job/question.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { approvalAnswer } from "#shared/rules/approval-answer.ts";
import type { RouteHandler } from "../http/http-route.ts";

export const listQuestions: RouteHandler<Routes["listQuestions"]> = async (
  { tenantId, query },
  { repositories },
) => {
  const page = await repositories.questions.list(tenantId, query);
  return { ...page, items: [...page.items] };
};

export const listJobQuestions: RouteHandler<Routes["listJobQuestions"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const { jobId } = await findJob(tenantId, parameters.id, runtime);
  return { items: [...(await runtime.repositories.questions.listByJob(tenantId, jobId))] };
};

/**
 * First the answer is stored by one conditional write, then the job gets a signal. If the signal fails, the same answer sent
 * again repeats it; otherwise the job finds the answer when its wait ends.
 */
export const answerQuestion: RouteHandler<Routes["answerQuestion"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const { answer, by } = body;
  const key = { tenantId, jobId: parameters.id, questionId: parameters.q };
  const { questions } = runtime.repositories;
  const asked = await questions.get(key);
  if (asked?.kind === "approval" && approvalAnswer(answer) === null)
    throw invalidRequest([
      fieldError("answer", answer, "must be yes, or no with a reason, such as: no: it costs too much"),
    ]);
  const written = await questions.answer({ ...key, answer, by, at: runtime.now().toISOString() });
  const question = written ?? (await questions.get(key));
  if (question === null) {
    await findJob(tenantId, parameters.id, runtime);
    throw noSuch("question", parameters.q);
  }
  if (written === null && !isSame(question, answer)) throw refused(question);
  await deliverCallback({ ...key, callbackId: key.questionId }, { cancelled: false }, runtime);
  return question;
};

/** What was answered before by the same words is answered again. */
const isSame = ({ status, answer }: Question, given: string): boolean =>
  status === "answered" && answer === given;

const because: Readonly<Record<Question["status"], (question: Question) => string>> = {
  open: ({ until }) => `its time was over at ${until}`,
  answered: ({ answeredAt }) => `it got another answer at ${answeredAt}`,
  default: ({ until }) => `it had no answer by ${until}, and the job used its default answer`,
  expired: ({ until }) => `it had no answer in time (${until}), or the job has ended`,
};

const refused = (question: Question): DroverError =>
  new DroverError(
    "AnswerRefused",
    `The question no longer accepts an answer: ${because[question.status](question)}.`,
    {
      details: { errors: [fieldError("q", question.questionId, `is ${question.status}`)] },
    },
  );
