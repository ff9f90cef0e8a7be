import type { Pool } from "#shared/contracts/farm/pool.ts";
import type { Requirements } from "#shared/contracts/job/job-request.ts";
import { PoolName } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import type { SubmissionFacts } from "./submission-facts.ts";

const defaultPool = PoolName.parse("default");

type Wanted = Pick<Requirements, "pool" | "minApiLevel">;

/** The one that is looked at before all others, and is nearly always the choice. */
export const usualPool = ({ pool = defaultPool }: Wanted): PoolName => pool;

/**
 * The pool for a job. A pool's devices are alike, so this is the whole choice: the pool that is named, else `default`,
 * else the first by name that will do. @throws PoolNotFound
 */
export async function choosePool(
  wanted: Wanted,
  facts: Pick<SubmissionFacts, "pool" | "pools">,
): Promise<Pool> {
  const { pool: name, minApiLevel } = wanted;
  const isFit = ({ apiLevel = 0 }: Pool): boolean => minApiLevel === undefined || apiLevel >= minApiLevel;
  const usual = await facts.pool(usualPool(wanted));
  if (usual !== null && isFit(usual)) return usual;
  const pools = await facts.pools();
  const named = name === undefined ? pools : pools.filter(({ pool }) => pool === name);
  const chosen = named.find(isFit);
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
