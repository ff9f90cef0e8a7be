import {
  BatchWriteItemCommand,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
} from "@aws-sdk/client-dynamodb";
import { inProcessHandler } from "@drover/aws-local";
import * as z from "zod";
import type { WireResponse, WireService } from "#shared/http/wire.ts";
import { unsigned } from "#shared/storage/table/unsigned.ts";
import { account } from "../account.ts";

class Refusal extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const Named = z.object({ TableName: z.string() });
const Backups = Named.extend({
  PointInTimeRecoverySpecification: z.object({ PointInTimeRecoveryEnabled: z.boolean() }),
});
const Protection = z.strictObject({ TableName: z.string(), DeletionProtectionEnabled: z.boolean() });
const Restore = z.strictObject({
  SourceTableName: z.string(),
  TargetTableName: z.string(),
  UseLatestRestorableTime: z.literal(
    true,
    "a stand-in remembers no past: the latest time is all that it has",
  ),
});

/**
 * DynamoDB's point-in-time recovery before the stand-in's tables. It keeps no past: the latest time to which it restores, which AWS has some
 * minutes ago, is now, and there is no other. A restored table has keys, indexes and items of its source and, as on AWS, neither its time to
 * live nor its recovery nor its protection.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html
 */
export function withPointInTime(tables: WireService): WireService {
  const client = new DynamoDBClient({
    region: account.region,
    endpoint: "http://127.0.0.1",
    signer: unsigned,
    credentials: { accessKeyId: "own", secretAccessKey: "own" },
    requestHandler: inProcessHandler(tables, "127.0.0.1"),
  });
  const recoverable = new Set<string>();
  const isProtected = new Set<string>();
  const described = (name: string) => client.send(new DescribeTableCommand({ TableName: name }));
  const isThere = (name: string) =>
    described(name).then(
      () => true,
      () => false,
    );
  const backupsOf = (name: string) => {
    const status = recoverable.has(name) ? "ENABLED" : "DISABLED";
    return {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: "ENABLED",
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: status },
      },
    };
  };
  const operations: Readonly<Record<string, (input: unknown) => Promise<object>>> = {
    async UpdateContinuousBackups(input) {
      const { TableName, PointInTimeRecoverySpecification } = Backups.parse(input);
      await mustBeThere(TableName);
      if (PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled) recoverable.add(TableName);
      else recoverable.delete(TableName);
      return backupsOf(TableName);
    },
    async DescribeContinuousBackups(input) {
      const { TableName } = Named.parse(input);
      await mustBeThere(TableName);
      return backupsOf(TableName);
    },
    async UpdateTable(input) {
      const { TableName, DeletionProtectionEnabled } = Protection.parse(input);
      await mustBeThere(TableName);
      if (DeletionProtectionEnabled) isProtected.add(TableName);
      else isProtected.delete(TableName);
      return { TableDescription: { TableName, DeletionProtectionEnabled } };
    },
    async RestoreTableToPointInTime(input) {
      const { SourceTableName: source, TargetTableName: target } = Restore.parse(input);
      if (!(await isThere(source))) throw new Refusal("TableNotFoundException", `Table not found: ${source}`);
      if (!recoverable.has(source))
        throw new Refusal(
          "PointInTimeRecoveryUnavailableException",
          `Point in time recovery is not enabled for table '${source}'`,
        );
      if (await isThere(target))
        throw new Refusal("TableAlreadyExistsException", `Table already exists: ${target}`);
      await copyTable(client, source, target);
      return { TableDescription: { TableName: target, TableStatus: "CREATING" } };
    },
  };
  async function mustBeThere(name: string): Promise<void> {
    if (!(await isThere(name))) throw new Refusal("TableNotFoundException", `Table not found: ${name}`);
  }
  return async (request) => {
    const [, name = ""] = request.headers["x-amz-target"]?.split(".") ?? [];
    if (name === "DeleteTable" && isProtected.has(Named.parse(JSON.parse(String(request.body))).TableName))
      return refused(new Refusal("ValidationException", "Resource cannot be deleted as it is protected"));
    const operation = operations[name];
    if (operation === undefined) return tables(request);
    try {
      return answered(200, await operation(JSON.parse(String(request.body))));
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      return refused(new Refusal("ValidationException", String(error)));
    }
  };
}

const headers = { "content-type": "application/x-amz-json-1.0" };
const answered = (status: number, body: object): WireResponse => ({
  status,
  headers,
  body: JSON.stringify(body),
});
const refused = ({ type, message }: Refusal): WireResponse =>
  answered(400, { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message });

const writtenTogether = 25;

async function copyTable(client: DynamoDBClient, source: string, target: string): Promise<void> {
  const { Table: described } = await client.send(new DescribeTableCommand({ TableName: source }));
  await client.send(
    new CreateTableCommand({
      TableName: target,
      AttributeDefinitions: described?.AttributeDefinitions,
      KeySchema: described?.KeySchema,
      BillingMode: "PAY_PER_REQUEST",
      GlobalSecondaryIndexes: described?.GlobalSecondaryIndexes?.map(
        ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }),
      ),
    } as CreateTableCommandInput),
  );
  const pages = paginateScan({ client, pageSize: writtenTogether }, { TableName: source });
  for await (const { Items: items = [] } of pages)
    if (items.length > 0)
      await client.send(
        new BatchWriteItemCommand({
          RequestItems: { [target]: items.map((Item) => ({ PutRequest: { Item } })) },
        }),
      );
}
