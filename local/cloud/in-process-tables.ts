import type { TableAnswer, Tables } from "@drover/aws-local";
import { calledBy, isMetered } from "@drover/aws-local";
import { fromAttributes, fromLastingAttributes } from "#shared/storage/direct/attribute-values.ts";
import { tableAnswer, tableCall, tableError } from "#shared/storage/direct/table-calls.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";

type Callable = Pick<Tables, "service" | "answer">;
type Command = Parameters<TableClient["send"]>[0];

/**
 * The document client's calls to tables of this process, without what the SDK puts around a call over a network: signature,
 * endpoints, retries, its own stack of middleware, and the JSON text both ways. A table that is in this process throttles nobody.
 * Another command than the repositories' goes to `others`.
 */
export function inProcessTables(tables: Callable, others: TableClient): TableClient {
  const send = async (command: Command): Promise<unknown> => {
    const call = tableCall(command);
    if (call === null) return others.send(command);
    const { operation, input } = call;
    const answer = isMetered() ? await overWire(tables, operation, input) : tables.answer(operation, input);
    const body = answer.body as Readonly<Record<string, unknown>>;
    if (answer.status !== 200) throw tableError(body);
    // An item in the tables is never changed, only replaced; an index or a projection gives each reader new objects.
    const isNew = "IndexName" in input || "ProjectionExpression" in input;
    return tableAnswer(operation, body, isNew ? fromAttributes : fromLastingAttributes);
  };
  // One implementation for the overloads of every command: the answer's form follows from the command.
  return { send: send as TableClient["send"] };
}

/** As every other client asks: what is metered is metered there. */
async function overWire({ service }: Callable, operation: string, input: object): Promise<TableAnswer> {
  const { status, body } = await calledBy(service)({
    method: "POST",
    path: "/",
    query: "",
    headers: { "x-amz-target": `DynamoDB_20120810.${operation}` },
    body: Buffer.from(JSON.stringify(input)),
  });
  return { status, body: JSON.parse(String(body)) };
}
