import type { Command } from "commander";
import type { DebugRecords } from "#shared/contracts/api/debug-records.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import type { Plan } from "#shared/contracts/job/plan.ts";
import { chainWords } from "#shared/rules/steps/chain-words.ts";
import { defined } from "#shared/values/defined.ts";
import { allSteps } from "../../all-steps.ts";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { stepLine } from "../../follow/watch-job.ts";
import { jobId } from "../../options/option-values.ts";
import { reportError } from "../../report/error-report.ts";
import { stepFindings } from "../../report/findings-report.ts";
import { reportJob } from "../../report/job-report.ts";
import { describeAgain } from "../../report/judgement-report.ts";
import { reportPlansAt, reportProgress } from "../../report/plan-report.ts";
import { reportRecovery } from "../../report/recovery-report.ts";
import { reportRoles } from "../../report/roles-report.ts";
import { sourceWords } from "../../report/source-report.ts";
import { describeQuestion, printSteering, printToolResult } from "../../report/talk-report.ts";
import { json, out, plain, progress } from "../../terminal/terminal.ts";

interface ShowOptions {
  readonly dir: string;
  readonly links?: boolean;
  readonly trajectory?: boolean;
  readonly debug?: boolean;
  readonly json?: boolean;
}

export const showCommand = (command: Command): Command =>
  command
    .argument("<job>", "the job's id", jobId)
    .option("--links", "with each step, a link to its screenshot (good for minutes)")
    .option("--trajectory", "print the merged trajectory as JSON")
    .option("--debug", "list what a job with --debug kept, with links (good for minutes)")
    .option("--json", "print the job and its steps as JSON")
    .option(...dirOption)
    .action(showJob);

async function showJob(jobId: string, options: ShowOptions): Promise<void> {
  const api = await farmClient(options.dir);
  if (options.trajectory) return json(await api.trajectory(jobId));
  if (options.debug) {
    const records = await api.debugRecords(jobId);
    if (options.json) json(records);
    else printDebugRecords(records);
    return;
  }
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
  if (items.length === 0) progress("The job kept nothing: submit it with --debug.");
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
