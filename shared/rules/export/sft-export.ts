import { stepWords } from "../../actions/action-words.ts";
import type { Trajectory, TrajectoryStep } from "../../contracts/api/trajectory.ts";
import type { TrainingRow } from "../../contracts/result/export-rows.ts";
import { isAgentsOwnChoice, portableAction } from "./action-words.ts";
import type { ExportedJob, ExportFile, ExportSource } from "./export-source.ts";
import { PictureFiles } from "./picture-file.ts";
import { runsOf } from "./runs-of.ts";

/** A mark that a device or a person wrote would stand for a picture that is not there. */
export const withoutMarks = (text: string): string =>
  text.replaceAll(/<(\/?(?:image|video|audio)\b[^>]{0,40})>/gi, "‹$1›").toWellFormed();

/** An action is written as the model's reply had it (docs/dialects.md, thinking-tool-call). */
function reply(step: TrajectoryStep): string {
  const calls = step.actions.map(
    (action) => `<tool_call>${JSON.stringify(portableAction(action))}</tool_call>`,
  );
  const thinking = step.thinking === "" ? [] : [`<thinking>${step.thinking}</thinking>`];
  return withoutMarks([...thinking, ...calls].join("\n"));
}

function question({ job }: Trajectory, before: readonly TrajectoryStep[], hasPicture: boolean): string {
  const done = before.map((step) => `${step.stepNumber}. ${stepWords(step, true)}`);
  const parts = [
    `Task: ${job.task}`,
    ...(job.background === undefined ? [] : [`Background: ${job.background}`]),
    ...(done.length === 0 ? [] : [`Steps so far:\n${done.join("\n")}`]),
  ];
  return `${hasPicture ? "<image>\n" : ""}${withoutMarks(parts.join("\n"))}`;
}

/** Worth learning from: its agent chose it, the device did it, and no check found it wrong. */
const isExample = (step: TrajectoryStep): boolean =>
  isAgentsOwnChoice(step) &&
  step.outcome?.ok !== false &&
  step.verification?.verdict !== "failed" &&
  step.completionCheck?.accepted !== false;

/** A row for each turn of the agent: the screen, the task and what was done so far, and what it did. */
export async function* trainingRows(job: ExportedJob, pictures: PictureFiles): AsyncGenerator<TrainingRow> {
  const { steps } = job.trajectory;
  for (const [index, step] of steps.entries()) {
    if (!isExample(step)) continue;
    const picture = await pictures.name(step.before.modelScreenshotKey ?? step.before.screenshotKey);
    const asked = question(job.trajectory, steps.slice(0, index), picture !== null);
    yield {
      messages: [
        { role: "user", content: asked },
        { role: "assistant", content: reply(step) },
      ],
      reasoning: step.reasoning ?? "",
      images: picture === null ? [] : [picture.path],
      job_id: job.trajectory.job.jobId,
      step: step.stepNumber,
      chosen_by: step.chosenBy,
    };
  }
}

/** What LLaMA-Factory's `dataset_dir` needs beside the rows. */
const datasetInfo = {
  drover: {
    file_name: "sft.jsonl",
    formatting: "sharegpt",
    columns: { messages: "messages", images: "images" },
    tags: { role_tag: "role", content_tag: "content", user_tag: "user", assistant_tag: "assistant" },
  },
};

export async function* sftExport(source: ExportSource): AsyncGenerator<ExportFile> {
  const lines: string[] = [];
  for await (const { job } of runsOf(source)) {
    const pictures = new PictureFiles(job, `images/${job.trajectory.job.jobId}/`);
    for await (const row of trainingRows(job, pictures)) {
      lines.push(`${JSON.stringify(row)}\n`);
      yield* pictures.take();
    }
  }
  yield { path: "sft.jsonl", body: lines.join("") };
  yield { path: "dataset_info.json", body: `${JSON.stringify(datasetInfo, null, 2)}\n` };
}
