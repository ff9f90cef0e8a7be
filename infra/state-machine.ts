import { ArnFormat, RemovalPolicy, type Stack, Validations } from "aws-cdk-lib";
import { Policy, type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from "aws-cdk-lib/aws-stepfunctions";
import { type MachineName, pascalCase } from "#shared/contracts/farm/machines.ts";
import { stageQueuePrefix } from "#shared/contracts/farm/queue-names.ts";
import { type FunctionName, machineSubstitutions } from "#shared/contracts/functions/functions.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { stateMachineFile } from "#shared/project-files.ts";
import { defined } from "#shared/values/defined.ts";
import { keyStatement } from "./customer-key.ts";
import { allow, anyQueueOf, artifactsExport, queuesUnder, type Storage } from "./storage-access.ts";

interface MachineParts {
  readonly stage: Stage;
  /** Of the log. */
  readonly key: IKey | undefined;
  readonly functionArn: (name: FunctionName) => string;
  /** The machines whose executions it starts. */
  readonly nested?: Readonly<Partial<Record<MachineName, StateMachine>>>;
}

/** The rule by which the service hears that an execution which another waits for has ended. */
const endedRule = "StepFunctionsGetEventsForStepFunctionsExecutionRule";

/** The executions of a machine, which are named after what they are for. */
export const executionsOf = (stack: Stack, { stateMachineName }: StateMachine): string =>
  stack.formatArn({
    service: "states",
    resource: "execution",
    resourceName: `${stateMachineName}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

/** The rounds of the batches of a machine. */
export const mapRunsOf = (stack: Stack, { stateMachineName }: StateMachine): string =>
  stack.formatArn({
    service: "states",
    resource: "mapRun",
    resourceName: `${stateMachineName}/*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

/** A machine from its file: Standard, traced, with a role that may do what its states do. */
export function createMachine(scope: Stack, name: MachineName, parts: MachineParts): StateMachine {
  const { stage, key, functionArn, nested = {} } = parts;
  const id = `${pascalCase(name)}Machine`;
  const machineArn = (other: MachineName): string => {
    const machine = nested[other];
    if (machine === undefined) throw new Error(`the machine ${name} starts ${other}, which it does not have`);
    return machine.stateMachineArn;
  };
  const substitutions = machineSubstitutions(name, { functionArn, machineArn });
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal("states.amazonaws.com") });
  const functionArns = Object.entries(substitutions).filter(([key]) => key.endsWith("FunctionArn"));
  role.addToPolicy(
    allow(
      ["lambda:InvokeFunction"],
      functionArns.map(([, arn]) => arn),
    ),
  );
  if (sendsCommands(name))
    role.addToPolicy(allow(["sqs:SendMessage"], [queuesUnder(scope, stageQueuePrefix(stage))]));
  for (const statement of runStatements(scope, Object.values(nested))) role.addToPolicy(statement);
  const machine = new StateMachine(scope, id, {
    stateMachineType: StateMachineType.STANDARD,
    definitionBody: DefinitionBody.fromFile(stateMachineFile(name)),
    definitionSubstitutions: { ...substitutions },
    role,
    // Without execution data, which holds task tokens: whoever has one can answer for a host.
    // What went well is in the execution's own history for 90 days, and in the job.
    logs: {
      destination: logGroup(scope, name, { id, key }),
      level: LogLevel.ERROR,
      includeExecutionData: false,
    },
    tracingEnabled: true,
  });
  Validations.of(machine).acknowledge({
    id: "AwsSolutions-SF1",
    reason:
      "What went well stands in the execution's own history for 90 days and in the job; logging it again cost more than the table does.",
  });
  acknowledge(scope, role, Object.values(nested), sendsCommands(name) ? [anyQueueOf(stage, anyQueue)] : []);
  return machine;
}

/** A long job or batch continues as a new execution: it may start its own machine. Apart, because its role is made before it. */
export function allowSuccessors(scope: Stack, name: MachineName, machine: StateMachine): void {
  const policy = new Policy(scope, `${pascalCase(name)}MachineSuccessors`, {
    statements: [...runStatements(scope, [machine])],
  });
  policy.attachToRole(machine.role);
  Validations.of(policy).acknowledge(anyExecutionOf(scope, machine));
}

/**
 * What a batch's rounds need beside: their children, which are executions of the same machine under the Map's label, a round's
 * manifest to read, and the place where ResultWriter writes.
 */
export function allowRounds(
  scope: Stack,
  machine: StateMachine,
  { stage, bucket, key }: Pick<Storage, "bucket" | "key"> & { readonly stage: Stage },
): void {
  const rounds = bucket.arnForObjects("tenants/*/batches/*/rounds/*");
  const results = bucket.arnForObjects("tenants/*/batches/*/results/rounds/*");
  const policy = new Policy(scope, "BatchMachineRounds", {
    statements: [
      allow(
        ["states:DescribeExecution", "states:StopExecution", "states:RedriveExecution"],
        [childrenOf(scope, machine)],
      ),
      allow(["s3:GetObject"], [rounds]),
      allow(
        ["s3:PutObject", "s3:GetObject", "s3:ListMultipartUploadParts", "s3:AbortMultipartUpload"],
        [results],
      ),
      ...keyStatement(scope, key, ["s3"], true),
    ],
  });
  policy.attachToRole(machine.role);
  Validations.of(policy).acknowledge(
    {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${attributeOf(scope, machine.stateMachineName)}>/${roundLabel}:*]`,
      reason: "The children of a round get names that nobody chooses, each with an ARN of its own.",
    },
    {
      id: `AwsSolutions-IAM5[Resource::${artifactsExport(stage)}/tenants/*/batches/*/rounds/*]`,
      reason: "The manifests of rounds of any batch, and nothing else of a tenant.",
    },
    {
      id: `AwsSolutions-IAM5[Resource::${artifactsExport(stage)}/tenants/*/batches/*/results/rounds/*]`,
      reason: "What rounds came to, of any batch, and nothing else of a tenant.",
    },
  );
}

/** Of the Map of state-machines/batch.asl.json. */
const roundLabel = "items";

const childrenOf = (scope: Stack, { stateMachineName }: StateMachine): string =>
  scope.formatArn({
    service: "states",
    resource: "execution",
    resourceName: `${stateMachineName}/${roundLabel}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

/** Only asks models, or has others do it. */
const sendsCommands = (name: MachineName): boolean => !["planning", "roles", "batch"].includes(name);

const anyQueue =
  "Pools and hosts get their queues as they come; all of the stage's, and nothing else, begin alike.";

function logGroup(
  scope: Stack,
  name: MachineName,
  { id, key }: { readonly id: string; readonly key: IKey | undefined },
): LogGroup {
  return new LogGroup(scope, `${id}Logs`, {
    ...defined({ encryptionKey: key }),
    // The service only writes to groups under this prefix without growing a resource policy for each.
    logGroupName: `/aws/vendedlogs/states/${scope.stackName}-${name}`,
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

/** To start executions of other machines, to wait for them, and to stop them with the one that waits. */
function runStatements(scope: Stack, machines: readonly StateMachine[]): readonly PolicyStatement[] {
  if (machines.length === 0) return [];
  const rule = scope.formatArn({ service: "events", resource: "rule", resourceName: endedRule });
  return [
    allow(
      ["states:StartExecution"],
      machines.map(({ stateMachineArn }) => stateMachineArn),
    ),
    allow(
      ["states:DescribeExecution", "states:StopExecution"],
      machines.map((machine) => executionsOf(scope, machine)),
    ),
    allow(["events:PutTargets", "events:PutRule", "events:DescribeRule"], [rule]),
  ];
}

function acknowledge(
  scope: Stack,
  role: Role,
  nested: readonly StateMachine[],
  queues: readonly ReturnType<typeof anyQueueOf>[],
): void {
  const logsAndTraces = {
    id: "AwsSolutions-IAM5[Resource::*]",
    reason:
      "Log delivery and X-Ray take no resource: both are what logging and tracing of a state machine need.",
  };
  Validations.of(role).acknowledge(
    logsAndTraces,
    ...queues,
    ...nested.map((machine) => anyExecutionOf(scope, machine)),
  );
}

export const anyExecutionOf = (scope: Stack, { stateMachineName }: StateMachine) => ({
  id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${attributeOf(scope, stateMachineName)}>:*]`,
  reason:
    "An execution is named after the job that it is for, so each has an ARN of its own under its machine's.",
});

/** `<logical id>.Name`, as cdk-nag writes a name that CloudFormation fills in. */
function attributeOf(scope: Stack, token: string): string {
  const { "Fn::GetAtt": attribute = [] } = scope.resolve(token) as {
    readonly "Fn::GetAtt"?: readonly string[];
  };
  return attribute.join(".");
}
