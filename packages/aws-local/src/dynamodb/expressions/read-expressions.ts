import { validationError } from "../service-error.ts";
import type { AttributeValue } from "../values/attribute-value.ts";
import type { Condition } from "./condition.ts";
import type { DocumentPath } from "./document-path.ts";
import { parseCondition } from "./parse-condition.ts";
import { parseUpdate } from "./parse-update.ts";
import { createPlaceholders, type Placeholders } from "./placeholders.ts";
import { parseProjection } from "./projection.ts";
import { ExpressionError } from "./tokens.ts";
import type { Update } from "./update.ts";

/** The expressions that a request may have, by the names of their parameters. */
interface ExpressionParameters {
  readonly UpdateExpression?: string | undefined;
  readonly ConditionExpression?: string | undefined;
  readonly FilterExpression?: string | undefined;
  readonly KeyConditionExpression?: string | undefined;
  readonly ProjectionExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, AttributeValue>> | undefined;
}

type ExpressionName = Exclude<keyof ExpressionParameters, `ExpressionAttribute${string}`>;

interface Expressions {
  readonly update: Update | undefined;
  readonly condition: Condition | undefined;
  readonly filter: Condition | undefined;
  readonly keyCondition: Condition | undefined;
  readonly projection: readonly DocumentPath[] | undefined;
}

/** `possible`: what the operation takes. @throws ValidationException */
export function readExpressions(
  given: ExpressionParameters,
  possible: readonly ExpressionName[],
): Expressions {
  const names = given.ExpressionAttributeNames;
  const values = given.ExpressionAttributeValues;
  if (names !== undefined && possible.every((name) => given[name] === undefined))
    throw validationError("ExpressionAttributeNames can only be specified when using expressions");
  const withValues = possible.filter((name) => name !== "ProjectionExpression");
  if (values !== undefined && withValues.every((name) => given[name] === undefined))
    throw validationError(
      `ExpressionAttributeValues can only be specified when using expressions: ${withValues.join(" and ")} ${withValues.length > 1 ? "are" : "is"} null`,
    );
  const placeholders = createPlaceholders(names, values);
  const read = <Result>(
    name: ExpressionName,
    parse: (text: string, placeholders: Placeholders) => Result,
  ): Result | undefined => {
    const text = given[name];
    return text === undefined ? undefined : parsed(name, () => parse(text, placeholders));
  };
  const expressions = {
    update: read("UpdateExpression", parseUpdate),
    condition: read("ConditionExpression", parseCondition),
    keyCondition: read("KeyConditionExpression", parseCondition),
    filter: read("FilterExpression", parseCondition),
    projection: read("ProjectionExpression", parseProjection),
  };
  placeholders.refuseUnused();
  return expressions;
}

function parsed<Result>(name: ExpressionName, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ExpressionError) throw validationError(`Invalid ${name}: ${error.message}`);
    throw error;
  }
}
