import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Artifacts } from "#shared/storage/artifacts.ts";

const keptTrees = 100;

/**
 * Reads UI trees, and keeps the last ones: a key never gets another content, and the tree after one step is the tree
 * before the next.
 */
export function createTreeReader(artifacts: Artifacts) {
  const kept = new Map<string, SemanticUITree>();
  /** Null when there is none: never captured, or lost; the agent then works without (docs/spec.md I4.2). */
  return async (key: string | null): Promise<SemanticUITree | null> => {
    if (key === null) return null;
    const known = kept.get(key);
    const tree = known ?? (await artifacts.getJson(key, SemanticUITree).catch(lost));
    if (tree === null) return null;
    kept.delete(key);
    kept.set(key, tree);
    for (const oldest of kept.keys()) {
      if (kept.size <= keptTrees) break;
      kept.delete(oldest);
    }
    return tree;
  };
}

function lost(error: unknown): null {
  if (error instanceof DroverError && error.code === "NotFound") return null;
  throw error;
}
