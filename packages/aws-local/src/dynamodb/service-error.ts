import type { Item } from "./values/attribute-value.ts";

const dynamodbErrors = "com.amazonaws.dynamodb.v20120810#";

/** An answer that refuses: its `__type`, its words and what else its body holds. */
export class ServiceError extends Error {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(type: string, message: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.type = type;
    this.fields = fields;
  }

  /** Without its name space: `ValidationException`. */
  get shortType(): string {
    return this.type.slice(this.type.indexOf("#") + 1);
  }
}

export const validationError = (message: string): ServiceError =>
  new ServiceError("com.amazon.coral.validate#ValidationException", message);

/** The many refusals that DynamoDB begins with the same words. */
export const invalidParameter = (message: string): ServiceError =>
  validationError(`One or more parameter values were invalid: ${message}`);

export const serializationError = (message: string): ServiceError =>
  new ServiceError("com.amazon.coral.service#SerializationException", message);

export const unknownOperation = (operation: string): ServiceError =>
  new ServiceError(
    "com.amazon.coral.service#UnknownOperationException",
    `The local DynamoDB does not know ${operation || "this request"}.`,
  );

export const resourceNotFound = (message = "Requested resource not found"): ServiceError =>
  new ServiceError(`${dynamodbErrors}ResourceNotFoundException`, message);

export const resourceInUse = (message: string): ServiceError =>
  new ServiceError(`${dynamodbErrors}ResourceInUseException`, message);

/** `found`: the item as it is, for callers that asked to have it with the refusal. */
export const conditionFailed = (found?: Item): ServiceError =>
  new ServiceError(
    `${dynamodbErrors}ConditionalCheckFailedException`,
    "The conditional request failed",
    found === undefined ? {} : { Item: found },
  );

export interface CancellationReason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Item;
}

export const transactionCancelled = (reasons: readonly CancellationReason[]): ServiceError =>
  new ServiceError(
    `${dynamodbErrors}TransactionCanceledException`,
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(", ")}]`,
    { CancellationReasons: reasons },
  );

export const idempotentMismatch = (): ServiceError =>
  new ServiceError(
    `${dynamodbErrors}IdempotentParameterMismatchException`,
    "The request uses the same client token as a previous, but non-identical request.",
  );
