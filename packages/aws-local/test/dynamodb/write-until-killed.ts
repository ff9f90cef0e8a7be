/** Counts up in a table, saying each count once it was answered, until somebody kills it: durability.test.ts. */
import { startTables } from "../../src/dynamodb/start-tables.ts";
import { sampleTable } from "./start-client.ts";

const [dataDir = ""] = process.argv.slice(2);
const tables = await startTables({ dataDir });

async function call(operation: string, body: object): Promise<void> {
  const { status } = await tables.service({
    method: "POST",
    path: "/",
    query: "",
    headers: { "x-amz-target": `DynamoDB_20120810.${operation}` },
    body: Buffer.from(JSON.stringify(body)),
  });
  if (status !== 200 && operation !== "CreateTable") throw new Error(`${operation} failed`);
}

await call("CreateTable", sampleTable);
for (let count = 1; ; count += 1) {
  await call("PutItem", {
    TableName: sampleTable.TableName,
    Item: { p: { S: "p" }, s: { S: String(count % 50) }, g: { S: "g" }, gn: { N: String(count) } },
  });
  await new Promise<void>((resolve) => process.stdout.write(`${count}\n`, () => resolve()));
}
