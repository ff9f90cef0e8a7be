import { integer, parameters, resourceName } from "../parameters.ts";
import type { Operation } from "./operation.ts";

const mostNames = 100;

const readList = parameters({
  required: {},
  optional: { Limit: integer(1, mostNames), ExclusiveStartTableName: resourceName },
});

export const listTables: Operation = ({ tables }, input) => {
  const { Limit = mostNames, ExclusiveStartTableName = "" } = readList(input, "");
  const names = tables.names().filter((name) => name > ExclusiveStartTableName);
  const page = names.slice(0, Limit);
  return { TableNames: page, LastEvaluatedTableName: names.length > Limit ? page.at(-1) : undefined };
};
