import type { RuntimeLogger } from "#agent/environment/runtime-logger.ts";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import { handler as predictAction } from "#functions/predict-action.ts";
import { configureRuntime } from "#functions/runtime/runtime.ts";
import { handler as verifyStep } from "#functions/verify-step.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import { hostQueueName, webhookQueueName } from "#shared/contracts/farm/queue-names.ts";
import { PerformAnswer, SetUpAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { awsEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { startTestFarm, type TestFarm } from "../device-host/start-test-farm.ts";
import { startScriptedModel } from "../functions/scripted-model.ts";
import { invoke, oneProvider } from "../functions/start-functions.ts";
import { hostId, stage, tenantId } from "../shared/storage/sample-records.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const mostTurns = 8;
type Held = Awaited<ReturnType<TestFarm["lease"]>>;

/** A farm whose jobs are driven turn by turn as the state machine does: the functions, a host and a phone, a model that a test plays. */
export async function startAgentFarm() {
  const [farm, model] = await Promise.all([startTestFarm(), startScriptedModel()]);
  const lines: string[] = [];
  const log = (message: string, fields?: object): void => void lines.push(JSON.stringify([message, fields]));
  const logger: RuntimeLogger = { debug: log, info: log, warn: log, error: log };
  configureRuntime({
    environment: {
      ...awsEnvironment(farm.storage.config),
      DROVER_TABLE_NAME: farm.storage.tableName,
      DROVER_BUCKET_NAME: farm.storage.bucketName,
      DROVER_RETENTION: "{}",
      DROVER_STAGE: stage,
      DROVER_TOKEN_RULES: "{}",
      DROVER_DEFAULT_MODEL: "practice-1",
      DROVER_DEFAULT_PROVIDER: "anthropic",
      DROVER_MODEL_PROVIDERS: oneProvider(model.url),
      PRACTICE_KEY: "sk-practice-key",
      DROVER_WEBHOOK_QUEUE_URL: `${farm.storage.config.endpoints.sqs}/000000000000/${webhookQueueName(stage)}`,
    },
    logger,
  });
  await farm.startHost({
    logger: jsonLineLogger(
      "debug",
      (line) => lines.push(line),
      () => new Date(),
    ),
  });

  const answer = async (held: Held, command: Parameters<TestFarm["command"]>[1], change = {}) => {
    const message = farm.command(held, command, change);
    await farm.send(hostQueueName(stage, tenantId, hostId), message);
    const { output, cause } = await farm.steps.answerTo(message.taskToken);
    if (output === undefined) throw new Error(cause);
    return JSON.parse(output) as unknown;
  };

  /** One turn; the observation after it, or null when the loop is over. */
  async function turn(held: Held, stepNumber: number, observation: Observation): Promise<Observation | null> {
    const about = { schemaVersion: 1, tenantId, jobId: held.jobId, stepNumber };
    const asked = await invoke(predictAction, { ...about, observation, alreadySatisfied: false });
    const route = PredictActionOutput.parse(asked);
    if (route.route === "denied") return observation;
    if (route.route !== "perform") return null;
    const { commandId, deadlineSeconds, actions } = route;
    const command = { kind: "perform", stepNumber, actions, ...looking } as const;
    const { observation: after } = PerformAnswer.parse(
      await answer(held, command, { commandId, deadlineSeconds }),
    );
    await invoke(verifyStep, { ...about, before: observation, after });
    return after;
  }

  return {
    farm,
    model,
    /** What the functions and the host logged. */
    lines,
    setUp: async (held: Held): Promise<Observation> =>
      SetUpAnswer.parse(await answer(held, { kind: "setUp", precheck: false, ...looking })).observation,
    /** Until the loop ends; answers the steps. */
    async runLoop(held: Held, first: Observation) {
      let seen: Observation | null = first;
      for (let stepNumber = 1; seen !== null; stepNumber += 1) {
        if (stepNumber > mostTurns) throw new Error(`more than ${mostTurns} turns`);
        seen = await turn(held, stepNumber, seen);
      }
      return (await farm.repositories.steps.list(tenantId, held.jobId, { limit: 50 })).items;
    },
    release: (held: Held) => answer(held, { kind: "release" }),
    async close(): Promise<void> {
      configureRuntime({});
      await Promise.all([farm.close(), model.close()]);
    },
  };
}
