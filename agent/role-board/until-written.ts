import { DroverError } from "#shared/errors/drover-error.ts";
import type { Services } from "../runtime/services.ts";

/** Six roles at most write one item, and each write ends somebody else's try. */
const mostTries = 30;
const pauseMilliseconds = 20;

/** Reads, changes and writes an item again until nobody was quicker: `attempt` answers null when somebody was. @throws StorageUnavailable */
export async function untilWritten<Result>(
  tooMany: string,
  attempt: () => Promise<Result | null>,
  { sleep, random }: Pick<Services, "sleep" | "random">,
): Promise<Result> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const result = await attempt();
    if (result !== null) return result;
    await sleep(pauseMilliseconds * tries * random());
  }
  throw new DroverError("StorageUnavailable", tooMany);
}
