import { DeleteCommand, PutCommand, QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Job } from "../../contracts/job/job.ts";
import { JobFacts } from "../../contracts/job/job-facts.ts";
import type { JobId, TenantId } from "../../contracts/values/ids.ts";
import { deleteAfter } from "../../rules/retention.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { storageCall } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import { primaryKey, timeToLiveAttribute } from "../table/table-definition.ts";

const { partition, sort } = primaryKey;
const partitionOf = (tenantId: TenantId): string => `${tenantId}#jobFacts`;
const keyOf = ({ tenantId, jobId }: Pick<Job, "tenantId" | "jobId">) => ({
  [partition]: partitionOf(tenantId),
  [sort]: jobId,
});

/**
 * The facts of each job that has ended, a small item beside the job: a search reads thousands of them with a few calls
 * (docs/decisions/0313-facts-of-ended-jobs-lie-together.md). They are one text, which is read five times as fast as attributes.
 */
export const createJobFactsRows = (access: TableAccess) =>
  operationsOn(access, { keep, between, newest, remove });
export type JobFactsRows = ReturnType<typeof createJobFactsRows>;

/** As the job is after it has ended or changed. */
async function keep({ dynamodb, tableName, retention, now }: TableAccess, job: Job): Promise<void> {
  const Item = {
    ...keyOf(job),
    facts: JSON.stringify(JobFacts.parse(job)),
    [timeToLiveAttribute]: deleteAfter(retention, job.tenantId, now()),
  };
  await storageCall("keep the job's facts", () =>
    dynamodb.send(new PutCommand({ TableName: tableName, Item })),
  );
}

/** Of these jobs and all between them, as far as they have ended. A job that ended before there were such items has none. */
const between = (access: TableAccess, tenantId: TenantId, first: JobId, last: JobId) =>
  read(access, "read the facts of the jobs", {
    KeyConditionExpression: "#p = :p AND #s BETWEEN :first AND :last",
    ExpressionAttributeNames: { "#p": partition, "#s": sort },
    ExpressionAttributeValues: { ":p": partitionOf(tenantId), ":first": first, ":last": last },
    ConsistentRead: true,
  });

/** So many of the jobs that ended with their facts kept, the newest first. */
const newest = (access: TableAccess, tenantId: TenantId, most: number) =>
  read(access, "read the facts of the newest jobs", {
    KeyConditionExpression: "#p = :p",
    ExpressionAttributeNames: { "#p": partition },
    ExpressionAttributeValues: { ":p": partitionOf(tenantId) },
    ScanIndexForward: false,
    Limit: most,
  });

/** Page after page, at most as many as the query's own limit. */
async function read(
  { dynamodb, tableName }: TableAccess,
  what: string,
  query: Omit<QueryCommandInput, "TableName">,
): Promise<readonly JobFacts[]> {
  const { Limit: most } = query;
  const found: JobFacts[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const command = new QueryCommand({
      ...query,
      TableName: tableName,
      ProjectionExpression: "facts",
      Limit: most && most - found.length,
      ExclusiveStartKey: after,
    });
    const page = await storageCall(what, () => dynamodb.send(command));
    for (const { facts } of page.Items ?? [])
      found.push(checked(JobFacts, JSON.parse(String(facts)), "the facts of a job"));
    after = page.LastEvaluatedKey;
  } while (after !== undefined && found.length !== most);
  return found;
}

const remove = ({ dynamodb, tableName }: TableAccess, tenantId: TenantId, jobId: JobId) =>
  storageCall("remove the job's facts", () =>
    dynamodb.send(new DeleteCommand({ TableName: tableName, Key: keyOf({ tenantId, jobId }) })),
  );
