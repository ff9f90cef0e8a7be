import { stepWords } from "../../actions/action-words.ts";
import type { TrajectoryStep } from "../../contracts/api/trajectory.ts";
import { checkSentence } from "../judging/check-sentence.ts";
import { outcomeText } from "../shown-outcome.ts";
import { describeQuestionCounts } from "../statistics/question-counts.ts";
import { outcomeWords } from "./action-words.ts";
import type { ExportedJob, ExportFile, ExportSource } from "./export-source.ts";
import { markdownRow, markdownText } from "./markdown-text.ts";
import { PictureFiles } from "./picture-file.ts";
import { runsOf } from "./runs-of.ts";

/** A job as a page that a repository's host shows, its pictures beside it; a batch: such a folder for each and a table of all. */
export async function* markdownExport(source: ExportSource): AsyncGenerator<ExportFile> {
  const rows: string[] = [];
  for await (const { job, folder } of runsOf(source)) {
    const { jobId, task, outcome, outcomeReason = "" } = job.trajectory.job;
    yield* jobPage(job, folder);
    const told = [markdownText(task), outcome ?? "running", String(job.trajectory.steps.length)];
    rows.push(markdownRow([`[${jobId}](${jobId}/README.md)`, ...told, markdownText(outcomeReason)]));
  }
  const { batch } = source;
  if (batch === undefined) return;
  const head = [
    markdownRow(["job", "task", "outcome", "steps", "why"]),
    markdownRow(["---", "---", "---", "--:", "---"]),
  ];
  const lines = [`# Batch ${markdownText(batch.name)}`, "", ...head, ...rows];
  yield { path: "README.md", body: `${lines.join("\n")}\n` };
}

async function* jobPage(job: ExportedJob, folder: string): AsyncGenerator<ExportFile> {
  const pictures = new PictureFiles(job, `${folder}screens/`);
  const lines = headOf(job);
  for (const step of job.trajectory.steps) {
    lines.push(...stepLines(step));
    const named = await pictures.name(step.before.screenshotKey);
    if (named !== null)
      lines.push("", `![The screen before step ${step.stepNumber}](${named.path.slice(folder.length)})`);
    yield* pictures.take();
  }
  const last = await pictures.name(job.trajectory.steps.at(-1)?.after?.screenshotKey);
  if (last !== null)
    lines.push("", "## Last screen", "", `![The last screen](${last.path.slice(folder.length)})`);
  yield* pictures.take();
  yield { path: `${folder}README.md`, body: `${lines.join("\n")}\n` };
}

function headOf({ trajectory }: ExportedJob): string[] {
  const { job, steps } = trajectory;
  const { claim, usage, judgement = [] } = job;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["outcome", [outcomeText(job), job.outcomeReason].filter(Boolean).join(": ")],
    ["agent says", claim && [claim.status, claim.answer, claim.summary].filter(Boolean).join("; ")],
    ["questions", job.metrics?.questions && describeQuestionCounts(job.metrics.questions)],
    ["device", job.deviceId],
    ["model", job.models.agent.model ?? steps[0]?.model],
    ["tokens", String(usage.inputTokens + usage.outputTokens)],
    ["cost", usage.costUsd === undefined ? undefined : `$${usage.costUsd.toFixed(4)}`],
  ];
  const told = facts.flatMap(([name, value]) => (value ? [`- ${name}: ${markdownText(value)}`] : []));
  const checks = judgement.map(({ verdict, validator, observed, mismatch }) => {
    const found = mismatch ? checkSentence(mismatch) : `${validator.kind}, found ${observed || "nothing"}`;
    return `- ${verdict}: ${markdownText(found)}`;
  });
  const judged = checks.length === 0 ? [] : ["", "## Judgement", "", ...checks];
  return [`# ${markdownText(job.task)}`, "", `- job: ${job.jobId}`, ...told, ...judged];
}

function stepLines(step: TrajectoryStep): string[] {
  const done = step.actions.map(outcomeWords).filter(Boolean).join(", then ");
  return [
    "",
    `## ${step.stepNumber}. ${markdownText(stepWords(step, true))}`,
    ...(step.thinking === "" ? [] : ["", `> ${markdownText(step.thinking)}`]),
    ...(done === "" ? [] : ["", markdownText(done)]),
    ...(step.toolResult === undefined ? [] : ["", `Answer: ${markdownText(step.toolResult.text)}`]),
  ];
}
