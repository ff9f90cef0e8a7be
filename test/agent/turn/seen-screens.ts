import type { Observation } from "#shared/contracts/device/observation.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import { functions, jobId } from "../../functions/job-per-test.ts";
import { sampleObservation, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";

let lastKey = 0;

/** The observation of a screen, its tree in storage. */
export async function seen(tree: SemanticUITree, change: Partial<Observation> = {}): Promise<Observation> {
  const treeKey = `tenants/${tenantId}/seen-${++lastKey}.json`;
  await functions.storage.artifacts.put(treeKey, JSON.stringify(tree), "application/json");
  return sampleObservation({ package: tree.app_package, treeKey, treeHash: treeHash(tree), ...change });
}

/** A step of the job under test, stored. */
export async function storedStep(change: Record<string, unknown>): Promise<Step> {
  const step = sampleStep({ jobId, outcome: { ok: true, effect: "done", retries: 0 }, ...change });
  await functions.repositories.steps.put(step);
  return step;
}

export const stepOf = (stepNumber: number) => functions.repositories.steps.get(tenantId, jobId, stepNumber);
