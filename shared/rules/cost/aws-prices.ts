/** US East (N. Virginia), on demand, beyond the free tier, first price tier. */
interface Price {
  readonly usd: number;
  /** What one costs that much. */
  readonly per: string;
  readonly page: string;
}

/** Look at the pages before you rely on it: a stored copy of each, or articles that quote it, was read on this day. */
export const pricesReadOn = "2026-11-22";

const stepFunctions = "https://aws.amazon.com/step-functions/pricing/";
const lambda = "https://aws.amazon.com/lambda/pricing/";
const dynamodb = "https://aws.amazon.com/dynamodb/pricing/on-demand/";
const s3 = "https://aws.amazon.com/s3/pricing/";
const sqs = "https://aws.amazon.com/sqs/pricing/";
const cloudWatch = "https://aws.amazon.com/cloudwatch/pricing/";

export const prices = {
  transition: { usd: 0.025 / 1_000, per: "state transition, retries included", page: stepFunctions },
  lambdaRequest: { usd: 0.2 / 1e6, per: "invocation", page: lambda },
  lambdaGigabyteSecond: { usd: 0.0000133334, per: "GB-second on Arm", page: lambda },
  readUnit: { usd: 0.125 / 1e6, per: "read request unit", page: dynamodb },
  writeUnit: { usd: 0.625 / 1e6, per: "write request unit", page: dynamodb },
  s3Put: { usd: 0.005 / 1_000, per: "PUT, POST or LIST", page: s3 },
  s3Get: { usd: 0.0004 / 1_000, per: "GET or HEAD", page: s3 },
  s3GigabyteMonth: { usd: 0.023, per: "GB kept for a month", page: s3 },
  /** With the surcharge of fair queues, as if every request carried a message group. */
  queueRequest: { usd: 0.5 / 1e6, per: "request of up to 64 KB to a fair queue", page: sqs },
  apiRequest: { usd: 1 / 1e6, per: "HTTP API request", page: "https://aws.amazon.com/api-gateway/pricing/" },
  logGigabyte: { usd: 0.5, per: "GB of log", page: cloudWatch },
} as const satisfies Readonly<Record<string, Price>>;

export type Priced = keyof typeof prices;

/** How much of what has a price was used. */
export type Quantities = Readonly<Record<Priced, number>>;

/** Of one job. */
export interface JobCost {
  readonly job: Quantities;
  /** What a step more adds. */
  readonly step: Quantities;
  /** What being one of a batch adds. */
  readonly batchJob: Quantities;
}

export const dollarsOf = (quantities: Quantities, priced: readonly Priced[]): number =>
  priced.reduce((sum, name) => sum + quantities[name] * prices[name].usd, 0);
