import type { ResultFormat } from "../../contracts/batch/batch-result.ts";
import { safeJson } from "../../text/plain-text.ts";
import { gatherStatistics } from "../statistics/batch-statistics.ts";
import { csvResults } from "./csv-results.ts";
import { junitResults } from "./junit-results.ts";
import { batchResult, type ResultSource } from "./result-source.ts";

interface ResultWriter {
  readonly contentType: string;
  readonly fileName: string;
  /** Pieces of the file, none larger than an item needs but for `json`. */
  readonly write: (source: ResultSource) => AsyncGenerator<string>;
}

/** What the API, the end of a batch and the command line give of a batch's results. */
export const resultFormats: { readonly [Format in ResultFormat]: ResultWriter } = {
  jsonl: { contentType: "application/x-ndjson", fileName: "results.jsonl", write: jsonlResults },
  csv: { contentType: "text/csv; charset=utf-8", fileName: "results.csv", write: csvResults },
  junit: { contentType: "application/xml", fileName: "results.junit.xml", write: junitResults },
  json: { contentType: "application/json", fileName: "statistics.json", write: jsonResults },
};

/** BatchStatistics, in one piece. */
async function* jsonResults({ batch, items }: ResultSource): AsyncGenerator<string> {
  const { add, result } = gatherStatistics(batch);
  for await (const item of items()) add(item);
  yield `${safeJson(result(), 2)}\n`;
}

/** A BatchResult a line, with nothing in it that steers a terminal. */
async function* jsonlResults(source: ResultSource): AsyncGenerator<string> {
  for await (const item of source.items()) yield `${safeJson(batchResult(item, source.linkTo))}\n`;
}
