import { ExecuteStatementCommand, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { constraint, invalid, key, TableName } from "./operations.ts";
import { startSample, type TestClient } from "./start-client.ts";

let sample: TestClient;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.close());

const put = (item: object) => sample.raw("PutItem", { TableName, Item: item });

describe("what is refused, in the service's words", () => {
  it.each<[string, string, object, string]>([
    [
      "no table",
      "PutItem",
      { Item: {} },
      constraint("null at 'tableName' failed to satisfy constraint: Member must not be null"),
    ],
    [
      "a table's name too short",
      "GetItem",
      { TableName: "x", Key: {} },
      constraint(
        "'x' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3",
      ),
    ],
  ])("%s", async (what, operation, body, message) => {
    const request = what === "no table" || "TableName" in body ? body : { TableName, ...body };
    expect(await sample.raw(operation, request)).toEqual(invalid(message));
  });

  it.each<[string, object, string]>([
    [
      "text that is a number",
      { TableName, Item: { ...key("x"), a: { S: 1 } } },
      "NUMBER_VALUE cannot be converted to String",
    ],
    [
      "a truth that is text",
      { TableName, Item: { ...key("x"), a: { BOOL: "true" } } },
      "STRING_VALUE cannot be converted to Boolean",
    ],
    [
      "binary that is not base64",
      { TableName, Item: { ...key("x"), a: { B: "x" } } },
      "Base64 encoded length is expected a multiple of 4 bytes but found: 1",
    ],
    [
      "a list that is a map",
      { TableName, Item: { ...key("x"), a: { L: {} } } },
      "Start of structure or map found where not expected",
    ],
  ])("%s", async (_, body, message) => {
    expect(await sample.raw("PutItem", body)).toEqual({
      status: 400,
      body: { __type: "com.amazon.coral.service#SerializationException", message },
    });
  });

  it("a body that is not JSON, or nested too deep", async () => {
    expect((await sample.raw("PutItem", "{")).body.__type).toBe(
      "com.amazon.coral.service#SerializationException",
    );
    let deep: object = { S: "x" };
    for (let level = 0; level < 33; level += 1) deep = { L: [deep] };
    expect((await put({ ...key("x"), deep })).body.message).toContain("Nesting Levels have exceeded");
  });

  it("an operation that it does not know, and a table that is not there", async () => {
    await expect(
      sample.client.send(new ExecuteStatementCommand({ Statement: "SELECT" })),
    ).rejects.toMatchObject({
      name: "UnknownOperationException",
      message: "The local DynamoDB does not know ExecuteStatement.",
    });
    await expect(
      sample.client.send(new GetItemCommand({ TableName: "other", Key: key("x") })),
    ).rejects.toMatchObject({ name: "ResourceNotFoundException", message: "Requested resource not found" });
    expect((await sample.raw("DescribeTable", { TableName: "other" })).body.message).toBe(
      "Requested resource not found: Table: other not found",
    );
    expect((await sample.raw("CreateTable", { TableName })).body.message).toContain(
      "Member must not be null",
    );
  });
});
