import { stringify } from "yaml";
import type { TrajectoryStep } from "../../contracts/api/trajectory.ts";
import type { RedactionReport } from "../../contracts/result/export.ts";
import type { ImageFolderRow } from "../../contracts/result/export-rows.ts";
import { portableAction } from "./action-words.ts";
import type { ExportedJob, ExportFile, ExportSource, ExportTools } from "./export-source.ts";
import { markdownText } from "./markdown-text.ts";
import { PictureFiles } from "./picture-file.ts";
import { runsOf } from "./runs-of.ts";

function rowOf({ trajectory }: ExportedJob, step: TrajectoryStep, file: string): ImageFolderRow {
  const { job } = trajectory;
  return {
    file_name: file,
    job_id: job.jobId,
    step: step.stepNumber,
    task: job.task,
    thinking: step.thinking,
    reasoning: step.reasoning ?? "",
    action: JSON.stringify(step.actions.map(portableAction)),
    app: step.before.package,
    step_ok: step.outcome?.ok ?? null,
    outcome: job.outcome ?? null,
    claim: job.claim?.status ?? null,
    model: step.model,
    input_tokens: step.usage.inputTokens,
    output_tokens: step.usage.outputTokens,
    cost_usd: step.usage.costUsd ?? null,
  };
}

/** A folder that Hugging Face shows as a data set of pictures: a card, and the split's pictures beside their metadata. */
export async function* hfExport(source: ExportSource, tools: ExportTools): AsyncGenerator<ExportFile> {
  const lines: string[] = [];
  const outcomes = new Map<string, number>();
  let jobs = 0;
  for await (const { job } of runsOf(source)) {
    jobs += 1;
    const { jobId, outcome = "running" } = job.trajectory.job;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    for (const step of job.trajectory.steps) {
      // A file for each row, though two steps may show the same: ImageFolder knows a row by its file.
      const pictures = new PictureFiles(job, `train/${jobId}/step-${step.stepNumber}-`);
      const picture = await pictures.name(step.before.screenshotKey);
      if (picture === null) continue;
      lines.push(`${JSON.stringify(rowOf(job, step, picture.path.slice("train/".length)))}\n`);
      yield* pictures.take();
    }
  }
  yield { path: "train/metadata.jsonl", body: lines.join("") };
  yield { path: "README.md", body: card(source, { jobs, rows: lines.length, outcomes }, tools) };
}

interface Counted {
  readonly jobs: number;
  readonly rows: number;
  readonly outcomes: ReadonlyMap<string, number>;
}

/** The classes that Hugging Face's cards know. */
function sizeCategory(rows: number): string {
  if (rows < 1_000) return "n<1K";
  if (rows < 10_000) return "1K<n<10K";
  return rows < 100_000 ? "10K<n<100K" : "100K<n<1M";
}

function card({ batch }: ExportSource, { jobs, rows, outcomes }: Counted, tools: ExportTools): string {
  const name = batch === undefined ? "A job of Drover" : `Drover batch ${batch.name}`;
  const front = stringify({
    pretty_name: name,
    language: ["en"],
    task_categories: ["image-text-to-text"],
    tags: ["agent", "android", "gui", "trajectories"],
    size_categories: [sizeCategory(rows)],
    configs: [{ config_name: "default", data_files: [{ split: "train", path: "train/**" }] }],
  });
  const counted = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
  return `---
${front}---

# ${markdownText(name)}

${rows} steps of ${jobs} jobs on Android devices, each with the screen it began from: ${counted || "none"}.
Exported by drover ${tools.version} on ${tools.exportedAt.slice(0, 10)}. A job's outcome was judged from the device's state, never from what its agent said.

| column | holds |
| --- | --- |
| image | the screen before the step |
| task, thinking, action | what was asked, what the agent said of it, and the actions as a JSON list; places from 0 to 1 |
| reasoning | what its model reasoned before it answered, as far as its service tells |
| step_ok, outcome, claim | whether the device did the step, how the job ended, what its agent said of it |

${redactionWords(tools.redaction())} Choose a licence for the data yourself.
`;
}

const redactionWords = ({ clean, findings }: RedactionReport): string =>
  clean
    ? "No e-mail address, phone number, token or password was found in its texts; pictures were not searched."
    : `Its texts may contain private data (${findings.map(({ kind, count }) => `${count} ${kind}`).join(", ")}); pictures were not searched.`;
