import type { Services } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchRun } from "#shared/contracts/workflow/batch-run.ts";
import { createManifestStore } from "#shared/storage/batches/manifest-store.ts";
import { type EndedLike, enoughOf } from "./enough-repetitions.ts";
import { itemStateOf } from "./item-state.ts";
import type { IndexedLine, ItemState } from "./plan-round.ts";

/** Every line of the manifest, from the parts' indexes. */
export const linesOf = (
  { manifest }: Pick<Batch, "manifest">,
  { artifacts }: Pick<Services, "artifacts">,
): Promise<readonly IndexedLine[]> => Array.fromAsync(createManifestStore(artifacts).everyEntry(manifest));

export interface ItemsNow {
  /** Of each line that was ever taken or left out. */
  readonly standing: Map<string, ItemState>;
  /** Items that a job is under way of, as far as is written. */
  readonly running: ReadonlySet<string>;
  /** Items that were left out for their prerequisite. */
  readonly followers: ReadonlySet<string>;
  readonly enough: ReturnType<typeof enoughOf>;
  /** Changes with everything that is done. */
  readonly done: string;
}

/** What is needed of a batch's items to plan a round: one word for each, so that 100,000 fit. */
export async function readItems(
  { tenantId, batchId }: Pick<BatchRun, "tenantId" | "batchId">,
  batch: Batch,
  { repositories }: Pick<Services, "repositories">,
): Promise<ItemsNow> {
  const standing = new Map<string, ItemState>();
  const running = new Set<string>();
  const followers = new Set<string>();
  const runs: EndedLike[] = [];
  let [attempts, over] = [0, 0];
  for await (const { item } of repositories.batchItems.all(tenantId, batchId)) {
    const now = itemStateOf(item, batch);
    standing.set(item.itemKey, now);
    attempts += item.attempts.length;
    if (now === "over" || now === "succeeded") over += 1;
    const { taskId, variant, status, skippedFor } = item;
    if (status === "running") running.add(item.itemKey);
    if (status === "skipped" && skippedFor === "prerequisite") followers.add(item.itemKey);
    const { outcome, endedAt = "" } = item.attempts.at(-1) ?? {};
    if (status === "ended" && outcome !== undefined) runs.push({ taskId, variant, outcome, endedAt });
  }
  return {
    standing,
    running,
    followers,
    enough: enoughOf(batch.settings.stopWhen, runs),
    done: `${batch.lineCount}/${attempts}/${over}`,
  };
}
