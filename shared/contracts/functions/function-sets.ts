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

const keptPermissions = ["read-table", "write-table", "read-artifacts", "write-artifacts"] as const;

/** The permissions of one that may end what another role waits for. */
export const wakingPermissions = ["read-callbacks", "write-callbacks", "answer-tasks"] as const;

/** One that asks a model about what is kept: two calls of up to 30 s each by default and 120 s at most, and what lies around them. */
export const asksModel = {
  timeoutSeconds: 170,
  memoryMegabytes: 512,
  environment: [...storageVariableNames, ...modelVariableNames],
  permissions: [...keptPermissions, "read-model-key"],
  readsConfig: true,
} as const;

/** One that ends jobs or batches, also such whose execution failed, and tells webhooks. */
export const endsJobs = {
  timeoutSeconds: 55,
  memoryMegabytes: 512,
  environment: [...storageVariableNames, "DROVER_WEBHOOK_QUEUE_URL"],
  permissions: [...keptPermissions, "send-webhooks"],
} as const;

/** One that does both. */
export const asksAndEnds = {
  ...asksModel,
  environment: [...asksModel.environment, "DROVER_WEBHOOK_QUEUE_URL"],
  permissions: [...asksModel.permissions, "send-webhooks"],
} as const;

/** One that reads and writes records alone. */
export const keepsRecords = {
  timeoutSeconds: 25,
  memoryMegabytes: 512,
  environment: storageVariableNames,
  permissions: ["read-table", "write-table", "read-artifacts"],
} as const;
