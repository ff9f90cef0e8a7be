/** Who can do something about it: the model on its next turn, whoever runs the farm, or whoever called the API. */
export type Audience = "model" | "operator" | "caller";

interface CatalogueEntry {
  readonly audience: Audience;
  /** Trying the same again may help. */
  readonly retryable: boolean;
  /** HTTP status when a caller gets it. */
  readonly status: number;
  readonly advice: readonly string[];
}

const entry = (
  audience: Audience,
  retryable: boolean,
  status: number,
  ...advice: string[]
): CatalogueEntry => ({
  audience,
  retryable,
  status,
  advice,
});

/** Every error Drover raises, by code. Each has a page in docs/errors; a test holds the two together. */
export const catalogue = {
  // The caller's
  InvalidRequest: entry("caller", false, 400, "Correct the named field and send the request again."),
  Unauthorized: entry(
    "caller",
    false,
    401,
    "Send 'Authorization: Bearer <token>' with a token of this farm.",
  ),
  Forbidden: entry("caller", false, 403, "Ask for a token with the scope that the message names."),
  NotFound: entry("caller", false, 404, "Check the id; ids of other tenants are not found either."),
  PoolNotFound: entry(
    "caller",
    false,
    400,
    "List devices with 'drover devices'; start a host for the pool with 'drover host --pool'.",
  ),
  IdempotencyConflict: entry("caller", false, 409, "Use a new Idempotency-Key for a different request."),
  DeviceBusy: entry("caller", false, 409, "A job holds the device: wait until it ends or cancel it."),
  JobFinished: entry("caller", false, 409, "'drover show <job>' shows how it ended."),
  NotReady: entry("caller", true, 409, "The job is still running; ask again when it has ended."),
  HostTimeout: entry(
    "caller",
    true,
    504,
    "The device's host did not answer in time: see 'drover devices' and the host's log.",
  ),

  // The model's
  ValidationError: entry("model", false, 422, "Use one of the listed actions with the listed parameters."),
  CoordinateOutOfRange: entry(
    "model",
    false,
    422,
    "The model is at fault: coordinates lie between 0 and 1. Check that the model and its dialect fit.",
  ),
  JSONParseError: entry("model", false, 422, "Reply with one valid JSON object."),
  UnknownElement: entry("model", false, 422, "Use an element id of the current screen."),
  TextMismatch: entry(
    "model",
    true,
    422,
    "The field does not hold what was typed: look at it and type again.",
  ),
  AppNotFound: entry("model", false, 422, "Open an app that is installed: the home screen shows which."),
  UrlNotAllowed: entry("model", false, 422, "Only http and https URLs may be opened."),
  ModelOutputInvalid: entry(
    "operator",
    false,
    502,
    "The model twice gave a reply that cannot be used. Try another model or dialect.",
  ),

  // The operator's: model service
  ModelTimeout: entry(
    "operator",
    true,
    504,
    "Run 'drover doctor' to check the model connection.",
    "Raise models.agent.timeoutSeconds.",
  ),
  ModelOverloaded: entry(
    "operator",
    true,
    503,
    "The model service is overloaded or rate limited: fewer jobs at once, or a higher limit.",
  ),
  ModelUnavailable: entry("operator", true, 503, "Run 'drover doctor' to check the model connection."),
  ModelRejected: entry(
    "operator",
    false,
    502,
    "Check the model id and the API key: 'drover doctor' shows both.",
  ),
  ModelRefused: entry("operator", false, 502, "The model declined the task."),

  // The operator's: devices
  DeviceDisconnected: entry(
    "operator",
    true,
    503,
    "Reconnect the device (USB cable, emulator process).",
    "Run 'drover devices' to see its state.",
    "Restart the adb server.",
  ),
  DeviceOffline: entry(
    "operator",
    true,
    503,
    "Wait for it, or run 'adb reconnect offline'.",
    "Reboot the device.",
  ),
  DeviceUnauthorized: entry(
    "operator",
    false,
    503,
    "Accept the computer's key on the device's screen, then run 'drover doctor'.",
  ),
  DeviceTimeout: entry(
    "operator",
    true,
    504,
    "The device did not answer in time: check that it is not frozen.",
  ),
  DeviceStorageFull: entry("operator", false, 507, "Free storage on the device."),
  DeviceNotClean: entry(
    "operator",
    false,
    503,
    "The device kept traces of a job: recreate it or wipe it by hand.",
  ),
  DeviceUnsupported: entry(
    "operator",
    false,
    503,
    "Use a pool whose devices support every action of the job.",
  ),
  AdbServerLost: entry(
    "operator",
    true,
    503,
    "Start the adb server; 'drover doctor' shows where it is looked for.",
  ),
  AdbCommandFailed: entry("operator", false, 502, "The command's output is in the details."),
  LeaseLost: entry("operator", false, 409, "Another lease holds the device now; nothing was done."),
  NoScreenSource: entry(
    "operator",
    false,
    503,
    "Neither screenshot nor UI tree could be taken: reboot the device.",
  ),
  ScreenshotCorrupt: entry(
    "operator",
    true,
    502,
    "The picture was cut off twice: check the connection to the device.",
  ),
  TreeUnavailable: entry(
    "operator",
    true,
    502,
    "The screen never became idle, or another tool holds uiautomator.",
  ),
  TreeCorrupt: entry("operator", true, 502, "The raw tree is kept with the step."),
  HostDraining: entry("operator", true, 503, "The host is shutting down; the job goes on elsewhere."),

  // The operator's: cloud
  StorageUnavailable: entry("operator", true, 503, "S3, DynamoDB or SQS did not answer: try again."),
  QueueTimeout: entry(
    "operator",
    false,
    504,
    "No device came free in limits.queueSeconds: add devices or wait longer.",
  ),
  JobCancelled: entry("operator", false, 409, "The job was cancelled while it waited."),
  SchemaMismatch: entry(
    "operator",
    false,
    500,
    "Data written by another version: finish its jobs with that version.",
  ),
  ConfigurationInvalid: entry("operator", false, 500, "Set what the message names."),
  InternalError: entry("operator", false, 500, "See the log for the request id."),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;
