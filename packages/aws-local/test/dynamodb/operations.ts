import { sampleTable } from "./start-client.ts";

export const { TableName } = sampleTable;
export const key = (s: string) => ({ p: { S: "operations" }, s: { S: s } });

/** A refusal as the service answers it, and the beginnings that many of its messages share. */
export const invalid = (message: string) => ({
  status: 400,
  body: { __type: "com.amazon.coral.validate#ValidationException", message },
});
export const prefix = "One or more parameter values were invalid: ";
export const constraint = (rest: string) => `1 validation error detected: Value ${rest}`;
