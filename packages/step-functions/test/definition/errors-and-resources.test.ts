import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../src/expression/json-value.ts";
import { done, machineWith, task } from "./machine-with.ts";
import { expectRefusal, findingsOf, type Refusal } from "./refusals.ts";

const retry = (...rules: JsonValue[]) => machineWith(task({ Retry: rules }));
const catching = (...rules: JsonValue[]) => machineWith(task({ Catch: rules }), done);
const all = { ErrorEquals: ["States.ALL"] };

const rules: readonly Refusal[] = [
  [
    "Retry as an object",
    machineWith(task({ Retry: {} })),
    "SCHEMA /States/S/Retry: Expected value of type [ARRAY]",
  ],
  [
    "a retrier without ErrorEquals",
    retry({}),
    "SCHEMA /States/S/Retry[0]: These fields are required: [ErrorEquals]",
  ],
  [
    "an empty ErrorEquals",
    retry({ ErrorEquals: [] }),
    "SCHEMA /States/S/Retry[0]/ErrorEquals: ErrorEquals should name at least one error",
  ],
  [
    "States.ALL beside another name",
    retry({ ErrorEquals: ["States.ALL", "Boom"] }),
    "SCHEMA /States/S/Retry[0]/ErrorEquals: States.ALL must appear alone in ErrorEquals",
  ],
  [
    "States.ALL before another retrier",
    retry(all, { ErrorEquals: ["Boom"] }),
    "SCHEMA /States/S/Retry[0]: States.ALL must appear in the last item of the list",
  ],
  [
    "a reserved error name that does not exist",
    retry({ ErrorEquals: ["States.Timeuot"] }),
    "SCHEMA /States/S/Retry[0]/ErrorEquals[0]: 'States.Timeuot' is not an error name: names that begin with 'States.' are reserved",
  ],
  [
    "a backoff that shrinks",
    retry({ ...all, BackoffRate: 0.5 }),
    "SCHEMA /States/S/Retry[0]/BackoffRate: Value should be at least 1",
  ],
  [
    "an interval of zero",
    retry({ ...all, IntervalSeconds: 0 }),
    "SCHEMA /States/S/Retry[0]/IntervalSeconds: Value should be between 1 and 99999999",
  ],
  [
    "half an attempt",
    retry({ ...all, MaxAttempts: 1.5 }),
    "SCHEMA /States/S/Retry[0]/MaxAttempts: Expected value of type [INTEGER]",
  ],
  [
    "a longest delay that is not above the first",
    retry({ ...all, IntervalSeconds: 5, MaxDelaySeconds: 5 }),
    "SCHEMA /States/S/Retry[0]/MaxDelaySeconds: MaxDelaySeconds should be greater than IntervalSeconds",
  ],
  [
    "an unknown jitter",
    retry({ ...all, JitterStrategy: "HALF" }),
    "SCHEMA /States/S/Retry[0]/JitterStrategy: Value should be one of the following: [FULL, NONE]",
  ],
  [
    "Next on a retrier",
    retry({ ...all, Next: "Done" }),
    "SCHEMA /States/S/Retry[0]: Field 'Next' is not supported",
  ],
  [
    "a catcher without Next",
    machineWith(task({ Catch: [all] })),
    "SCHEMA /States/S/Catch[0]: These fields are required: [Next]",
  ],
  [
    "ResultPath on a catcher",
    catching({ ...all, Next: "Done", ResultPath: "$.e" }),
    "SCHEMA /States/S/Catch[0]: Field 'ResultPath' is not supported",
  ],
];

describe("Retry and Catch: a definition is refused for", () => {
  for (const refusal of rules) it(refusal[0], () => expectRefusal(refusal));
});

const withResource = (Resource: string, Arguments: JsonObject = {}) =>
  machineWith(task({ Resource, Arguments }));
const resource = (message: string) => `SCHEMA /States/S/Resource: ${message}`;

describe("resources", () => {
  const taken: readonly (readonly [string, JsonObject])[] = [
    ["arn:aws:lambda:eu-central-1:000000000000:function:plan", {}],
    ["arn:aws:lambda:eu-central-1:000000000000:function:plan:live", {}],
    ["arn:aws:states:eu-central-1:000000000000:activity:paint", {}],
    ["arn:aws:states:::lambda:invoke", { FunctionName: "f", Payload: {} }],
    ["arn:aws:states:::lambda:invoke.waitForTaskToken", { FunctionName: "f" }],
    ["arn:aws:states:::sqs:sendMessage.waitForTaskToken", { QueueUrl: "q", MessageBody: "b" }],
    ["arn:aws:states:::dynamodb:getItem", { TableName: "t", Key: {} }],
    ["arn:aws:states:::states:startExecution", { StateMachineArn: "m", Name: "n" }],
    ["arn:aws:states:::states:startExecution.sync:2", { StateMachineArn: "m" }],
    ["arn:aws:states:::states:startExecution.waitForTaskToken", { StateMachineArn: "m" }],
    ["arn:aws:states:::events:putEvents", { Entries: [] }],
    ["arn:aws-cn:states:::aws-sdk:s3:getObject", { Bucket: "b", Key: "k" }],
    ["arn:aws:states:::aws-sdk:s3:deleteObject", { Bucket: "b", Key: "k" }],
    ["arn:aws:states:::aws-sdk:dynamodb:query.waitForTaskToken", { TableName: "t" }],
  ];

  it.each(taken)("takes %s", (arn, args) => expect(findingsOf(withResource(arn, args))).toEqual([]));

  it.each([
    "arn:aws:states:::ecs:runTask.sync",
    "arn:aws:states:::dynamodb:getItem.waitForTaskToken",
    "arn:aws:states:::lambda:invoke.sync",
    "arn:aws:states:us-east-1:000000000000:lambda:invoke",
    "arn:aws:states:::aws-sdk:ec2:runInstances",
    "arn:aws:states:::toString",
  ])("refuses %s and names what it runs", (arn) => {
    expect(findingsOf(withResource(arn))).toEqual([
      expect.stringContaining(
        resource(`The resource provided ${arn} is not recognized. This engine runs Lambda functions`),
      ),
    ]);
  });

  it.each([
    "arn:aws:states:::aws-sdk:dynamodb:readItem",
    "arn:aws:states:::aws-sdk:dynamodb:PutItem",
    "arn:aws:states:::aws-sdk:s3:constructor",
    "arn:aws:states:::aws-sdk:sqs:sendMessage.sync",
  ])("refuses %s, which the service's API does not have, in the service's words", (arn) => {
    const why = "The value is not a valid resource ARN, or the resource is not available in this region.";
    expect(findingsOf(withResource(arn))).toEqual([
      resource(`The resource provided ${arn} is not recognized. ${why}`),
    ]);
  });

  it("refuses arguments the integration does not have, and misses the ones it needs", () => {
    expect(
      findingsOf(withResource("arn:aws:states:::sqs:sendMessage", { QueueURL: "q", MessageBody: 1 })),
    ).toEqual([
      "SCHEMA /States/S/Arguments: The field 'QueueUrl' is required but was missing",
      "SCHEMA /States/S/Arguments: The field 'QueueURL' is not supported by Step Functions",
    ]);
  });

  it("refuses a resource that is no ARN", () => {
    expect(findingsOf(withResource("plan"))).toEqual([resource("Value is not a valid resource ARN")]);
  });

  it("leaves arguments that an expression returns, or that the input stands in for, to run time", () => {
    expect(findingsOf(machineWith(task({ Arguments: "{% $states.input %}" })))).toEqual([]);
    const { Arguments: _none, ...bare } = task();
    expect(findingsOf(machineWith(bare))).toEqual([]);
  });

  it("keeps callbacks, nested runs and activities out of Express workflows", () => {
    const waits = withResource("arn:aws:states:::sqs:sendMessage.waitForTaskToken", {
      QueueUrl: "q",
      MessageBody: "b",
    });
    expect(findingsOf(waits, "EXPRESS")).toEqual([
      "SCHEMA /States/S/Resource: Express state machine does not support '.waitForTaskToken' service integration ",
    ]);
    const nested = withResource("arn:aws:states:::states:startExecution.sync:2", { StateMachineArn: "m" });
    expect(findingsOf(nested, "EXPRESS")).toEqual([
      "SCHEMA /States/S/Resource: Express state machine does not support '.sync' service integration",
    ]);
    const activity = withResource("arn:aws:states:eu-central-1:000000000000:activity:paint");
    expect(findingsOf(activity, "EXPRESS")).toEqual([
      "SCHEMA /States/S/Resource: Express state machine does not support Activity ARN",
    ]);
  });
});
