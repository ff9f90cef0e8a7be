import { providerTable } from "#agent/models/provider-table.ts";

/** The variables that hold keys of model services in somebody's shell. */
export const modelKeyVariables: readonly string[] = [
  ...Object.values(providerTable).flatMap(({ keyVariable }) => keyVariable ?? []),
  "ANTHROPIC_AUTH_TOKEN",
];
