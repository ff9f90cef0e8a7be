import type { ResultFormat } from "#shared/contracts/batch/batch-result.ts";
import { useClient } from "../../api/use-api.ts";
import { ExportMenu, exportWords } from "../../parts/export-menu.tsx";

/** How each job ended, made beside the batch; the other forms hold what the jobs saw and did. */
const resultWords: { readonly [Format in ResultFormat]: string } = {
  csv: "Results as CSV",
  jsonl: "Results as JSON Lines",
  junit: "Results as JUnit XML",
  json: "Figures as JSON",
};
const words = { ...resultWords, ...exportWords };
const isResult = (format: keyof typeof words): format is ResultFormat => Object.hasOwn(resultWords, format);

/** Its results as a file; of a batch that runs, so far. */
export function BatchExports({ batchId: id }: { readonly batchId: string }) {
  const client = useClient();
  const linkTo = async (format: keyof typeof words): Promise<string | undefined> => {
    const page = location.origin;
    if (isResult(format)) return (await client.readResults({ id, query: { format, page } })).links.results;
    return (await client.exportBatch({ id, query: { format, page } })).links.export;
  };
  return <ExportMenu words={words} linkTo={linkTo} />;
}
