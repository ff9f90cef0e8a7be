import { type CatalogueEntry, entry } from "./catalogue-entry.ts";

/** Errors of the cloud and of the farm itself, for the operator. */
export const farmErrors = {
  StorageUnavailable: entry(
    "cloud",
    503,
    { retryable: true, recovery: "sameDevice" },
    "S3, DynamoDB or SQS did not respond: try again.",
  ),
  CommandUndelivered: entry(
    "host",
    503,
    { retryable: true, recovery: "otherDevice" },
    "See the hosts' logs: a command was read ten times and never completed.",
  ),
  QueueTimeout: entry(
    "host",
    504,
    {},
    "No device became free in limits.queueSeconds: add devices or wait longer.",
  ),
  JobPaused: entry(
    "caller",
    409,
    { audience: "operator", effect: "none" },
    "The job is paused and takes no device: 'drover resume <job>' continues it.",
  ),
  GatheringTimeout: entry(
    "host",
    504,
    {},
    "Other jobs with roles were gathering their devices: add devices, or raise limits.queueSeconds.",
  ),
  JobCancelled: entry(
    "caller",
    409,
    { audience: "operator", effect: "none" },
    "The job was cancelled while it waited.",
  ),
  SchemaMismatch: entry(
    "farm",
    500,
    {},
    "Data written by another version: finish its jobs with that version.",
  ),
  ExtensionFailed: entry("farm", 500, {}, "Correct the function of drover.config.ts that the message names."),
  ConfigurationInvalid: entry("farm", 500, {}, "Set the setting that the message names."),
  InternalError: entry("farm", 500, { recovery: "sameDevice" }, "See the log for the request id."),
} as const satisfies Record<string, CatalogueEntry>;
