import type { ValidatorOf } from "../../contracts/judging/validator.ts";
import { found, type ValidatorFinding } from "./finding.ts";
import { isObject, sameJson } from "./match-json.ts";
import { matchesText } from "./match-text.ts";

/** Whether the answer is what the check asks for: a text, or JSON, or some fields of it. */
export function matchAnswer(validator: ValidatorOf<"answer">, answer: string | null): ValidatorFinding {
  if (answer === null) return found(false, "the agent gave no answer");
  const { equals, contains, fields, ignoreCase } = validator;
  if (contains !== undefined || typeof equals === "string")
    return found(
      matchesText(answer.trim(), { equals: equals as string | undefined, contains, ignoreCase }),
      answer,
    );
  const read = jsonIn(answer);
  if (read === undefined) return found(false, `no JSON: ${answer}`);
  if (fields === undefined) return found(sameJson(read, equals, validator), answer);
  if (!isObject(read)) return found(false, `no object: ${answer}`);
  const wrong = Object.entries(fields).flatMap(([name, expected]) =>
    Object.hasOwn(read, name) && sameJson(read[name], expected, validator) ? [] : [name],
  );
  return found(
    wrong.length === 0,
    wrong.length === 0 ? answer : `not as expected: ${wrong.join(", ")}; ${answer}`,
  );
}

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
