import type { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { TableClient } from "./table-client.ts";

/** What `commit()` of a write makes. */
export type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** A write that can be made alone or in a transaction. */
export interface TableWrite {
  go(): Promise<unknown>;
  commit(): TransactItem;
}

interface TransactAnswer {
  readonly canceled: boolean;
  /** Of each write, whether its own condition did not hold. */
  readonly failed: readonly boolean[];
}

/**
 * All of the writes or none. `canceled`: a condition did not hold, or another transaction had one of the items; nothing was
 * written.
 */
export async function transact(
  client: TableClient,
  writes: readonly TransactItem[],
): Promise<TransactAnswer> {
  try {
    await client.send(new TransactWriteCommand({ TransactItems: [...writes] }));
    return { canceled: false, failed: [] };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "TransactionCanceledException") throw error;
    const { CancellationReasons: reasons = [] } = error as Partial<TransactionCanceledException>;
    return { canceled: true, failed: reasons.map(({ Code }) => Code === "ConditionalCheckFailed") };
  }
}
