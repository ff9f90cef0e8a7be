import { Duration, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";
import type { FarmProviders } from "#shared/contracts/agent/provider-settings.ts";
import type { ToolServers } from "#shared/contracts/agent/tool-server.ts";
import type { Retention } from "#shared/contracts/farm/retention.ts";
import type { FunctionPermission } from "#shared/contracts/functions/function-record.ts";
import { calledFunctionNames, type FunctionName, functions } from "#shared/contracts/functions/functions.ts";
import { defined } from "#shared/values/defined.ts";
import { configKeyArns, toolKeyArns } from "../config-keys.ts";
import { onBrokenExecution } from "../execution-rule.ts";
import { DroverFunction } from "../functions/drover-function.ts";
import { type PermittedResources, present } from "../functions/function-permissions.ts";
import { createModelKeys, modelVariables } from "../functions/model-services.ts";
import { projectConfigLayer } from "../functions/project-config-layer.ts";
import { secretsLayer } from "../functions/secrets-layer.ts";
import { webhookVariables } from "../functions/webhook-variables.ts";
import { createSchedules, type ScheduleParts } from "../schedules.ts";
import type { Settings } from "../settings.ts";
import { allowRounds, allowSuccessors, anyExecutionOf, createMachine } from "../state-machine.ts";
import type { StorageStack } from "./storage-stack.ts";

interface WorkflowStackProps extends StackProps {
  readonly settings: Settings;
  readonly retention: Retention;
  readonly storage: StorageStack;
  readonly configDirectory?: string;
  /** Those that the project's config names. */
  readonly configProviders?: FarmProviders;
  readonly configToolServers?: ToolServers;
}

interface SweepValues {
  readonly DROVER_STAGE: string;
  readonly DROVER_TABLE_NAME: string;
  readonly DROVER_BUCKET_NAME: string;
  readonly DROVER_RETENTION: string;
  readonly DROVER_WEBHOOK_QUEUE_URL: string;
  readonly machines: readonly [
    job: StateMachine,
    workflow: StateMachine,
    roles: StateMachine,
    batch: StateMachine,
  ];
}

/** The state machines, the functions they invoke, and the one that ends what never reached a host. */
export class WorkflowStack extends Stack {
  readonly jobMachine: StateMachine;
  readonly workflowMachine: StateMachine;
  readonly rolesMachine: StateMachine;
  readonly batchMachine: StateMachine;
  readonly schedules: ScheduleParts;
  /** Of what schedules were due for and could not be started. */
  readonly scheduleDeadLetters: Queue;
  /** Of the secrets that somebody fills by hand, by the model service. */
  readonly modelKeyArns: ReadonlyMap<string, string>;
  /** The model services with where their keys are, and all secrets that hold one. */
  readonly models: { readonly providers: FarmProviders; readonly keyArns: readonly string[] };

  constructor(scope: Construct, id: string, props: WorkflowStackProps) {
    super(scope, id, props);
    const { storage, settings, retention } = props;
    const { providers, arns } = createModelKeys(this, settings, storage.key);
    this.modelKeyArns = arns;
    const modelKeyArns = [...arns.values(), ...configKeyArns(props.configProviders ?? {})];
    this.models = { providers, keyArns: modelKeyArns };
    const { stage } = settings;
    const values = {
      DROVER_STAGE: stage,
      DROVER_TABLE_NAME: storage.table.tableName,
      DROVER_BUCKET_NAME: storage.bucket.bucketName,
      DROVER_RETENTION: JSON.stringify(retention),
      ...webhookVariables(storage.webhooks),
      ...modelVariables(settings, providers),
    };
    const { webhooks, key } = storage;
    const resources = {
      stage,
      storage,
      webhooks,
      modelKeyArns,
      toolKeyArns: toolKeyArns(props.configToolServers ?? {}),
    };
    const paramsAndSecrets = secretsLayer();
    const config = defined({ config: projectConfigLayer(this, props.configDirectory) });
    const functionArns = new Map<FunctionName, string>(
      calledFunctionNames.map((name) => {
        const permissions: readonly FunctionPermission[] = functions[name].permissions;
        const readsKeys = permissions.includes("read-model-key") || permissions.includes("read-tool-keys");
        const layer = readsKeys ? { paramsAndSecrets } : {};
        const made = new DroverFunction(this, { name, values, resources, ...layer, ...config });
        return [name, made.functionArn];
      }),
    );
    const functionArn = (name: FunctionName): string => present(functionArns.get(name), name);
    const planning = createMachine(this, "planning", { stage, key, functionArn });
    const recovery = createMachine(this, "recovery", { stage, key, functionArn });
    this.jobMachine = createMachine(this, "job", { stage, key, functionArn, nested: { planning, recovery } });
    allowSuccessors(this, "job", this.jobMachine);
    const { jobMachine: job } = this;
    const workflow = createMachine(this, "workflow", { stage, key, functionArn, nested: { job } });
    this.workflowMachine = workflow;
    const roles = createMachine(this, "roles", { stage, key, functionArn, nested: { job } });
    this.rolesMachine = roles;
    this.batchMachine = createMachine(this, "batch", {
      stage,
      key,
      functionArn,
      nested: { job, workflow, roles },
    });
    allowSuccessors(this, "batch", this.batchMachine);
    allowRounds(this, this.batchMachine, { stage, bucket: storage.bucket, key });
    const machines = [job, workflow, roles, this.batchMachine] as const;
    this.#sweep({ ...values, machines }, { stage, storage, webhooks });
    this.#retire(values, { stage, storage });
    const runSchedule = new DroverFunction(this, {
      name: "run-schedule",
      values: { ...values, DROVER_BATCH_STATE_MACHINE_ARN: this.batchMachine.stateMachineArn },
      resources: { ...resources, batchMachine: this.batchMachine },
    });
    const made = createSchedules(this, runSchedule, { stage, key });
    this.schedules = made.parts;
    this.scheduleDeadLetters = made.deadLetters;
    const endExecution = new DroverFunction(this, {
      name: "end-execution",
      values,
      resources: { ...resources, machines },
    });
    acknowledgeExecutions(this, endExecution, machines);
    onBrokenExecution(this, { job, workflow, roles, batch: this.batchMachine }, endExecution);
    const failDeadLetters = new DroverFunction(this, { name: "fail-dead-letters", values, resources });
    failDeadLetters.addEventSource(
      new SqsEventSource(storage.deadLetters, { batchSize: 10, reportBatchItemFailures: true }),
    );
    const deliver = new DroverFunction(this, { name: "deliver-webhooks", values, resources });
    deliver.addEventSource(new SqsEventSource(webhooks, { batchSize: 10, reportBatchItemFailures: true }));
  }

  /** Removes the queues of hosts that have not been heard of for long. */
  #retire(values: Omit<SweepValues, "machines">, resources: PermittedResources): void {
    const retire = new DroverFunction(this, { name: "retire-hosts", values, resources });
    new Rule(this, "EveryDay", {
      schedule: Schedule.rate(Duration.days(1)),
      targets: [new LambdaFunction(retire)],
    });
  }

  /** Ends what an execution left that failed without a word. */
  #sweep({ machines, ...values }: SweepValues, resources: PermittedResources): void {
    const [job, workflow, roles, batch] = machines;
    const sweep = new DroverFunction(this, {
      name: "sweep-executions",
      values: {
        ...values,
        DROVER_JOB_STATE_MACHINE_ARN: job.stateMachineArn,
        DROVER_WORKFLOW_STATE_MACHINE_ARN: workflow.stateMachineArn,
        DROVER_ROLES_STATE_MACHINE_ARN: roles.stateMachineArn,
        DROVER_BATCH_STATE_MACHINE_ARN: batch.stateMachineArn,
      },
      resources: { ...resources, machines },
    });
    acknowledgeExecutions(this, sweep, machines);
    new Rule(this, "EveryMinute", {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(sweep)],
    });
  }
}

/** A function that reads executions may read any of these machines'. */
function acknowledgeExecutions(scope: Stack, { role }: IFunction, machines: readonly StateMachine[]): void {
  if (role) for (const machine of machines) Validations.of(role).acknowledge(anyExecutionOf(scope, machine));
}
