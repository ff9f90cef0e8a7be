import type { ResultFormat } from "#shared/contracts/batch/batch-result.ts";
import type { BatchId } from "#shared/contracts/values/ids.ts";
import { readLink, saveLink } from "../read-link.ts";
import type { BatchClient } from "./batch-client.ts";

interface Results {
  /** False: so far. */
  readonly complete: boolean;
  readonly text: () => Promise<string>;
  /** Into a file; undefined: to standard output. */
  readonly save: (file: string | undefined) => Promise<void>;
}

const what = "The results";

/** A batch's results, from the link that the API gives. What reads them throws CommandFailure. */
export async function fetchResults(client: BatchClient, id: BatchId, format: ResultFormat): Promise<Results> {
  const { links, complete } = await client.results(id, format);
  return {
    complete,
    text: async () => (await readLink(links.results, what)).toString(),
    save: (file) => saveLink(links.results, what, file),
  };
}
