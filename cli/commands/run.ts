import { type Command, InvalidArgumentError } from "commander";
import { createApiClient } from "../api-client.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { defaultFarmDirectory, dirFlag, findFarm } from "../find-farm.ts";
import { interruptSignal } from "../interrupt-signal.ts";
import { reportJob } from "../job-report.ts";
import { checkForms, parseCheck } from "../parse-check.ts";
import { json, progress } from "../terminal.ts";
import { watchJob } from "../watch-job.ts";

interface RunOptions {
  readonly dir: string;
  readonly check?: readonly string[];
  readonly pool?: string;
  readonly model?: string;
  readonly dialect?: string;
  readonly maxSteps?: number;
  readonly timeout?: number;
  readonly again?: boolean;
  readonly idempotencyKey?: string;
  readonly detach?: boolean;
  readonly json?: boolean;
}

const collect = (value: string, all: readonly string[] = []): string[] => [...all, value];
const integer = (value: string): number => {
  if (!/^-?\d+$/.test(value)) throw new InvalidArgumentError("give a whole number");
  return Number(value);
};

export const runCommand = (command: Command): Command =>
  command
    .argument("<task>", "what to do, in plain language")
    .option("--check <check>", "judge the device's state afterwards; may be given more than once", collect)
    .option("--pool <name>", "the pool of devices to run on")
    .option("--model <id>", "the agent's model")
    .option("--dialect <name>", "how the model replies: tool-use or thinking-tool-call")
    .option("--max-steps <n>", "turns at the most", integer)
    .option("--timeout <seconds>", "time at the most, from the moment a device is there", integer)
    .option("--again", "run even when every check already passes")
    .option("--idempotency-key <key>", "the same key submits the job once")
    .option("--detach", "print the job's id and do not wait")
    .option("--json", "print the job as JSON")
    .option("--dir <dir>", "the farm's directory", defaultFarmDirectory)
    .addHelpText(
      "after",
      `\nChecks:\n${checkForms.map((form) => `  ${form}`).join("\n")}\n  or a validator as JSON`,
    )
    .action(runTask);

async function runTask(task: string, options: RunOptions): Promise<void> {
  const validators = (options.check ?? []).map(parseCheck);
  const agent = { model: options.model, dialect: options.dialect };
  const limits = { maxSteps: options.maxSteps, timeoutSeconds: options.timeout };
  const api = createApiClient(await findFarm(options.dir));
  const job = await api.submit(
    {
      task,
      validators,
      limits,
      models: { agent },
      ...(options.pool ? { requirements: { pool: options.pool } } : {}),
      ...(options.again ? { allowAlreadySatisfied: true } : {}),
    },
    options.idempotencyKey,
  );
  if (options.detach) {
    if (options.json) json(job);
    else process.stdout.write(`${job.jobId}\n`);
    return;
  }
  using interrupt = interruptSignal(() => {
    progress(`still running; stop it with: npx drover cancel ${job.jobId}${dirFlag(options.dir)}`);
  });
  const ended = await watchJob(api, job.jobId, interrupt.signal).catch((error: unknown) => {
    if (interrupt.signal.aborted) return null;
    throw error;
  });
  if (!ended) return;
  if (options.json) json(ended);
  else reportJob(ended);
  process.exitCode = ended.outcome ? exitCodeOf(ended.outcome) : 0;
}
