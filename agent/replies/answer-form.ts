import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { AnswerSchema } from "#shared/contracts/job/answer-schema.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** As the contract bounds a schema, none of this can be made slow or to reach for another. */
const newAjv = (validateSchema: boolean): Ajv2020 =>
  new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictTuples: false,
    validateFormats: false,
    validateSchema,
    logger: false,
  });

/** Which draft it names makes no difference to the keywords that are taken. */
function compile({ $schema: _, ...schema }: AnswerSchema): ValidateFunction {
  // It was held to the schema of schemas when the job was submitted, which costs most of the time.
  return newAjv(false).compile(schema);
}

const placeOf = (pointer: string): string => pointer.replace(/^\//, "").replaceAll("/", ".");
const described = ({ instancePath, message = "does not fit" }: ErrorObject): string =>
  instancePath === "" ? message : `${placeOf(instancePath)}: ${message}`;

/** What is wrong with the schema itself, with its place; null: nothing. */
export function answerSchemaProblem(schema: AnswerSchema): string | null {
  const ajv = newAjv(true);
  const { $schema: _, ...rest } = schema;
  if (ajv.validateSchema(rest) !== true) {
    // The last is the one that all others come to.
    const [first] = ajv.errors ?? [];
    return first === undefined ? "is no JSON Schema" : described(first);
  }
  try {
    compile(schema);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Holds what the agent answers to the job's form. Who cannot do the task need not answer.
 * @throws ValidationError, which the model is told once
 */
export function checkAnswer(claim: AgentClaim, schema: AnswerSchema | undefined): void {
  if (schema === undefined || claim.status !== "success") return;
  const problem = answerProblem(claim.answer, compile(schema));
  if (problem === null) return;
  throw new DroverError("ValidationError", `FINISH's answer does not fit its form: ${problem}.`, {
    advice: [
      "Give as answer one JSON value, as text, that fits the schema of <answer_form>, and nothing else.",
    ],
    details: { field: "answer", value: (claim.answer ?? "").slice(0, 500).toWellFormed() },
  });
}

function answerProblem(answer: string | undefined, fits: ValidateFunction): string | null {
  if (answer === undefined) return "there is none";
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch (error) {
    return `it is no JSON (${error instanceof Error ? error.message : String(error)})`;
  }
  if (fits(value)) return null;
  return (fits.errors ?? []).slice(0, 5).map(described).join("; ");
}
