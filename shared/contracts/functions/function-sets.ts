/** The environment of a function that reads or writes what is kept. */
export const storageVariableNames = [
  "DROVER_STAGE",
  "DROVER_TABLE_NAME",
  "DROVER_BUCKET_NAME",
  "DROVER_RETENTION",
] as const;
/** The environment of one that asks a model, or says which one is asked. */
export const modelVariableNames = [
  "DROVER_DEFAULT_PROVIDER",
  "DROVER_DEFAULT_MODEL",
  "DROVER_MODEL_PROVIDERS",
] as const;

/** The permissions of one that asks a model about what is kept. */
export const modelPermissions = [
  "read-table",
  "write-table",
  "read-artifacts",
  "write-artifacts",
  "read-model-key",
] as const;

/** The permissions of one that may end what another role waits for. */
export const wakingPermissions = ["read-callbacks", "write-callbacks", "answer-tasks"] as const;
