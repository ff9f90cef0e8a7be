import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { constraint, invalid, key, prefix, TableName } from "./operations.ts";
import { startSample, type TestClient } from "./start-client.ts";

let sample: TestClient;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.close());

describe("what is refused, in the service's words", () => {
  it.each<[string, string, object, string]>([
    [
      "half a key",
      "GetItem",
      { Key: { p: { S: "x" } } },
      "The provided key element does not match the schema",
    ],
    [
      "more than a key",
      "GetItem",
      { Key: { ...key("x"), a: { S: "x" } } },
      "The provided key element does not match the schema",
    ],
    [
      "names without an expression",
      "GetItem",
      { Key: key("x"), ExpressionAttributeNames: { "#a": "a" } },
      "ExpressionAttributeNames can only be specified when using expressions",
    ],
    [
      "a name that nothing uses",
      "GetItem",
      { Key: key("x"), ProjectionExpression: "b", ExpressionAttributeNames: { "#a": "a" } },
      "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}",
    ],
    [
      "a query without condition",
      "Query",
      {},
      "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.",
    ],
    [
      "an index that is none",
      "Query",
      {
        IndexName: "none",
        KeyConditionExpression: "p = :p",
        ExpressionAttributeValues: { ":p": { S: "x" } },
      },
      "The table does not have the specified index: none",
    ],
    [
      "a consistent read of a global index",
      "Query",
      {
        IndexName: "global",
        ConsistentRead: true,
        KeyConditionExpression: "g = :p",
        ExpressionAttributeValues: { ":p": { S: "x" } },
      },
      "Consistent reads are not supported on global secondary indexes",
    ],
    [
      "all attributes from an index that has not all",
      "Query",
      {
        IndexName: "global",
        Select: "ALL_ATTRIBUTES",
        KeyConditionExpression: "g = :p",
        ExpressionAttributeValues: { ":p": { S: "x" } },
      },
      `${prefix}Select type ALL_ATTRIBUTES is not supported for global secondary index global because its projection type is not ALL`,
    ],
    [
      "a query without its partition",
      "Query",
      { KeyConditionExpression: "s = :p", ExpressionAttributeValues: { ":p": { S: "x" } } },
      "Query condition missed key schema element: p",
    ],
    [
      "a range of partitions",
      "Query",
      { KeyConditionExpression: "p > :p", ExpressionAttributeValues: { ":p": { S: "x" } } },
      "Query key condition not supported",
    ],
    [
      "an alternative of keys",
      "Query",
      { KeyConditionExpression: "p = :p OR p = :p", ExpressionAttributeValues: { ":p": { S: "x" } } },
      "Invalid operator used in KeyConditionExpression: OR",
    ],
    [
      "a key condition of another type",
      "Query",
      { KeyConditionExpression: "p = :p", ExpressionAttributeValues: { ":p": { N: "1" } } },
      `${prefix}Condition parameter type does not match schema type`,
    ],
    [
      "a filter on the key",
      "Query",
      {
        KeyConditionExpression: "p = :p",
        FilterExpression: "s = :p",
        ExpressionAttributeValues: { ":p": { S: "x" } },
      },
      "Filter Expression can only contain non-primary key attributes: Primary key attribute: s",
    ],
    [
      "a start outside the query",
      "Query",
      {
        KeyConditionExpression: "p = :p",
        ExclusiveStartKey: key("x"),
        ExpressionAttributeValues: { ":p": { S: "x" } },
      },
      "The provided starting key is outside query boundaries based on provided conditions",
    ],
    [
      "a limit of none",
      "Scan",
      { Limit: 0 },
      constraint(
        "'0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
      ),
    ],
    [
      "a segment without their number",
      "Scan",
      { Segment: 1 },
      "The TotalSegments parameter is required but was not present in the request when Segment parameter is present",
    ],
  ])("%s", async (_, operation, body, message) => {
    expect(await sample.raw(operation, { TableName, ...body })).toEqual(invalid(message));
  });
});
