import type { CloudUse } from "@drover/aws-local";
import { type Priced, prices, type Quantities } from "#shared/rules/cost/aws-prices.ts";

export const nothingUsed = Object.fromEntries(Object.keys(prices).map((name) => [name, 0])) as Quantities;

/** Of each, by a function of the two. */
export const combined = (
  one: Quantities,
  other: Quantities,
  combine: (one: number, other: number) => number,
): Quantities =>
  Object.fromEntries(
    (Object.keys(prices) as Priced[]).map((name) => [name, combine(one[name], other[name])]),
  ) as Quantities;

const queueRequestBytes = 64 * 1024;
const gigabyte = 1024 ** 3;

/** What AWS bills for one thing that a stand-in did. */
export function quantitiesOf(use: CloudUse, keptMonths: number): Partial<Quantities> {
  switch (use.service) {
    case "dynamodb":
      return use.kind === "read" ? { readUnit: use.units } : { writeUnit: use.units };
    case "sqs":
      return { queueRequest: Math.max(1, Math.ceil(use.bytes / queueRequestBytes)) };
    case "lambda":
      return {
        lambdaRequest: 1,
        lambdaGigabyteSecond: (Math.ceil(use.milliseconds) / 1_000) * (use.megabytes / 1024),
        apiRequest: use.operation === "api" ? 1 : 0,
      };
    // Billed by the transition.
    case "states":
      return {};
    case "s3":
      if (use.operation === "DELETE") return {};
      if (use.operation === "GET" || use.operation === "HEAD") return { s3Get: 1 };
      return { s3Put: 1, s3GigabyteMonth: (use.bytesIn / gigabyte) * keptMonths };
  }
}

export const sumOfQuantities = (parts: readonly Partial<Quantities>[]): Quantities =>
  parts.reduce<Quantities>(
    (sum, part) => combined(sum, { ...nothingUsed, ...part }, (one, other) => one + other),
    nothingUsed,
  );

export const services = {
  "Step Functions": ["transition"],
  Lambda: ["lambdaRequest", "lambdaGigabyteSecond"],
  DynamoDB: ["readUnit", "writeUnit"],
  S3: ["s3Put", "s3Get", "s3GigabyteMonth"],
  SQS: ["queueRequest"],
  "API Gateway": ["apiRequest"],
  "CloudWatch Logs": ["logGigabyte"],
} as const satisfies Readonly<Record<string, readonly Priced[]>>;
