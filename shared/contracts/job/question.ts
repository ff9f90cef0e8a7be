import * as z from "zod";
import { FactName, QuestionWorth } from "../agent/simulated-user.ts";
import { JobId, TenantId, Timestamp } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";

/** Names a question within its job: the number of the step that asks. */
export const QuestionId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be a question's id, such as 3")
  .brand<"QuestionId">();
export type QuestionId = z.infer<typeof QuestionId>;

/** The question that a step asks. */
export const questionOfStep = (stepNumber: number): QuestionId => QuestionId.parse(String(stepNumber));

export const AnswerText = SafeText.trim().min(1, "must not be empty").max(4_000);

const longestMinutes = 7 * 24 * 60;

/** Who may be asked, and what becomes of the device meanwhile. A job without it has nobody to ask. */
export const QuestionPolicy = z
  .strictObject({
    /** `release`: it is cleaned and given back, and another is taken when there is an answer. */
    device: z.enum(["hold", "release"]).default("hold"),
    /** How long each question waits for an answer: up to a week. */
    timeoutMinutes: z.number().min(0.05).max(longestMinutes).default(60),
    /** Taken when nobody answers in time; absent: the agent is told that nobody did. */
    defaultAnswer: AnswerText.optional(),
  })
  .meta({ id: "QuestionPolicy" });
export type QuestionPolicy = z.infer<typeof QuestionPolicy>;

/** `user`: the job's simulated one; `default`: its policy, because nobody did. */
export const AnsweredBy = z.enum(["person", "user", "default"]);
export type AnsweredBy = z.infer<typeof AnsweredBy>;

export const QuestionStatus = z.enum(["open", "answered", "default", "expired"]);
export type QuestionStatus = z.infer<typeof QuestionStatus>;

/** What an agent asks a person, as stored and as the API answers it. */
export const Question = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  questionId: QuestionId,
  stepNumber: z.int().min(1),
  text: z.string().max(2_000),
  askedAt: Timestamp,
  /** Later answers are refused. */
  until: Timestamp,
  /** `approval`: an action waits for a yes; the answer is `yes`, or `no` with a reason. */
  kind: z.enum(["question", "approval"]).default("question"),
  /** What is proposed, in words, and what of the policy asks for a yes. Names on the screen are the device's words. */
  approval: z
    .strictObject({
      actions: z.array(z.string().max(500)).max(5),
      because: z.array(z.string().max(200)).max(10),
      package: z.string().max(300),
    })
    .optional(),
  /** `default`: the policy's answer was taken; `expired`: nobody answered, or the job ended. */
  status: QuestionStatus,
  answer: z.string().max(4_000).optional(),
  answeredAt: Timestamp.optional(),
  /** Who answered, as he calls himself. */
  by: z.string().max(100).optional(),
  /** Absent while nobody has, and on questions of before it was kept. */
  answeredBy: AnsweredBy.optional(),
  /** By a simulated user: the facts that it told, and what the question was worth. */
  facts: z.array(FactName).optional(),
  worth: QuestionWorth.optional(),
});
export type Question = z.infer<typeof Question>;
