import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Command, InvalidArgumentError } from "commander";
import type { RecoveryResponse } from "#shared/contracts/api/responses/recovery-response.ts";
import { defined } from "#shared/values/defined.ts";
import type { ApiClient } from "../../api-client.ts";
import { farmClient } from "../../farm-client.ts";
import { dirFlag, type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { modelId } from "../../options/job-values.ts";
import { idempotencyKey } from "../../options/option-values.ts";
import { reportRecovery } from "../../report/recovery-report.ts";
import { because } from "../../terminal/because.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { interruptSignal } from "../../terminal/interrupt-signal.ts";
import { json, out, progress } from "../../terminal/terminal.ts";

interface RecoverOptions extends FarmFlags {
  readonly device?: string;
  readonly exception: string;
  readonly log?: string;
  readonly screenshot?: string;
  readonly hierarchy?: string;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly model?: string;
  readonly idempotencyKey?: string;
  readonly detach?: boolean;
}

function objectJson(value: string): Readonly<Record<string, unknown>> {
  try {
    const given: unknown = JSON.parse(value);
    if (typeof given === "object" && given !== null && !Array.isArray(given)) return { ...given };
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${because(error)}.`);
  }
  throw new InvalidArgumentError("Give a JSON object.");
}

const example = `
Example: a test of yours failed on a phone that you hold, and its runner wrote what it knows.

  drover devices quarantine laptop.emulator-5554        # nobody's job gets it meanwhile
  echo "NoSuchElementError: no such element: 'Save'" > error.txt
  echo '["tapped Add contact", "typed a name"]' > actions.json
  drover recover --device laptop.emulator-5554 --exception error.txt --log actions.json \\
    --context '{"app": "Contacts"}'
  # recovered: exit code 0, and your test continues with the failed step

Without --device, and with --hierarchy (uiautomator's dump or Appium's page source), the result is only a plan.`;

export const recoverCommand = (command: Command): Command =>
  withFarmFlags(command, "print the recovery as JSON")
    .requiredOption("--exception <file>", "your automation's exception, as text; - reads standard input")
    .option("--device <id>", "its device, which you hold (drover devices quarantine)")
    .option("--log <file>", "its earlier actions: a JSON list, or one per line")
    .option("--screenshot <file>", "the screen at that moment, for a plan without a device")
    .option("--hierarchy <file>", "its elements as XML, for a plan without a device")
    .option("--context <json>", 'what else is known, such as {"app": "Clock"}', objectJson)
    .option("--settings <json>", 'such as {"maxReplans": 1, "confidenceThreshold": 0.7}', objectJson)
    .option("--model <id>", "the recovery planner's and actor's model", modelId)
    .option("--idempotency-key <key>", "the same key starts one recovery", idempotencyKey)
    .option("--detach", "print the recovery's id and do not wait")
    .addHelpText("after", example)
    .action(recover);

async function recover(options: RecoverOptions): Promise<void> {
  const api = await farmClient(options.dir);
  const submitted = await api.recover(await requestOf(options, api), options.idempotencyKey);
  const { recoveryId } = submitted;
  if (options.detach) return options.json ? json(submitted) : out(recoveryId);
  using interrupt = interruptSignal(() => {
    progress(`still recovering; stop it with: drover cancel ${submitted.jobId}${dirFlag(options.dir)}`);
  });
  const ended = await untilEnded(api, recoveryId, interrupt.signal).catch((error: unknown) => {
    if (interrupt.signal.aborted) return null;
    throw error;
  });
  if (ended === null) return;
  if (options.json) json(ended);
  else reportRecovery(ended);
  process.exitCode = exitCodeOf(ended);
}

const pollMilliseconds = 250;

/** The device is released when the job has ended, a moment after its recovery. */
async function untilEnded(api: ApiClient, id: string, signal: AbortSignal): Promise<RecoveryResponse> {
  let told = 0;
  for (;;) {
    const recovery = await api.recovery(id);
    for (const message of recovery.messages.slice(told)) progress(message.message_type.replaceAll("_", " "));
    told = recovery.messages.length;
    if (recovery.status === "ended" && recovery.jobOutcome !== undefined) return recovery;
    if (recovery.jobOutcome !== undefined) throw unfinished(recovery);
    await sleep(pollMilliseconds, undefined, { signal });
  }
}

const unfinished = ({ jobId, jobOutcome }: RecoveryResponse): CommandFailure =>
  new CommandFailure(exitCodes.inconclusive, `The recovery's job ended as ${jobOutcome} before it began.`, [
    `See 'drover show ${jobId}'.`,
  ]);

function exitCodeOf({ outcome }: RecoveryResponse): number {
  if (outcome === "recovered" || outcome === "planned") return exitCodes.succeeded;
  return outcome === "aborted" ? exitCodes.inconclusive : exitCodes.failed;
}

async function requestOf(options: RecoverOptions, api: ApiClient): Promise<unknown> {
  const { device, exception, log, screenshot, hierarchy, context, settings, model } = options;
  const role = model === undefined ? undefined : { model };
  return defined({
    exception: (await textOf(exception)).slice(0, 8_000),
    actionLog: log === undefined ? undefined : logOf(await textOf(log)),
    screenshot: screenshot === undefined ? undefined : (await bytesOf(screenshot)).toString("base64"),
    hierarchy: hierarchy === undefined ? undefined : await textOf(hierarchy),
    deviceId: device === undefined ? undefined : await deviceNamed(device, api),
    context,
    settings,
    models: role === undefined ? undefined : { recovery: role, actor: role },
  });
}

const bytesOf = (file: string): Promise<Buffer> =>
  readFile(file === "-" ? "/dev/stdin" : file).catch((error: unknown) => {
    throw new CommandFailure(exitCodes.usage, `The file '${file}' cannot be read: ${because(error)}.`);
  });

const textOf = async (file: string): Promise<string> => (await bytesOf(file)).toString("utf8");

const longestLog = 100;

function logOf(text: string): readonly unknown[] {
  try {
    const given: unknown = JSON.parse(text);
    if (Array.isArray(given)) return given.slice(-longestLog);
  } catch {
    // Not JSON: lines, as a logger writes them.
  }
  return text
    .split("\n")
    .map((line) => line.trim().slice(0, 500))
    .filter((line) => line !== "")
    .slice(-longestLog);
}

/** A serial will do where only one host has a device of it. */
async function deviceNamed(name: string, api: ApiClient): Promise<string> {
  if (name.includes(".")) return name;
  const { items } = await api.devices({ limit: 100 });
  const [only, ...others] = items.filter(({ serial }) => serial === name);
  if (only !== undefined && others.length === 0) return only.deviceId;
  const problem = only === undefined ? "No device has" : "Several devices have";
  throw new CommandFailure(exitCodes.usage, `${problem} the serial '${name}'.`, [
    "Give the device's id: 'drover devices' lists them.",
  ]);
}
