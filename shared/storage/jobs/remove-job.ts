import { DeleteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { JobId, TenantId } from "../../contracts/values/ids.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { storageCall } from "../table/storage-call.ts";
import { primaryKey } from "../table/table-definition.ts";
import type { JobFactsRows } from "./job-facts-rows.ts";

const { partition, sort } = primaryKey;
const atOnce = 25;

/** Everything in the job's partition, the job itself last: broken off anywhere, the next time continues. */
export const createJobRemoval = ({ dynamodb, tableName }: TableAccess, rows: JobFactsRows) => ({
  async remove(tenantId: TenantId, jobId: JobId): Promise<void> {
    const pk = `${tenantId}#job#${jobId}`;
    const remove = (sk: string) =>
      storageCall("remove a part of the job", () =>
        dynamodb.send(new DeleteCommand({ TableName: tableName, Key: { [partition]: pk, [sort]: sk } })),
      );
    let from: Record<string, unknown> | undefined;
    do {
      const page = await storageCall("list the parts of the job", () =>
        dynamodb.send(
          new QueryCommand({
            TableName: tableName,
            KeyConditionExpression: "#pk = :pk",
            ProjectionExpression: "#sk",
            ExpressionAttributeNames: { "#pk": partition, "#sk": sort },
            ExpressionAttributeValues: { ":pk": pk },
            ExclusiveStartKey: from,
          }),
        ),
      );
      const parts = (page.Items ?? []).map((item) => String(item[sort])).filter((sk) => sk !== "job");
      for (let first = 0; first < parts.length; first += atOnce)
        await Promise.all(parts.slice(first, first + atOnce).map(remove));
      from = page.LastEvaluatedKey;
    } while (from !== undefined);
    await rows.remove(tenantId, jobId);
    await remove("job");
  },
});
