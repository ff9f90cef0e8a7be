import type { Pool } from "#shared/contracts/farm/pool.ts";
import type { Requirements } from "#shared/contracts/job/job-request.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import type { SubmissionFacts } from "./submission-facts.ts";

const defaultPool = "default";

/**
 * The pool for a job. A pool's devices are alike, so this is the whole choice: the pool that is named, else `default`,
 * else the first by name that will do. @throws PoolNotFound
 */
export async function choosePool(
  { pool: name, minApiLevel }: Pick<Requirements, "pool" | "minApiLevel">,
  facts: Pick<SubmissionFacts, "pools">,
): Promise<Pool> {
  const pools = await facts.pools();
  const named = name === undefined ? pools : pools.filter(({ pool }) => pool === name);
  const fit = named.filter(({ apiLevel = 0 }) => minApiLevel === undefined || apiLevel >= minApiLevel);
  const chosen = fit.find(({ pool }) => pool === defaultPool) ?? fit[0];
  if (chosen !== undefined) return chosen;
  if (pools.length === 0)
    throw notFound(
      "requirements",
      undefined,
      "there is no pool yet: create one with 'drover pools create default'",
    );
  if (named.length === 0) {
    const known = pools.map(({ pool }) => pool).join(", ");
    throw notFound("requirements.pool", name, `there is no such pool; pools: ${known}`);
  }
  const levels = named.map(({ pool, apiLevel }) => `${pool} has ${apiLevel ?? "no device yet"}`).join(", ");
  throw notFound("requirements.minApiLevel", minApiLevel, `no pool has this API level: ${levels}`);
}

const notFound = (field: string, value: unknown, message: string): DroverError =>
  new DroverError("PoolNotFound", `${field}: ${message}`, {
    details: { errors: [fieldError(field, value, message)] },
  });
