import { primaryKey, secondaryIndexes } from "#shared/storage/table/table-definition.ts";
import type { IamRequest } from "./evaluate-policy.ts";

/** A call as it went over the wire to one of the stand-ins. */
export interface WireCall {
  readonly service: "dynamodb" | "s3" | "sqs" | "sfn" | "secretsManager" | "scheduler";
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

const place = "us-east-1:000000000000";
// biome-ignore lint/suspicious/noExplicitAny: bodies are read as they came
type Body = any;
const request = (
  action: string,
  resource: string,
  context: IamRequest["context"] = {},
): readonly IamRequest[] => [{ action, resource, context }];

/** What IAM is asked about a call: one question for each thing that it does. */
export function requestsOfCall(call: WireCall): readonly IamRequest[] {
  if (call.service === "s3") return objectRequests(call);
  if (call.service === "scheduler") return scheduleRequests(call);
  const [, operation = ""] = String(call.headers["x-amz-target"]).split(".");
  return { dynamodb: tableRequests, sqs: queueRequests, sfn: taskRequests, secretsManager: secretRequests }[
    call.service
  ](operation, JSON.parse(call.body));
}

const tableArn = (name: string): string => `arn:aws:dynamodb:${place}:table/${name}`;
const keyOf = (item: Body): string => item[primaryKey.partition].S;
const onItem = (action: string, table: string, keys: readonly string[]): readonly IamRequest[] =>
  request(`dynamodb:${action}`, tableArn(table), { "dynamodb:LeadingKeys": keys });

/** Of the items of a transaction each is asked about by itself. */
const transacted = {
  Put: ["PutItem", ({ Item }: Body) => Item],
  Update: ["UpdateItem", ({ Key }: Body) => Key],
  Delete: ["DeleteItem", ({ Key }: Body) => Key],
  ConditionCheck: ["ConditionCheckItem", ({ Key }: Body) => Key],
  Get: ["GetItem", ({ Key }: Body) => Key],
} as const;

function tableRequests(operation: string, body: Body): readonly IamRequest[] {
  switch (operation) {
    case "PutItem":
      return onItem(operation, body.TableName, [keyOf(body.Item)]);
    case "GetItem":
    case "UpdateItem":
    case "DeleteItem":
      return onItem(operation, body.TableName, [keyOf(body.Key)]);
    case "BatchGetItem":
      return Object.entries<Body>(body.RequestItems).flatMap(([table, { Keys }]) =>
        onItem(operation, table, Keys.map(keyOf)),
      );
    case "BatchWriteItem":
      return Object.entries<Body>(body.RequestItems).flatMap(([table, writes]) =>
        onItem(
          operation,
          table,
          writes.map(({ PutRequest, DeleteRequest }: Body) => keyOf(PutRequest?.Item ?? DeleteRequest.Key)),
        ),
      );
    case "TransactWriteItems":
    case "TransactGetItems":
      return body.TransactItems.flatMap((item: Body) =>
        Object.entries(transacted).flatMap(([kind, [action, itemOf]]) =>
          item[kind] === undefined ? [] : onItem(action, item[kind].TableName, [keyOf(itemOf(item[kind]))]),
        ),
      );
    case "Query":
      return queryRequests(body);
    default:
      return request(`dynamodb:${operation}`, tableArn(body.TableName));
  }
}

/** The leading key of a query on an index is the index's. */
function queryRequests(body: Body): readonly IamRequest[] {
  const index = secondaryIndexes.find(({ name }) => name === body.IndexName);
  const partition = (index ?? primaryKey).partition;
  const names: Readonly<Record<string, string>> = body.ExpressionAttributeNames ?? {};
  const terms = [...String(body.KeyConditionExpression).matchAll(/(#?\w+)\s*=\s*(:\w+)/g)];
  const term = terms.find(([, name = ""]) => (names[name] ?? name) === partition);
  const leading = body.ExpressionAttributeValues?.[term?.[2] ?? ""]?.S;
  const table = tableArn(body.TableName);
  return request("dynamodb:Query", index === undefined ? table : `${table}/index/${index.name}`, {
    ...(leading === undefined ? {} : { "dynamodb:LeadingKeys": [leading] }),
  });
}

/** The batches of messages are allowed by what is done to one. */
function queueRequests(operation: string, body: Body): readonly IamRequest[] {
  const name =
    body.QueueName ??
    String(body.QueueUrl ?? "*")
      .split("/")
      .at(-1);
  return request(`sqs:${operation.replace(/Batch$/, "")}`, `arn:aws:sqs:${place}:${name}`);
}

function taskRequests(operation: string, body: Body): readonly IamRequest[] {
  const arn = body.stateMachineArn ?? body.executionArn ?? body.mapRunArn ?? "*";
  return request(`states:${operation}`, arn);
}

const scheduleActions: Readonly<Record<string, string>> = {
  POST: "CreateSchedule",
  PUT: "UpdateSchedule",
  GET: "GetSchedule",
  DELETE: "DeleteSchedule",
};

/** The service takes a target's role from whoever may pass it. */
function scheduleRequests({ method, url, body }: WireCall): readonly IamRequest[] {
  const { pathname, searchParams } = new URL(url, "http://scheduler");
  const given: Body = body === "" ? {} : JSON.parse(body);
  const [, kind = "", name = ""] = pathname.split("/");
  const group = given.GroupName ?? searchParams.get("groupName") ?? "default";
  if (kind !== "schedules")
    return request(`scheduler:${method}Group`, `arn:aws:scheduler:${place}:schedule-group/${name}`);
  return [
    ...request(
      `scheduler:${scheduleActions[method]}`,
      `arn:aws:scheduler:${place}:schedule/${group}/${name}`,
    ),
    ...(given.Target === undefined
      ? []
      : request("iam:PassRole", given.Target.RoleArn, { "iam:PassedToService": "scheduler.amazonaws.com" })),
  ];
}

/** A secret's ARN ends in six characters that nobody chooses. */
const secretRequests = (operation: string, { SecretId, Name }: Body): readonly IamRequest[] =>
  request(
    `secretsmanager:${operation}`,
    String(SecretId ?? Name).startsWith("arn:")
      ? SecretId
      : `arn:aws:secretsmanager:${place}:secret:${SecretId ?? Name}-AbCdEf`,
  );

const objectActions: Readonly<Record<string, string>> = {
  GET: "s3:GetObject",
  HEAD: "s3:GetObject",
  PUT: "s3:PutObject",
  DELETE: "s3:DeleteObject",
};

/** Path style: the bucket, then the key. */
function objectRequests({ method, url, headers, body }: WireCall): readonly IamRequest[] {
  const { pathname, searchParams } = new URL(url, "http://s3");
  const [, bucket = "", ...key] = decodeURIComponent(pathname).split("/");
  const arn = (path: string) => `arn:aws:s3:::${bucket}${path === "" ? "" : `/${path}`}`;
  const path = key.join("/");
  if (path === "" && method === "GET") {
    const prefix = searchParams.get("prefix");
    return request("s3:ListBucket", arn(""), prefix === null ? {} : { "s3:prefix": prefix });
  }
  if (method === "POST" && searchParams.has("delete"))
    return [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].flatMap(([, one = ""]) =>
      request("s3:DeleteObject", arn(one)),
    );
  const source = headers["x-amz-copy-source"];
  return [
    ...request(objectActions[method] ?? `s3:${method}`, arn(path)),
    ...(source === undefined
      ? []
      : request("s3:GetObject", `arn:aws:s3:::${decodeURIComponent(String(source))}`)),
  ];
}
