import { stringify } from "csv-stringify/sync";
import { stepWords } from "../../actions/action-words.ts";
import type { TrajectoryStep } from "../../contracts/api/trajectory.ts";
import { plain } from "../../text/plain-text.ts";
import { defined } from "../../values/defined.ts";
import { resultFormats } from "../batch-results/result-formats.ts";
import type { ExportFile, ExportSource } from "./export-source.ts";
import { runsOf } from "./runs-of.ts";

type Cell = string | number | undefined;

/** In this order; a new one goes to the end, since people read columns by number. Milliseconds but where a name says else. */
const columns: Readonly<Record<string, (step: TrajectoryStep) => Cell>> = {
  jobId: ({ jobId }) => jobId,
  step: ({ stepNumber }) => stepNumber,
  at: ({ predictedAt }) => predictedAt,
  action: ({ actions }) => actions.map(({ action }) => action.action).join(" "),
  did: (step) => plain(stepWords(step, true)),
  result: ({ outcome }) => (outcome === undefined ? undefined : outcome.ok ? "ok" : outcome.effect),
  errorCode: ({ outcome }) => plain(outcome?.errorCode ?? ""),
  screenChanged: ({ screenChanged }) => (screenChanged === undefined ? undefined : String(screenChanged)),
  package: ({ after, before }) => plain((after ?? before).package),
  chosenBy: ({ chosenBy }) => chosenBy,
  model: ({ model }) => plain(model),
  thinking: ({ thinking }) => plain(thinking),
  inference: ({ timings }) => Math.round(timings.inferenceMilliseconds),
  execution: ({ timings }) => Math.round(timings.executionMilliseconds),
  settle: ({ timings }) => Math.round(timings.settleMilliseconds),
  screenshot: ({ timings }) => Math.round(timings.screenshotMilliseconds),
  tree: ({ timings }) => Math.round(timings.treeMilliseconds),
  ocr: ({ timings }) => Math.round(timings.ocrMilliseconds),
  device: ({ timings }) => Math.round(timings.deviceMilliseconds),
  upload: ({ timings }) => Math.round(timings.uploadMilliseconds),
  inputTokens: ({ usage }) => usage.inputTokens,
  outputTokens: ({ usage }) => usage.outputTokens,
  costUsd: ({ usage }) => usage.costUsd,
  reasoning: ({ reasoning }) => plain(reasoning ?? ""),
};

const cells = Object.values(columns);

/** A batch: a row an item, as its results. A job: a row a step, with where its time went (docs/spec.md I6.3). */
export async function* csvExport(source: ExportSource): AsyncGenerator<ExportFile> {
  const { batch, items, linkTo } = source;
  if (batch !== undefined) {
    const pieces = await Array.fromAsync(resultFormats.csv.write({ batch, items, ...defined({ linkTo }) }));
    yield { path: "results.csv", body: pieces.join("") };
    return;
  }
  const rows: Cell[][] = [];
  for await (const { job } of runsOf(source))
    for (const step of job.trajectory.steps) rows.push(cells.map((cell) => cell(step)));
  yield { path: "steps.csv", body: stringify([Object.keys(columns), ...rows], { escape_formulas: true }) };
}
