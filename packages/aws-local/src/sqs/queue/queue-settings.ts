import { isMap } from "../parameters.ts";
import {
  invalidAttribute,
  invalidValue,
  refusedAttribute,
  unknownAttribute,
  unsupported,
} from "../service-error.ts";

export interface Redrive {
  readonly targetArn: string;
  readonly maxReceiveCount: number;
}

export interface QueueSettings {
  readonly delaySeconds: number;
  readonly maximumBytes: number;
  readonly retentionSeconds: number;
  readonly waitSeconds: number;
  readonly visibilitySeconds: number;
  readonly redrive: Redrive | null;
}

export const largestMessageBytes = 1_048_576;

/** Least, most, and what a queue has that was not told. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const numbers: Readonly<Record<string, readonly [number, number, number]>> = {
  DelaySeconds: [0, 900, 0],
  MaximumMessageSize: [1_024, largestMessageBytes, largestMessageBytes],
  MessageRetentionPeriod: [60, 1_209_600, 345_600],
  ReceiveMessageWaitTimeSeconds: [0, 20, 0],
  VisibilityTimeout: [0, 43_200, 30],
};

/** Attributes that the service has and that would have no effect here. */
const refused = new Set([
  "ContentBasedDeduplication",
  "DeduplicationScope",
  "FifoThroughputLimit",
  "KmsDataKeyReusePeriodSeconds",
  "KmsMasterKeyId",
  "RedriveAllowPolicy",
]);

/** Kept and told without effect: on loopback there is no TLS to insist on and nothing to encrypt for. */
const keptOnly = ["Policy", "SqsManagedSseEnabled"] as const;

/** What is wrong with attributes as a request gives them. */
export function checkAttributes(attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "FifoQueue") throw unsupported("FIFO queues");
    if (refused.has(name)) throw refusedAttribute(name);
    const range = numbers[name];
    if (range !== undefined) {
      if (!/^\d{1,9}$/.test(value) || Number(value) < range[0] || Number(value) > range[1])
        throw invalidAttribute(name);
    } else if (name === "Policy") checkPolicy(value);
    else if (name === "SqsManagedSseEnabled") {
      if (value !== "true" && value !== "false") throw invalidAttribute(name);
    } else if (name !== "RedrivePolicy") throw unknownAttribute(name);
  }
}

/** An empty one takes away the one that was there. */
function checkPolicy(policy: string): void {
  if (policy === "") return;
  try {
    if (isMap(JSON.parse(policy))) return;
  } catch {
    // Said below, as of what is JSON and no map.
  }
  throw invalidAttribute("Policy");
}

/** Null: it has none. An empty policy takes away the one that was there. */
export function readRedrive(policy: string | undefined): Redrive | null {
  if (policy === undefined || policy === "") return null;
  const wrong = (reason: string) => invalidValue(policy, "RedrivePolicy", reason);
  let read: unknown;
  try {
    read = JSON.parse(policy);
  } catch {
    throw wrong("Redrive policy is not a valid JSON map.");
  }
  if (!isMap(read)) throw wrong("Redrive policy is not a valid JSON map.");
  const { deadLetterTargetArn: targetArn, maxReceiveCount, ...others } = read;
  if (Object.keys(others).length > 0)
    throw wrong("Only following attributes are supported: [deadLetterTargetArn, maxReceiveCount].");
  if (typeof targetArn !== "string")
    throw wrong("Redrive policy does not contain mandatory attribute: deadLetterTargetArn.");
  if (maxReceiveCount === undefined)
    throw wrong("Redrive policy does not contain mandatory attribute: maxReceiveCount.");
  const count = Number(maxReceiveCount);
  if (!Number.isInteger(count) || count < 1 || count > 1_000)
    throw wrong("Invalid value for maxReceiveCount: it must be an integer from 1 to 1000.");
  return { targetArn, maxReceiveCount: count };
}

const numberOf = (attributes: Readonly<Record<string, string>>, name: string): number =>
  Number(attributes[name] ?? numbers[name]?.[2]);

export const settingsOf = (attributes: Readonly<Record<string, string>>): QueueSettings => ({
  delaySeconds: numberOf(attributes, "DelaySeconds"),
  maximumBytes: numberOf(attributes, "MaximumMessageSize"),
  retentionSeconds: numberOf(attributes, "MessageRetentionPeriod"),
  waitSeconds: numberOf(attributes, "ReceiveMessageWaitTimeSeconds"),
  visibilitySeconds: numberOf(attributes, "VisibilityTimeout"),
  redrive: readRedrive(attributes.RedrivePolicy),
});

/** As GetQueueAttributes tells them. */
export const toldSettings = (attributes: Readonly<Record<string, string>>): Record<string, string> => ({
  ...Object.fromEntries(Object.keys(numbers).map((name) => [name, String(numberOf(attributes, name))])),
  ...(attributes.RedrivePolicy ? { RedrivePolicy: attributes.RedrivePolicy } : {}),
  SqsManagedSseEnabled: "true",
  ...Object.fromEntries(
    keptOnly.flatMap((name) => (attributes[name] ? [[name, attributes[name]] as const] : [])),
  ),
});
