import type * as z from "zod";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Artifacts } from "#shared/storage/artifacts/artifacts.ts";
import { KeptValues } from "./kept-values.ts";

/** The trees before and after a step of this many jobs at once, a few ten kilobytes each. */
const mostKept = 1_000;

/**
 * Reads JSON of one kind, and keeps the last ones: a key never gets another content, and the tree after one step is the
 * tree before the next.
 */
export function createArtifactReader<Schema extends z.ZodType>(
  artifacts: Artifacts,
  /** Few functions read all kinds, so the contract is loaded with the first. */
  schema: () => Promise<Schema>,
) {
  const kept = new KeptValues<z.output<Schema>>(mostKept);
  /** Null when there is none: never captured, or lost; the agent then works without (docs/spec.md I4.2). */
  return async (key: string | null): Promise<z.output<Schema> | null> => {
    if (key === null) return null;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const read = await artifacts.getJson(key, await schema()).catch(lost);
    if (read !== null) kept.set(key, read);
    return read;
  };
}

function lost(error: unknown): null {
  if (error instanceof DroverError && error.code === "NotFound") return null;
  throw error;
}
