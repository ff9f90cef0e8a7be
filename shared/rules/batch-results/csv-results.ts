import { stringify } from "csv-stringify/sync";
import type { BatchResult } from "../../contracts/batch/batch-result.ts";
import { plain } from "../../text/plain-text.ts";
import { batchResult, type ResultSource } from "./result-source.ts";

type Cell = string | number | undefined;

/** In this order; a new one goes to the end, since people read columns by number. */
const columns: Readonly<Record<string, (result: BatchResult) => Cell>> = {
  line: ({ line }) => line,
  taskId: ({ taskId }) => taskId,
  variant: ({ variant }) => variant,
  epoch: ({ epoch }) => epoch,
  status: ({ status }) => status,
  outcome: ({ outcome }) => outcome,
  reason: ({ outcomeReason, reason }) => plain(outcomeReason ?? reason ?? ""),
  errorCode: ({ errorCode }) => plain(errorCode ?? ""),
  tags: ({ tags }) => tags.join(" "),
  weight: ({ weight }) => weight,
  attempts: ({ attempts }) => attempts.length,
  jobId: ({ jobId }) => jobId,
  deviceId: ({ deviceId }) => deviceId,
  hostId: ({ hostId }) => hostId,
  startedAt: ({ startedAt }) => startedAt,
  endedAt: ({ endedAt }) => endedAt,
  steps: ({ steps }) => steps,
  inputTokens: ({ inputTokens }) => inputTokens,
  outputTokens: ({ outputTokens }) => outputTokens,
  costUsd: ({ costUsd }) => costUsd,
  totalCostUsd: ({ totalCostUsd }) => totalCostUsd,
  wallMilliseconds: ({ wallMilliseconds }) => wallMilliseconds,
  queuedMilliseconds: ({ queuedMilliseconds }) => queuedMilliseconds,
  deviceMilliseconds: ({ deviceMilliseconds }) => deviceMilliseconds,
  progress: ({ progress }) => progress,
  falseComplete: ({ falseComplete }) => (falseComplete === undefined ? undefined : String(falseComplete)),
  sideEffects: ({ sideEffects }) => sideEffects,
  link: ({ link }) => (link === undefined ? undefined : plain(link)),
  reviewVerdict: ({ review }) => review?.verdict,
  reviewedBy: ({ review }) => (review === undefined ? undefined : plain(review.by)),
  questionsAsked: ({ questions }) => questions?.asked,
  questionsNeeded: ({ questions }) => questions?.needed,
  questionsUseless: ({ questions }) => questions?.useless,
  questionsAlreadyAnswered: ({ questions }) => questions?.alreadyAnswered,
  group: ({ group }) => group,
  startSnapshot: ({ start }) => start?.snapshotId,
  startReason: ({ start }) => (start?.reason === undefined ? undefined : plain(start.reason)),
  agent: ({ agent }) => (agent === undefined ? undefined : plain(agent)),
  model: ({ model }) => (model === undefined ? undefined : plain(model)),
  verdict: ({ verdict }) => verdict,
};

const cells = Object.values(columns);
/** A spreadsheet that opens the file takes no cell for a formula (OWASP, CSV injection). */
const row = (values: readonly Cell[]): string => stringify([[...values]], { escape_formulas: true });

/** RFC 4180 with a head, a line of text for each item. */
export async function* csvResults(source: ResultSource): AsyncGenerator<string> {
  yield row(Object.keys(columns));
  for await (const item of source.items()) {
    const result = batchResult(item, source.linkTo);
    yield row(cells.map((cell) => cell(result)));
  }
}
