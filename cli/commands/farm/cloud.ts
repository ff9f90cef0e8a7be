import path from "node:path";
import type { Command } from "commander";
import { startCloud } from "#local/cloud/start-cloud.ts";
import { makeDirectory } from "#local/make-directory.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { configFile, configOption } from "../../config-file.ts";
import { modelId } from "../../options/job-values.ts";
import { httpUrl, someText, tenantId } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { runPart } from "../../run-part.ts";
import { progress } from "../../terminal/terminal.ts";

interface CloudCommandOptions {
  readonly dir: string;
  readonly port?: number;
  readonly tenant: TenantId;
  readonly modelUrl: string;
  readonly model: string;
  readonly debugLog?: boolean;
  readonly config?: string;
}

/** It takes that and the next four. */
const firstPort = wholeNumber(1, 65_531);

export const cloudCommand = (command: Command): Command =>
  command
    .option("--dir <dir>", "the folder for its state", someText, path.join(".drover", "cloud"))
    .option("--port <n>", "first of five ports (default: those of the last start, or free ones)", firstPort)
    .option("--tenant <id>", "tenant of the token it prints", tenantId, TenantId.parse("local"))
    .option(
      "--model-url <url>",
      "model service of the agent (its key is in ANTHROPIC_API_KEY)",
      httpUrl,
      "http://127.0.0.1:1",
    )
    .option("--model <id>", "the agent's model for jobs that name none", modelId, "practice-1")
    .option(...configOption)
    .option("--debug-log", "write raw model replies and actions to functions.log")
    .action((options: CloudCommandOptions) =>
      runPart(async () => {
        const cloud = await startCloud({
          dir: await makeDirectory(options.dir),
          tenantId: options.tenant,
          model: {
            defaultProvider: "anthropic",
            defaultModel: options.model,
            providers: {
              anthropic: { kind: "anthropic", baseUrl: options.modelUrl, keySource: "env:DROVER_MODEL_KEY" },
            },
            keys: { DROVER_MODEL_KEY: process.env.ANTHROPIC_API_KEY ?? "practice" },
          },
          debugLog: options.debugLog ?? false,
          configFile: configFile(options.config),
          environment: process.env,
          report: progress,
          ...(options.port === undefined ? {} : { ports: portsFrom(options.port) }),
        });
        const { close, ...ready } = cloud;
        return { ready: { pid: process.pid, ...ready }, close };
      }),
    );

const portsFrom = (first: number) => ({
  objectsAndQueues: first,
  dynamodb: first + 1,
  stepFunctions: first + 2,
  lambda: first + 3,
  api: first + 4,
});
