import { type Command, Option } from "commander";
import * as z from "zod";
import type { PublicBatch, SettingsChange } from "#shared/contracts/api/responses/batch-response.ts";
import { RetryChoice } from "#shared/contracts/batch/batch.ts";
import { BatchItemKey, VariantName } from "#shared/contracts/values/batch-ids.ts";
import { type BatchId, JobId } from "#shared/contracts/values/ids.ts";
import { defined } from "#shared/values/defined.ts";
import { each, valueBy } from "../options/option-values.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { json, out, plain } from "../terminal/terminal.ts";
import { type BatchClient, batchClient, findBatchId } from "./batch-client.ts";
import { reasonOf } from "./batch-line-text.ts";
import { batchArgument, type SteeringFlags, steeredBy, withSteeringOptions } from "./batch-options.ts";
import { type SettingsFlags, settingsFlags, withSettingsOptions } from "./settings-options.ts";

type Steered = ReturnType<typeof steeredBy>;

/** Finds the batch, asks the route, and says how it stands then. */
async function steer(
  batch: string,
  flags: SteeringFlags,
  ask: (client: BatchClient, id: BatchId, steered: Steered) => Promise<PublicBatch>,
): Promise<void> {
  const client = await batchClient(flags.dir);
  const now = await ask(client, await findBatchId(client, batch), steeredBy(flags));
  if (flags.json) return json(now);
  out(plain(`${now.name} is ${now.status}${reasonOf(now)}`));
  const last = now.changes.at(-1);
  if (last !== undefined) out(plain(`  ${last.change} (${last.by}: ${last.reason})`));
}

const simple =
  (route: "cancel" | "pause" | "resume") =>
  (command: Command): Command =>
    withSteeringOptions(command.argument(...batchArgument)).action((batch: string, flags: SteeringFlags) =>
      steer(batch, flags, (client, id, steered) => client[route](id, steered)),
    );

export const batchCancelCommand = simple("cancel");
export const batchPauseCommand = simple("pause");
export const batchResumeCommand = simple("resume");

export const batchRetryCommand = (command: Command): Command =>
  withSteeringOptions(command.argument(...batchArgument))
    .addOption(
      new Option("--which <jobs>", "which jobs run again")
        .choices(RetryChoice.options)
        .default("inconclusive"),
    )
    .action((batch: string, flags: SteeringFlags & { readonly which: RetryChoice }) =>
      steer(batch, flags, (client, id, steered) => client.retry(id, { ...steered, which: flags.which })),
    );

export const batchRequeueCommand = (command: Command): Command =>
  withSteeringOptions(
    command
      .argument(...batchArgument)
      .argument("<items...>", "items or jobs, as 'drover batch jobs' lists them"),
  ).action((batch: string, items: readonly string[], flags: SteeringFlags) =>
    steer(batch, flags, (client, id, steered) => client.requeue(id, { ...steered, ...namedItems(items) })),
  );

function namedItems(items: readonly string[]) {
  const keys = BatchItemKey.array().max(100).safeParse(items);
  if (keys.success) return { itemKeys: keys.data };
  const jobs = JobId.array().max(100).safeParse(items);
  if (jobs.success) return { jobIds: jobs.data };
  throw new CommandFailure(exitCodes.usage, "Give up to 100 items, or up to 100 jobs, not both.", [
    "'drover batch jobs' lists both: an item's key has 20 letters and digits, a job's id 26.",
  ]);
}

interface SetFlags extends SteeringFlags, SettingsFlags {
  readonly pauseVariant?: readonly VariantName[];
  readonly unpauseVariant?: readonly VariantName[];
  readonly remove?: readonly Removable[];
}

/** Limits and rules that can be taken away. */
const removable = [
  "budget",
  "budget-tokens",
  "budget-steps",
  "budget-device-minutes",
  "stop",
  "enough",
] as const;
type Removable = (typeof removable)[number];

const eachVariant = each(valueBy(VariantName, "Give a variant's name, as 'drover batch list' shows them."));
const eachRemoved = each(valueBy(z.enum(removable), `Give one of ${removable.join(", ")}.`));

export const batchSetCommand = (command: Command): Command =>
  withSettingsOptions(withSteeringOptions(command.argument(...batchArgument)))
    .option("--pause-variant <name>", "start no more jobs with this model or agent; repeatable", eachVariant)
    .option("--unpause-variant <name>", "continue with it; repeatable", eachVariant)
    .option("--remove <limit>", `remove a limit or rule: ${removable.join(", ")}; repeatable`, eachRemoved)
    .action((batch: string, flags: SetFlags) =>
      steer(batch, flags, async (client, id, steered) => {
        const settings = changedSettings(flags, flags.remove ?? []);
        const pausedVariants = await pausedAfter(client, id, flags);
        if (settings === undefined && pausedVariants === undefined)
          throw new CommandFailure(exitCodes.usage, "Give at least one change.", [
            "See: drover batch set --help",
          ]);
        return client.steer(id, { ...steered, ...defined({ settings, pausedVariants }) });
      }),
    );

function changedSettings(flags: SettingsFlags, removed: readonly Removable[]): SettingsChange | undefined {
  const asked = settingsFlags(flags);
  const has = (name: Removable): boolean => removed.includes(name);
  const budget = {
    ...asked.budget,
    ...(has("budget") ? { costUsd: null } : {}),
    ...(has("budget-tokens") ? { tokens: null } : {}),
    ...(has("budget-steps") ? { steps: null } : {}),
    ...(has("budget-device-minutes") ? { deviceMinutes: null } : {}),
  };
  const settings = {
    ...asked,
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
    ...(has("stop") ? { stop: null } : {}),
    ...(has("enough") ? { stopWhen: null } : {}),
  };
  return Object.keys(settings).length === 0 ? undefined : settings;
}

/** All that are paused then: the API takes the whole list. */
async function pausedAfter(
  client: BatchClient,
  id: BatchId,
  { pauseVariant, unpauseVariant }: SetFlags,
): Promise<VariantName[] | undefined> {
  if (pauseVariant === undefined && unpauseVariant === undefined) return undefined;
  const { pausedVariants, variants } = await client.read(id);
  const unknown = [...(pauseVariant ?? []), ...(unpauseVariant ?? [])].find(
    (name) => !variants.includes(name),
  );
  if (unknown !== undefined)
    throw new CommandFailure(exitCodes.usage, `The batch has no variant '${unknown}'.`, [
      `Its variants are ${variants.join(", ")}.`,
    ]);
  const paused = new Set([...pausedVariants, ...(pauseVariant ?? [])]);
  for (const name of unpauseVariant ?? []) paused.delete(name);
  return [...paused];
}
