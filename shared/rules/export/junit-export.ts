import { BatchName } from "../../contracts/values/batch-ids.ts";
import { defined } from "../../values/defined.ts";
import { resultFormats } from "../batch-results/result-formats.ts";
import type { ResultItem, ResultSource } from "../batch-results/result-source.ts";
import type { ExportFile, ExportSource } from "./export-source.ts";
import { jobAsItem } from "./job-as-item.ts";

/** JUnit's XML: a case for each task, a suite for each variant. One job is a suite of one case. */
export async function* junitExport(source: ExportSource): AsyncGenerator<ExportFile> {
  const of = await resultsOf(source);
  if (of === null) return;
  const { linkTo } = source;
  const pieces = await Array.fromAsync(resultFormats.junit.write({ ...of, ...defined({ linkTo }) }));
  yield { path: "results.junit.xml", body: pieces.join("") };
}

async function resultsOf({ batch, items, jobs }: ExportSource): Promise<ResultSource | null> {
  if (batch !== undefined) return { batch, items };
  const own: ResultItem[] = [];
  for await (const { trajectory } of jobs()) own.push(jobAsItem(trajectory));
  const [first] = own;
  if (first === undefined) return null;
  const { batchId } = first;
  return {
    batch: { batchId, name: BatchName.parse("drover"), lineCount: own.length, changes: [] },
    items: () => own,
  };
}
