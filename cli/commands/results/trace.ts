import { Argument, type Command } from "commander";
import * as z from "zod";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { dataLines, dataNote } from "#shared/rules/steps/data-lines.ts";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { allSteps } from "../../all-steps.ts";
import type { ApiClient } from "../../api-client.ts";
import { farmClient } from "../../farm-client.ts";
import { dirFlag, dirOption } from "../../find-farm.ts";
import { jobId, someText, valueBy } from "../../options/option-values.ts";
import { readLink, saveLink } from "../../read-link.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { json, out } from "../../terminal/terminal.ts";
import { stepResult } from "../../trace/step-result.ts";
import { traceActions } from "../../trace/trace-actions.ts";
import { traceOverview } from "../../trace/trace-overview.ts";
import { traceStep } from "../../trace/trace-step.ts";
import { traceWhy } from "../../trace/trace-why.ts";

interface Options {
  readonly dir: string;
  readonly before?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

interface Asked {
  readonly id: string;
  readonly options: Options;
}
interface AskedOfStep extends Asked {
  readonly number: number;
}

const parts = { actions, why, step, tree, screen } as const;
type PartName = keyof typeof parts;
/** Those that are of one step. */
const ofStep: readonly PartName[] = ["step", "tree", "screen"];

const stepNumber = valueBy(z.coerce.number().int().min(1), "Give the number of a step: 1, 2, ….");

export const traceCommand = (command: Command): Command =>
  command
    .argument("<job>", "the job's id", jobId)
    .addArgument(
      new Argument(
        "[part]",
        "actions: a line a step; why: checks, contradictions, errors; step, tree, screen: all of one step, its elements, its picture",
      ).choices(Object.keys(parts)),
    )
    .argument("[step]", "of step, tree and screen: the step's number", stepNumber)
    .option("--before", "tree and screen as they were before the step, not after")
    .option("--out <file>", "of screen: where to; absent: <job>-step-<n>.webp in this folder", someText)
    .option("--json", "print it as JSON")
    .option(...dirOption)
    .action(async (id: string, part: PartName | undefined, number: number | undefined, options: Options) => {
      if (part === undefined) return overview({ id, options });
      const isOfStep = ofStep.includes(part);
      if (isOfStep !== (number !== undefined))
        throw new CommandFailure(
          exitCodes.usage,
          `What '${part}' tells is of ${isOfStep ? "one step" : "all steps"}.`,
          [`Give 'drover trace ${id} ${part}${isOfStep ? " <step>" : ""}'.`],
        );
      await parts[part]({ id, options, number: number ?? 0 });
    });

async function overview({ id, options }: Asked): Promise<void> {
  const api = await farmClient(options.dir);
  const [job, steps, errors] = await Promise.all([api.job(id), stepsOf(api, id), errorsOf(api, id)]);
  if (options.json) return json({ job, steps: steps.length, errors: errors.map(({ code }) => code) });
  say(traceOverview(job, steps, errors));
  const flag = dirFlag(options.dir);
  out(`more: drover trace ${id} why|actions${flag}, drover trace ${id} step|tree|screen <step>${flag}`);
}

async function actions({ id, options }: Asked): Promise<void> {
  const steps = await stepsOf(await farmClient(options.dir), id);
  if (options.json)
    return json(
      steps.map((one) => ({ stepNumber: one.stepNumber, result: stepResult(one), actions: one.actions })),
    );
  say(traceActions(steps));
}

async function why({ id, options }: Asked): Promise<void> {
  const api = await farmClient(options.dir);
  const [job, steps, errors] = await Promise.all([api.job(id), stepsOf(api, id), errorsOf(api, id)]);
  if (!options.json) return say(traceWhy(job, steps, errors));
  const { status, outcome, outcomeReason, verdict, verdictReason, judgement, claim, sideEffects } = job;
  const { falseComplete, falseInfeasible } = job;
  json({
    ...{ status, outcome, outcomeReason, verdict, verdictReason, judgement, claim, sideEffects },
    ...{ falseComplete, falseInfeasible, errors },
    lastSteps: steps.slice(-5),
  });
}

async function step({ id, options, number }: AskedOfStep): Promise<void> {
  const found = await stepOf(await farmClient(options.dir), id, number);
  if (options.json) return json(found);
  say(traceStep(found));
}

async function tree({ id, options, number }: AskedOfStep): Promise<void> {
  const { links } = await stepOf(await farmClient(options.dir), id, number);
  const link = options.before ? links.treeBefore : links.tree;
  const text = await readLink(link, `The tree ${options.before ? "before" : "after"} step ${number}`);
  const elements = SemanticUITree.parse(JSON.parse(text.toString()));
  if (options.json) return json(elements);
  say(dataLines(semanticText(elements)));
}

async function screen({ id, options, number }: AskedOfStep): Promise<void> {
  const { links } = await stepOf(await farmClient(options.dir), id, number);
  const link = options.before ? links.screenshotBefore : links.screenshot;
  const file = options.out ?? `${id}-step-${number}.${link?.includes(".png") ? "png" : "webp"}`;
  await saveLink(link, `The screen ${options.before ? "before" : "after"} step ${number}`, file);
  if (options.json) return json({ file });
  out(file);
}

const stepsOf = (api: ApiClient, id: string): Promise<readonly StepResponse[]> =>
  Array.fromAsync(allSteps(api, id));
const errorsOf = async (api: ApiClient, id: string) => (await api.errors({ jobId: id })).items;

/** @throws CommandFailure that says which steps there are */
async function stepOf(api: ApiClient, id: string, number: number): Promise<StepResponse> {
  const steps = await stepsOf(api, id);
  const found = steps.find(({ stepNumber: one }) => one === number);
  if (found !== undefined) return found;
  const there = steps.length === 0 ? "The job has no steps." : `Its steps are 1 to ${steps.length}.`;
  throw new CommandFailure(exitCodes.usage, `There is no step ${number}.`, [there]);
}

function say(lines: readonly string[]): void {
  out(dataNote);
  for (const line of lines) out(line);
}
