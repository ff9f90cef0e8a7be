import type { PublicBatchItem } from "#shared/contracts/api/responses/batch-response.ts";
import type { BenchFarm } from "./bench-farm.ts";

/** Every item of a batch, by the pages of its list. */
export async function itemsOf(farm: BenchFarm, batchId: string): Promise<readonly PublicBatchItem[]> {
  const items: PublicBatchItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await farm.call("listBatchItems", { id: batchId, query: { limit: 100, cursor } });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

export interface JobCheck {
  readonly lost: number;
  readonly doubled: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Each line must have one item that ended once: `lost` have none or none that ended, `doubled` are jobs too many. */
export function checkJobs(items: readonly PublicBatchItem[], lines: number): JobCheck {
  const ended = items.filter(({ status }) => status === "ended");
  const places = new Set(items.map(({ line }) => line));
  const conclusive = items.flatMap(({ attempts }) =>
    attempts.filter(({ outcome }) => outcome !== undefined && outcome !== "inconclusive").slice(1),
  );
  const jobIds = items.flatMap(({ attempts }) => attempts.map(({ jobId }) => jobId));
  const outcomes: Record<string, number> = {};
  for (const { attempts } of ended) {
    const outcome = attempts.at(-1)?.outcome ?? "none";
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return {
    lost: lines - ended.length,
    doubled: items.length - places.size + conclusive.length + jobIds.length - new Set(jobIds).size,
    outcomes,
  };
}
