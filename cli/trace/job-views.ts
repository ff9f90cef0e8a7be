import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { dataLines, dataNote } from "#shared/rules/steps/data-lines.ts";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { allSteps } from "../all-steps.ts";
import type { ApiClient } from "../api-client.ts";
import { dirFlag, type FarmFlags } from "../find-farm.ts";
import { readLink, saveLink } from "../read-link.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { json, jsonList, out } from "../terminal/terminal.ts";
import { stepResult } from "./step-result.ts";
import { traceActions } from "./trace-actions.ts";
import { traceOverview } from "./trace-overview.ts";
import { traceStep } from "./trace-step.ts";
import { traceWhy } from "./trace-why.ts";

export interface ViewOptions extends FarmFlags {
  readonly before?: boolean;
  readonly out?: string;
}

/** `number`: of a view of one step. */
interface Asked {
  readonly api: ApiClient;
  readonly id: string;
  readonly options: ViewOptions;
  readonly number: number;
}

async function brief({ api, id, options }: Asked): Promise<void> {
  const [job, all, errors] = await Promise.all([api.job(id), stepsOf(api, id), errorsOf(api, id)]);
  if (options.json) return json({ job, steps: all.length, errors: errors.map(({ code }) => code) });
  say(traceOverview(job, all, errors));
  const flag = dirFlag(options.dir);
  out(`more: drover show ${id} --why|--steps${flag}, drover show ${id} --step|--tree|--screen <n>${flag}`);
}

async function steps({ api, id, options }: Asked): Promise<void> {
  const all = await stepsOf(api, id);
  if (!options.json) return say(traceActions(all));
  jsonList({
    items: all.map((one) => ({ stepNumber: one.stepNumber, result: stepResult(one), actions: one.actions })),
  });
}

async function why({ api, id, options }: Asked): Promise<void> {
  const [job, all, errors] = await Promise.all([api.job(id), stepsOf(api, id), errorsOf(api, id)]);
  if (!options.json) return say(traceWhy(job, all, errors));
  const { status, outcome, outcomeReason, verdict, verdictReason, judgement, claim, sideEffects } = job;
  const { falseComplete, falseInfeasible } = job;
  json({
    ...{ status, outcome, outcomeReason, verdict, verdictReason, judgement, claim, sideEffects },
    ...{ falseComplete, falseInfeasible, errors },
    lastSteps: all.slice(-5),
  });
}

async function step({ api, id, options, number }: Asked): Promise<void> {
  const found = await stepOf(api, id, number);
  if (options.json) return json(found);
  say(traceStep(found));
}

async function tree({ api, id, options, number }: Asked): Promise<void> {
  const { links } = await stepOf(api, id, number);
  const link = options.before ? links.treeBefore : links.tree;
  const text = await readLink(link, `The tree ${options.before ? "before" : "after"} step ${number}`);
  const elements = SemanticUITree.parse(JSON.parse(text.toString()));
  if (options.json) return json(elements);
  say(dataLines(semanticText(elements)));
}

async function screen({ api, id, options, number }: Asked): Promise<void> {
  const { links } = await stepOf(api, id, number);
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

/** What `drover show` tells of a job instead of all of it, by the option that asks for it. */
export const jobViews = { brief, why, steps, step, tree, screen } as const;
export type JobViewName = keyof typeof jobViews;
