/** What is known of an integration before it runs. */
export interface IntegrationFacts {
  /** What may stand behind its name: how the task's end is known. */
  readonly suffixes: readonly string[];
  /** The arguments that the service asks for when the definition is created. */
  readonly required: readonly string[];
  /** Absent where the API's own request check is the better judge of the fields. */
  readonly optional?: readonly string[];
  /** Whose answer the result is, by the API's model; absent: it has none. */
  readonly answer?: readonly [service: "dynamodb" | "eventBridge" | "lambda" | "sqs", operation: string];
}

export const waitable = ["", ".waitForTaskToken"];

/** Every optimised integration of this engine; what runs it is in standardIntegrations, or nothing compiles. */
export const serviceIntegrations = {
  "lambda:invoke": {
    suffixes: waitable,
    required: ["FunctionName"],
    optional: ["Payload", "ClientContext", "InvocationType", "LogType", "Qualifier"],
    answer: ["lambda", "Invoke"],
  },
  "sqs:sendMessage": {
    suffixes: waitable,
    required: ["QueueUrl", "MessageBody"],
    optional: [
      "DelaySeconds",
      "MessageAttributes",
      "MessageDeduplicationId",
      "MessageGroupId",
      "MessageSystemAttributes",
    ],
    answer: ["sqs", "SendMessage"],
  },
  "dynamodb:getItem": { suffixes: [""], required: ["TableName", "Key"], answer: ["dynamodb", "GetItem"] },
  "dynamodb:putItem": { suffixes: [""], required: ["TableName", "Item"], answer: ["dynamodb", "PutItem"] },
  "dynamodb:updateItem": {
    suffixes: [""],
    required: ["TableName", "Key"],
    answer: ["dynamodb", "UpdateItem"],
  },
  "dynamodb:deleteItem": {
    suffixes: [""],
    required: ["TableName", "Key"],
    answer: ["dynamodb", "DeleteItem"],
  },
  "states:startExecution": {
    suffixes: ["", ".sync", ".sync:2", ".waitForTaskToken"],
    required: ["StateMachineArn"],
    optional: ["Input", "Name", "TraceHeader"],
  },
  "events:putEvents": {
    suffixes: waitable,
    required: ["Entries"],
    optional: ["EndpointId"],
    answer: ["eventBridge", "PutEvents"],
  },
} satisfies Readonly<Record<string, IntegrationFacts>>;

export type ServiceIntegration = keyof typeof serviceIntegrations;

/** Undefined: there is none of this name. */
export const serviceIntegration = (name: string): IntegrationFacts | undefined =>
  Object.hasOwn(serviceIntegrations, name) ? serviceIntegrations[name as ServiceIntegration] : undefined;
