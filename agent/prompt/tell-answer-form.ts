import type { AnswerSchema } from "#shared/contracts/job/answer-schema.ts";

/** The form as the model is told it, beside its task. */
export const tellAnswerForm = (schema: AnswerSchema): string =>
  `FINISH with status success needs an answer: one JSON value, written as text, that fits this JSON Schema:\n${JSON.stringify(schema)}`;
