import { errorFields } from "#agent/environment/runtime-logger.ts";
import type { Services } from "#agent/runtime/services.ts";
import { tenantThrottle } from "#shared/contracts/farm/api-throttle.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** Of those that this instance has counted already, how many it may still answer in that window. */
interface Counted {
  readonly window: number;
  left: number;
}
interface Counts extends Pick<Services, "logger" | "now"> {
  readonly repositories: Pick<Services["repositories"], "requestCounts">;
}

const counted = new Map<TenantId, Counted>();
const mostRemembered = 1_000;

/**
 * One request more of a tenant. The count is the table's, so that all instances of the function share it; each takes ten at once, so that
 * counting costs a tenth of a write. @throws TooManyRequests
 */
export async function countRequest(tenantId: TenantId, runtime: Counts): Promise<void> {
  const { windowSeconds, requests: most, counted: count } = tenantThrottle;
  const seconds = runtime.now().getTime() / 1_000;
  const window = Math.floor(seconds / windowSeconds);
  let own = counted.get(tenantId);
  const isNew = own?.window !== window;
  if (own === undefined || isNew) own = { window, left: 0 };
  if (counted.size >= mostRemembered) counted.clear();
  counted.set(tenantId, own);
  if (own.left === 0) {
    const room = await takeRoom({ tenantId, window, count, most }, isNew, runtime);
    if (room === 0)
      throw new DroverError(
        "TooManyRequests",
        `A tenant may send at most ${most} requests in ${windowSeconds} seconds.`,
        { details: { retryAfterSeconds: Math.ceil((window + 1) * windowSeconds - seconds) || 1 } },
      );
    own.left += room;
  }
  own.left -= 1;
}

type Counting = Parameters<Counts["repositories"]["requestCounts"]["add"]>[0];

/** How many more requests are allowed. If the table cannot be written, for example on a full disk, reads are not refused, and it is not tried again until the next window. */
async function takeRoom(
  counting: Counting,
  isNew: boolean,
  { repositories: { requestCounts }, logger }: Counts,
): Promise<number> {
  try {
    const hasRoom =
      (isNew && (await requestCounts.begin(counting))) ||
      (await requestCounts.add(counting)) ||
      // The table is another one than a moment ago, or whoever begins this window has not done so yet.
      (await requestCounts.begin(counting)) ||
      (await requestCounts.add(counting));
    return hasRoom ? counting.count : 0;
  } catch (error) {
    logger.warn("a tenant's requests could not be counted", errorFields(error));
    return counting.most;
  }
}
