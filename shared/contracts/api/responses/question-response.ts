import * as z from "zod";
import { AnswerText, Question } from "../../job/question.ts";
import { CheckName, ExternalCheck } from "../../judging/external-check.ts";
import { pageOf } from "../../values/page.ts";
import { SafeText } from "../../values/safe-text.ts";

/** As it is stored. */
export const PublicQuestion = z.object(Question.shape).meta({ id: "Question" });

export const QuestionList = z.object({ items: z.array(PublicQuestion) });
export type QuestionList = z.infer<typeof QuestionList>;

export const QuestionPage = pageOf(PublicQuestion);

export const AnswerRequest = z.strictObject({
  answer: AnswerText,
  /** The name of the person who answers; stored with the answer. */
  by: SafeText.trim().min(1).max(100).optional(),
});
export type AnswerRequest = z.infer<typeof AnswerRequest>;

export const CheckResponse = z.object({
  check: z.object(ExternalCheck.shape),
  /** Checks of the job that it still waits for; with none left it is judged. */
  waitsFor: z.array(CheckName),
});
export type CheckResponse = z.infer<typeof CheckResponse>;
