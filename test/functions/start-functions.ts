import type { Context } from "aws-lambda";
import { monotonicFactory } from "ulid";
import type { RuntimeLogger } from "#agent/environment/runtime-logger.ts";
import { configureRuntime } from "#functions/runtime/runtime.ts";
import { scheduleGroupName } from "#shared/contracts/batch/schedule-event.ts";
import { webhookQueueName } from "#shared/contracts/farm/queue-names.ts";
import { awsEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { stage } from "../shared/storage/sample-records.ts";
import { startStorage } from "../shared/storage/start-storage.ts";
import { startScriptedModel } from "./scripted-model.ts";

/** Anthropic's wire at that address, as the variable holds it. */
export const oneProvider = (baseUrl: string, keySource = "env:PRACTICE_KEY"): string =>
  JSON.stringify({ anthropic: { kind: "anthropic", baseUrl, keySource } });

export const startedAt = "2026-01-01T00:00:00.000Z";

/** Storage and a scripted model, and the functions pointed at them as their environment would do it. */
export async function startFunctions(given: Readonly<Record<string, string>> = {}) {
  const [storage, model] = await Promise.all([startStorage(), startScriptedModel()]);
  const environment = {
    ...awsEnvironment(storage.config),
    DROVER_TABLE_NAME: storage.tableName,
    DROVER_BUCKET_NAME: storage.bucketName,
    DROVER_RETENTION: "{}",
    DROVER_STAGE: stage,
    DROVER_TOKEN_RULES: "{}",
    DROVER_DEFAULT_MODEL: "practice-1",
    DROVER_DEFAULT_PROVIDER: "anthropic",
    DROVER_MODEL_PROVIDERS: oneProvider(model.url),
    PRACTICE_KEY: "sk-practice-key",
    DROVER_JOB_STATE_MACHINE_ARN: "arn:aws:states:us-east-1:000000000000:stateMachine:job",
    DROVER_WORKFLOW_STATE_MACHINE_ARN: "arn:aws:states:us-east-1:000000000000:stateMachine:workflow",
    DROVER_ROLES_STATE_MACHINE_ARN: "arn:aws:states:us-east-1:000000000000:stateMachine:roles",
    DROVER_BATCH_STATE_MACHINE_ARN: "arn:aws:states:us-east-1:000000000000:stateMachine:batch",
    DROVER_SCHEDULE_TARGET: JSON.stringify({
      groupName: scheduleGroupName(stage),
      functionArn: "arn:aws:lambda:us-east-1:000000000000:function:run-schedule",
      roleArn: "arn:aws:iam::000000000000:role/schedules",
      deadLetterArn: "arn:aws:sqs:us-east-1:000000000000:schedule-dead-letters",
    }),
    DROVER_WEBHOOK_QUEUE_URL: `${storage.config.endpoints.sqs}/000000000000/${webhookQueueName(stage)}`,
    DROVER_WEBHOOK_REACH: "loopback",
    ...given,
  };
  /** `set`: by so many milliseconds somebody has set the clock, which took no time. */
  const clock = { now: new Date(startedAt), set: 0 };
  const lines: string[] = [];
  const log = (level: string) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
    lines.push(JSON.stringify({ level, message, ...fields }));
  };
  const logger: RuntimeLogger = {
    debug: log("DEBUG"),
    info: log("INFO"),
    warn: log("WARN"),
    error: log("ERROR"),
  };
  const newId = monotonicFactory();
  configureRuntime({
    environment,
    logger,
    now: () => clock.now,
    monotonic: () => clock.now.getTime() - clock.set,
    newId: () => newId(clock.now.getTime()),
    // Nobody waits: the clock is what moves.
    sleep: async (milliseconds) => {
      clock.now = new Date(clock.now.getTime() + milliseconds);
    },
  });
  return {
    storage,
    repositories: storage.repositories,
    model,
    environment,
    clock,
    lines,
    async close(): Promise<void> {
      configureRuntime({});
      await Promise.all([storage.close(), model.close()]);
    },
  };
}
export type TestFunctions = Awaited<ReturnType<typeof startFunctions>>;

/** The part of Lambda's context that the functions read. */
export const lambdaContext = { awsRequestId: "request-1", functionName: "test" } as Context;

type Handler = (event: unknown, context: Context) => unknown;
/** As Lambda calls it, the answer as JSON carries it. */
export const invoke = async (handler: Handler, event: unknown): Promise<unknown> =>
  JSON.parse(JSON.stringify(await handler(event, lambdaContext)));
