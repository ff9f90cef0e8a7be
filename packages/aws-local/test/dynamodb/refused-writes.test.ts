import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { constraint, invalid, key, prefix, TableName } from "./operations.ts";
import { startSample, type TestClient } from "./start-client.ts";

let sample: TestClient;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.close());

describe("what is refused, in the service's words", () => {
  const long = "x".repeat(2049);

  it.each<[string, string, object, string]>([
    [
      "an item without its key",
      "PutItem",
      { Item: { p: { S: "x" } } },
      `${prefix}Missing the key s in the item`,
    ],
    [
      "a key of another type",
      "PutItem",
      { Item: { p: { N: "1" }, s: { S: "x" } } },
      `${prefix}Type mismatch for key p expected: S actual: N`,
    ],
    [
      "an empty key",
      "PutItem",
      { Item: { p: { S: "" }, s: { S: "x" } } },
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: p",
    ],
    [
      "a partition key too long",
      "PutItem",
      { Item: { p: { S: long }, s: { S: "x" } } },
      `${prefix}Size of hashkey has exceeded the maximum size limit of2048 bytes`,
    ],
    [
      "a sort key too long",
      "PutItem",
      { Item: { p: { S: "x" }, s: { S: long } } },
      `${prefix}Aggregated size of all range keys has exceeded the size limit of 1024 bytes`,
    ],
    [
      "an index's key of another type",
      "PutItem",
      { Item: { ...key("x"), gn: { S: "x" } } },
      `${prefix}Type mismatch for Index Key gn Expected: N Actual: S IndexName: global`,
    ],
    [
      "an index's key empty",
      "PutItem",
      { Item: { ...key("x"), g: { S: "" } } },
      "One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: global, IndexKey: g",
    ],
    [
      "a value without type",
      "PutItem",
      { Item: { ...key("x"), a: {} } },
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
    ],
    [
      "a value of two types",
      "PutItem",
      { Item: { ...key("x"), a: { S: "x", N: "1" } } },
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
    ],
    [
      "a set with a member twice",
      "PutItem",
      { Item: { ...key("x"), a: { SS: ["a", "a"] } } },
      `${prefix}Input collection [a, a] contains duplicates.`,
    ],
    [
      "a set of one number twice",
      "PutItem",
      { Item: { ...key("x"), a: { NS: ["1", "1.0"] } } },
      "Input collection contains duplicates",
    ],
    [
      "an empty set",
      "PutItem",
      { Item: { ...key("x"), a: { SS: [] } } },
      `${prefix}An string set  may not be empty`,
    ],
    [
      "a number that is none",
      "PutItem",
      { Item: { ...key("x"), a: { N: "x" } } },
      "The parameter cannot be converted to a numeric value: x",
    ],
    [
      "a number with too many digits",
      "PutItem",
      { Item: { ...key("x"), a: { N: `1.${"1".repeat(38)}` } } },
      "Attempting to store more than 38 significant digits in a Number",
    ],
    [
      "NULL that is false",
      "PutItem",
      { Item: { ...key("x"), a: { NULL: false } } },
      `${prefix}Null attribute value types must have the value of true`,
    ],
    [
      "an item of more than 400 KB",
      "PutItem",
      { Item: { ...key("x"), a: { S: "x".repeat(409_600) } } },
      "Item size has exceeded the maximum allowed size",
    ],
    [
      "a returned value that a put has not",
      "PutItem",
      { Item: key("x"), ReturnValues: "ALL_NEW" },
      "ReturnValues can only be ALL_OLD or NONE",
    ],
    [
      "a choice that is none",
      "PutItem",
      { Item: key("x"), ReturnValues: "DOG" },
      constraint(
        "'DOG' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]",
      ),
    ],
    [
      "a legacy parameter",
      "PutItem",
      { Item: key("x"), Expected: {} },
      "The local DynamoDB does not take the parameter Expected.",
    ],
    [
      "a value that nothing uses",
      "UpdateItem",
      { Key: key("x"), UpdateExpression: "REMOVE a", ExpressionAttributeValues: { ":a": { S: "a" } } },
      "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a}",
    ],
    [
      "values without an expression",
      "UpdateItem",
      { Key: key("x"), ExpressionAttributeValues: { ":a": { S: "a" } } },
      "ExpressionAttributeValues can only be specified when using expressions: UpdateExpression and ConditionExpression are null",
    ],
    [
      "a wrong value, by its name",
      "UpdateItem",
      { Key: key("x"), UpdateExpression: "SET a = :a", ExpressionAttributeValues: { ":a": { N: "x" } } },
      "ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a numeric value: x for key :a",
    ],
    [
      "an update of the key",
      "UpdateItem",
      { Key: key("x"), UpdateExpression: "REMOVE p" },
      `${prefix}Cannot update attribute p. This attribute is part of the key`,
    ],
    [
      "an update of an index's key to another type",
      "UpdateItem",
      { Key: key("x"), UpdateExpression: "SET gn = :a", ExpressionAttributeValues: { ":a": { S: "a" } } },
      `${prefix}Type mismatch for Index Key gn Expected: N Actual: S IndexName: global`,
    ],
    [
      "a syntax error",
      "UpdateItem",
      { Key: key("x"), UpdateExpression: "SET" },
      'Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "SET"',
    ],
    [
      "sizes of item collections",
      "PutItem",
      { Item: key("x"), ReturnItemCollectionMetrics: "SIZE" },
      "The local DynamoDB does not take SIZE as ReturnItemCollectionMetrics.",
    ],
  ])("%s", async (_, operation, body, message) => {
    expect(await sample.raw(operation, { TableName, ...body })).toEqual(invalid(message));
  });
});
