import { readNames, readValues } from "../expressions/placeholders.ts";
import { capacity, noMetrics, oneOf, resourceName, text } from "../parameters.ts";

/** What PutItem, UpdateItem, DeleteItem and the parts of a transaction have in common. */
export const conditionParameters = {
  ConditionExpression: text,
  ExpressionAttributeNames: readNames,
  ExpressionAttributeValues: readValues,
  ReturnValuesOnConditionCheckFailure: oneOf("ALL_OLD", "NONE"),
};

export const writeParameters = {
  ...conditionParameters,
  ReturnValues: oneOf("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"),
  ReturnConsumedCapacity: capacity,
  ReturnItemCollectionMetrics: noMetrics,
};

export const tableName = resourceName;
