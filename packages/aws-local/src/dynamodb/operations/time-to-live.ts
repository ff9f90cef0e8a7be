import { boolean, parameters, textOfLength } from "../parameters.ts";
import { validationError } from "../service-error.ts";
import { namedTable, readTableName } from "./describe-table.ts";
import type { Operation } from "./operation.ts";
import { tableName } from "./write-parameters.ts";

const readUpdate = parameters({
  required: {
    TableName: tableName,
    TimeToLiveSpecification: parameters({
      required: { AttributeName: textOfLength(1, 255), Enabled: boolean },
    }),
  },
});

/** What is due goes with the next pass of ../expire-items.ts. */
export const updateTimeToLive: Operation = ({ tables, items }, input) => {
  const { TableName, TimeToLiveSpecification: specification } = readUpdate(input, "");
  const { AttributeName, Enabled } = specification;
  const table = namedTable(tables, TableName);
  const current = table.definition.timeToLiveAttribute;
  if (current === undefined && !Enabled) throw validationError("TimeToLive is already disabled");
  if (current !== undefined && current !== AttributeName)
    throw validationError(
      `TimeToLive is active on a different AttributeName: current AttributeName is ${current}`,
    );
  if (current !== undefined && Enabled) throw validationError("TimeToLive is already enabled");
  const definition = { ...table.definition, timeToLiveAttribute: Enabled ? AttributeName : undefined };
  tables.replace(table, definition, items.resetExpiry);
  return { TimeToLiveSpecification: specification };
};

export const describeTimeToLive: Operation = ({ tables }, input) => {
  const attribute = namedTable(tables, readTableName(input, "").TableName).definition.timeToLiveAttribute;
  return {
    TimeToLiveDescription:
      attribute === undefined
        ? { TimeToLiveStatus: "DISABLED" }
        : { TimeToLiveStatus: "ENABLED", AttributeName: attribute },
  };
};
