import { type Command, Option } from "commander";
import * as z from "zod";
import type { DebugRecords } from "#shared/contracts/api/debug-records.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import type { Plan } from "#shared/contracts/job/plan.ts";
import { chainWords } from "#shared/rules/steps/chain-words.ts";
import { defined } from "#shared/values/defined.ts";
import { allSteps } from "../../all-steps.ts";
import type { ApiClient } from "../../api-client.ts";
import { farmClient } from "../../farm-client.ts";
import { withFarmFlags } from "../../find-farm.ts";
import { stepLine } from "../../follow/watch-job.ts";
import { onlyWith } from "../../options/only-with.ts";
import { jobId as jobIdArgument, someText, valueBy } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { reportError } from "../../report/error-report.ts";
import { stepFindings } from "../../report/findings-report.ts";
import { reportJob } from "../../report/job-report.ts";
import { describeAgain } from "../../report/judgement-report.ts";
import { reportPlansAt, reportProgress } from "../../report/plan-report.ts";
import { reportRecovery } from "../../report/recovery-report.ts";
import { reportRoles } from "../../report/roles-report.ts";
import { sourceWords } from "../../report/source-report.ts";
import { describeQuestion, printSteering, printToolResult } from "../../report/talk-report.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { json, jsonList, out, plain, progress } from "../../terminal/terminal.ts";
import { type JobViewName, jobViews, type ViewOptions } from "../../trace/job-views.ts";
import { showHistory } from "../../trace/task-history.ts";

const stepNumber = valueBy(z.coerce.number().int().min(1), "Give the number of a step: 1, 2, ….");

interface ShowOptions extends ViewOptions {
  readonly links?: boolean;
  readonly debug?: boolean;
  readonly history?: boolean;
  readonly limit: number;
}

/** In the order of help. */
const views: Readonly<Record<JobViewName, readonly [flags: string, help: string]>> = {
  brief: ["--brief", "what it did and why it ended, in a few lines"],
  why: ["--why", "why it ended: checks, contradictions, errors, last steps"],
  steps: ["--steps", "its actions, one per line"],
  step: ["--step <n>", "everything about one step"],
  tree: ["--tree <n>", "the elements on the screen after a step"],
  screen: ["--screen <n>", "save the picture of the screen after a step"],
};
const viewNames = Object.keys(views) as JobViewName[];
type View = JobViewName | "history" | "debug" | "whole";
const takenBy: Readonly<Record<string, readonly View[]>> = {
  before: ["tree", "screen"],
  out: ["screen"],
  links: ["whole"],
  limit: ["history"],
};

export function showCommand(command: Command): Command {
  command
    .argument("[job]", "the job's id; with --history a task's id (default: all tasks)", someText)
    .optionsGroup("Instead of the whole job:");
  for (const name of viewNames) {
    const [flags, help] = views[name];
    command.addOption(
      flags.endsWith("<n>") ? new Option(flags, help).argParser(stepNumber) : new Option(flags, help),
    );
  }
  command
    .option("--debug", "the data stored by --debug, with links (valid for minutes)")
    .option("--history", "outcomes, flips, durations and cost of a task over time")
    .optionsGroup("Options:")
    .option("--links", "a link to each step's screenshot (valid for minutes)")
    .option("--before", "with --tree or --screen: the state before the step")
    .option("--out <file>", "with --screen: the file (default: <job>-step-<n>.webp)", someText)
    .option("--limit <n>", "with --history: how many tasks", wholeNumber(1, 100), 50);
  return withFarmFlags(command).action(show);
}

async function show(named: string | undefined, options: ShowOptions, command: Command): Promise<void> {
  const given: readonly View[] = [...viewNames, "history" as const, "debug" as const].filter(
    (name) => command.getOptionValueSource(name) === "cli",
  );
  const [view = "whole", second] = given;
  if (second !== undefined)
    throw new CommandFailure(exitCodes.usage, `Give --${view} or --${second}, not both.`);
  onlyWith(command, takenBy, view, (way) => (way === "whole" ? "no view" : `--${way}`));
  if (view === "history") return showHistory(named, options);
  if (named === undefined)
    throw new CommandFailure(exitCodes.usage, "Give a job's id; 'drover jobs' lists them.");
  const id = jobIdArgument(named);
  const api = await farmClient(options.dir);
  if (view === "whole") return showJob(api, id, options);
  if (view !== "debug")
    return jobViews[view]({ api, id, options, number: Number(command.getOptionValue(view)) });
  const records = await api.debugRecords(id);
  if (options.json) jsonList(records);
  else printDebugRecords(records);
}

async function showJob(api: ApiClient, jobId: string, options: ShowOptions): Promise<void> {
  const job = await api.job(jobId);
  const [steps, plans, errors, again, asked, roles] = await Promise.all([
    Array.fromAsync(allSteps(api, jobId)),
    api.plans(jobId),
    api.errors({ jobId }),
    api.judgements(jobId),
    api.jobQuestions(jobId),
    job.roles === undefined ? undefined : api.roles(jobId),
  ]);
  if (options.json)
    return json({
      job,
      steps,
      plans: plans.items,
      errors: errors.items,
      judgements: again.items,
      questions: asked.items,
      ...defined({ roles }),
    });
  reportJob(job, steps.length === 0 ? undefined : modelsOf(steps));
  for (const judgement of again.items) out(plain(describeAgain(judgement)));
  for (const question of asked.items) out(describeQuestion(question));
  if (roles !== undefined) reportRoles(roles);
  if (steps.length > 0 || plans.items.length > 0) out("");
  printCourse(steps, plans.items, options);
  for (const id of recoveriesOf(job, steps)) {
    out("");
    reportRecovery(await api.recovery(id));
  }
  if (errors.items.length > 0) out("");
  for (const error of errors.items) reportError(error, options.links === true);
}

/** What was done, and each plan before the step that asked for it. */
function printCourse(steps: readonly StepResponse[], plans: readonly Plan[], options: ShowOptions): void {
  for (const step of steps) {
    reportPlansAt(step.stepNumber, plans);
    out(stepLine(step));
    const source = sourceWords(step);
    if (source !== "") out(`             ${plain(source)}`);
    for (const line of step.chain ? chainWords(step.chain) : []) out(`             ${plain(line)}`);
    printParts(step);
    printSteering(step);
    printToolResult(step);
    if (step.outcome && !step.outcome.ok)
      out(`             ${plain(step.outcome.message ?? step.outcome.errorCode ?? "")}`);
    for (const line of stepFindings(step)) out(`             ${plain(line)}`);
    if (step.progressCheck) reportProgress(step.progressCheck);
    if (options.links) printScreenshots(step);
  }
  reportPlansAt((steps.at(-1)?.stepNumber ?? 0) + 1, plans);
}

/** Those that chose steps; a rule is none. */
const modelsOf = (steps: readonly StepResponse[]): readonly string[] =>
  steps.filter(({ chosenBy }) => chosenBy !== "unstick" && chosenBy !== "look").map(({ model }) => model);

/** Those that did something, and the one that is all of its job. */
function recoveriesOf({ jobId, recovery }: JobResponse, steps: readonly StepResponse[]): readonly string[] {
  const own = recovery === undefined ? [] : [`${jobId}-1`];
  return [...new Set([...own, ...steps.flatMap(({ recoveryId }) => recoveryId ?? [])])];
}

function printDebugRecords({ items }: DebugRecords): void {
  for (const { name, links } of items) out(plain(`${name}  ${links.record ?? ""}`));
  if (items.length === 0) progress("The job stored no debug data: submit it with --debug.");
}

/** Replies that came to nothing before the step, and each of its actions when there are several. */
function printParts({ actions, unusedReplies = [] }: StepResponse): void {
  for (const { kind, problem } of unusedReplies) out(`             ${kind} reply: ${plain(problem)}`);
  if (actions.length < 2) return;
  for (const [index, action] of actions.entries()) {
    const result = action.outcome === undefined ? "" : action.outcome.ok ? "  ok" : "  not done";
    out(`             ${index + 1}. ${plain(action.words)}${result}`);
  }
}

/** What a step began with is what the one before left; trees and the rest are in the JSON. */
function printScreenshots({ stepNumber, links = {} }: StepResponse): void {
  const { screenshotBefore, screenshot } = links;
  if (stepNumber === 1 && screenshotBefore) out(`             before  ${plain(screenshotBefore)}`);
  if (screenshot) out(`             after   ${plain(screenshot)}`);
}
