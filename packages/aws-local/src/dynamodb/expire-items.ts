import type { OperationContext } from "./operations/operation.ts";

/** As in the service, what is further in the past is taken for a mistake. */
const longestPastSeconds = 5 * 365 * 24 * 3600;
const itemsAtOnce = 100;

/**
 * Deletes what is past its time to live, a little at a time so that requests continue in between. The service takes up to days;
 * who must know whether an item is still good compares the time itself.
 */
export async function expireItems(context: OperationContext, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (;;) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (signal.aborted) return deleted;
    const expired = expireSome(context);
    deleted += expired;
    context.database.giveBackSpace();
    if (expired < itemsAtOnce) return deleted;
  }
}

function expireSome({ database, items, tables, clock }: OperationContext): number {
  const now = Math.floor(clock().getTime() / 1000);
  return database.transaction(() => {
    const expired = items.expired(now - longestPastSeconds, now, itemsAtOnce);
    for (const { tableId, stored } of expired) {
      const table = tables.findById(tableId);
      if (table) items.delete(table, stored);
    }
    return expired.length;
  });
}
