import { hash } from "node:crypto";
import { type Consumed, capacityAnswers, consumedByWrite } from "../capacity.ts";
import { attributes, capacity, listOf, noMetrics, parameters, text, textOfLength } from "../parameters.ts";
import {
  type CancellationReason,
  idempotentMismatch,
  ServiceError,
  transactionCancelled,
  validationError,
} from "../service-error.ts";
import type { TableCatalogue } from "../store/table-catalogue.ts";
import type { Item } from "../values/attribute-value.ts";
import { identityOf } from "./batch-write-item.ts";
import { deleteWrite, readDeleteOfTransaction } from "./delete-item.ts";
import { carryOut, type ItemChange, type ItemWrite, planWrite } from "./item-write.ts";
import type { Operation, OperationContext } from "./operation.ts";
import { putWrite, readPutOfTransaction } from "./put-item.ts";
import { readUpdateOfTransaction, updateWrite } from "./update-item.ts";
import { conditionParameters, tableName } from "./write-parameters.ts";

const mostActions = 100;
/** A token stands for its transaction for ten minutes. */
export const tokenLifeMilliseconds = 600_000;

const readCheck = parameters({
  required: { TableName: tableName, Key: attributes, ConditionExpression: text },
  optional: conditionParameters,
});

const readAction = parameters({
  required: {},
  optional: {
    Put: readPutOfTransaction,
    Update: readUpdateOfTransaction,
    Delete: readDeleteOfTransaction,
    ConditionCheck: readCheck,
  },
});

const readTransaction = parameters({
  required: { TransactItems: listOf(readAction, 1, mostActions) },
  optional: {
    ClientRequestToken: textOfLength(1, 36),
    ReturnConsumedCapacity: capacity,
    ReturnItemCollectionMetrics: noMetrics,
  },
});

export const transactWriteItems: Operation = (context, input) => {
  const transaction = readTransaction(input, "");
  const writes = transaction.TransactItems.map((action) => planned(context.tables, action));
  if (new Set(writes.map(identityOf)).size !== writes.length)
    throw validationError("Transaction request cannot include multiple operations on one item");
  const token = transaction.ClientRequestToken;
  const requestHash = hash("sha256", JSON.stringify(transaction.TransactItems));
  const consumed = context.database.transaction(() => {
    if (token !== undefined && wasDone(context, token, requestHash)) return [];
    return carryOutAll(context, writes);
  });
  return { ConsumedCapacity: capacityAnswers(transaction.ReturnConsumedCapacity, consumed) };
};

function planned(tables: TableCatalogue, action: ReturnType<typeof readAction>): ItemWrite {
  if (Object.keys(action).length !== 1)
    throw validationError("TransactItems can only contain one of Check, Put, Update or Delete");
  if (action.Put) return putWrite(tables, action.Put);
  if (action.Update) return updateWrite(tables, action.Update).write;
  if (action.Delete) return deleteWrite(tables, action.Delete);
  if (!action.ConditionCheck) throw new TypeError("A transaction's action is none.");
  return { ...deleteWrite(tables, action.ConditionCheck), change: (before?: Item) => before };
}

/** Whether the token's transaction was carried out before; remembers it otherwise. */
function wasDone({ database, clock }: OperationContext, token: string, requestHash: string): boolean {
  const now = clock().getTime();
  database.run("DELETE FROM transactions WHERE done_at <= ?", now - tokenLifeMilliseconds);
  const done = database.get<{ request_hash: string }>(
    "SELECT request_hash FROM transactions WHERE token = ?",
    token,
  );
  if (done === undefined) {
    database.run("INSERT INTO transactions VALUES (?, ?, ?)", token, requestHash, now);
    return false;
  }
  if (done.request_hash !== requestHash) throw idempotentMismatch();
  return true;
}

function carryOutAll(context: OperationContext, writes: readonly ItemWrite[]): readonly Consumed[] {
  const changes: ItemChange[] = [];
  const reasons = writes.map((write): CancellationReason => {
    try {
      changes.push(planWrite(context, write));
      return { Code: "None" };
    } catch (error) {
      return reasonOf(error);
    }
  });
  if (changes.length < writes.length) throw transactionCancelled(reasons);
  return changes.map((change) => {
    carryOut(context, change);
    return consumedByWrite(change.write.table, change.before, change.after, 2);
  });
}

function reasonOf(error: unknown): CancellationReason {
  if (!(error instanceof ServiceError)) throw error;
  const failed = error.shortType === "ConditionalCheckFailedException";
  return {
    ...(error.fields as { readonly Item?: Item }),
    Code: failed ? "ConditionalCheckFailed" : "ValidationError",
    Message: error.message,
  };
}
