/** Who can do something about it: the model on its next turn, whoever runs the farm, or whoever called the API. */
export type Audience = "model" | "operator" | "caller";

/** Whose doing it is. What is the `farm`'s is told to its log, not to callers. `app`: the app's under test. */
export type Fault = "caller" | "agent" | "modelService" | "app" | "device" | "host" | "cloud" | "farm";

interface Policy {
  readonly audience: Audience;
  /** Trying the same again may help. */
  readonly retryable: boolean;
  /**
   * How a job goes on: on the same device, which may do better; on another, because this one is lost; when the model service
   * serves again, which it waits for within limits.waitSeconds; or not at all.
   */
  readonly recovery: "sameDevice" | "otherDevice" | "wait" | "none";
  /** What the device may have felt of the command that ended so; `none`: it is raised before anything is done. */
  readonly effect: "none" | "unknown";
}

export interface CatalogueEntry extends Policy {
  readonly fault: Fault;
  /** HTTP status when a caller gets it. */
  readonly status: number;
  readonly advice: readonly string[];
}

function entry(fault: Fault, status: number, policy: Partial<Policy>, ...advice: string[]): CatalogueEntry {
  const audience = fault === "caller" ? "caller" : fault === "agent" ? "model" : "operator";
  return {
    audience,
    retryable: false,
    recovery: "none",
    effect: "unknown",
    ...policy,
    fault,
    status,
    advice,
  };
}

/** Every error Drover raises, by code. Each has a page in docs/errors; a test holds the two together. */
export const catalogue = {
  // The caller's
  InvalidRequest: entry("caller", 400, {}, "Correct the named field and send the request again."),
  Unauthorized: entry("caller", 401, {}, "Send 'Authorization: Bearer <token>' with a token of this farm."),
  Forbidden: entry("caller", 403, {}, "Ask for a token with the scope that the message names."),
  NotFound: entry("caller", 404, {}, "Check the id; ids of other tenants are not found either."),
  MethodNotAllowed: entry("caller", 405, {}, "Use a method that the Allow header names."),
  TooManyStreams: entry("caller", 429, { retryable: true }, "Close one of the streams, or ask again later."),
  QuotaExceeded: entry(
    "caller",
    429,
    { retryable: true },
    "Send it again after the seconds that Retry-After names; 'drover quota' shows what is in use.",
  ),
  PoolNotFound: entry(
    "caller",
    400,
    {},
    "List pools with 'drover pools list'; make one with 'drover pools create <name>' and start a host for it.",
  ),
  PoolRefused: entry(
    "caller",
    409,
    {},
    "Put right what the message names, or remove the queue, and create the pool again.",
  ),
  SecretUnavailable: entry(
    "caller",
    422,
    {},
    "Store it with 'drover secrets set <name> --package <app>'; 'drover secrets list' shows what there is.",
  ),
  IdempotencyConflict: entry("caller", 409, {}, "Use a new Idempotency-Key for a different request."),
  DeviceBusy: entry("caller", 409, {}, "A job holds the device: wait until it ends or cancel it."),
  SnapshotsFull: entry(
    "caller",
    409,
    {},
    "Remove some with 'drover snapshots delete', or wait until they expire.",
  ),
  SnapshotPrivate: entry(
    "caller",
    409,
    {},
    "Go on from it with a job, 'drover fork <job> --at <step>': what was typed in secret stays masked there.",
  ),
  NotSteerable: entry(
    "caller",
    409,
    {},
    "Pause and message the job whose agent works: a workflow's parts and a task's roles stand in 'drover show', a session is its user's own.",
  ),
  MessagesFull: entry("caller", 409, {}, "Say the rest with a job of its own: a job takes 100 messages."),
  JobFinished: entry("caller", 409, {}, "'drover show <job>' shows how it ended."),
  ScheduleState: entry(
    "caller",
    409,
    {},
    "List what there is with 'drover schedules list' or 'drover quarantine list'; change that, or remove one first.",
  ),
  BatchState: entry(
    "caller",
    409,
    {},
    "'drover batch show <batch>' says where it stands; wait, or resume it first.",
  ),
  BatchRefused: entry(
    "caller",
    400,
    {},
    "Correct the named lines and send the batch again: nothing of it was started.",
  ),
  ExportRefused: entry(
    "caller",
    422,
    {},
    "Use 'drover export', which has no function's bounds; take fewer jobs; or say 'unredacted' of what may be handed on.",
  ),
  FarmStopped: entry(
    "caller",
    503,
    {},
    "Somebody stopped all jobs: 'drover resume' takes new ones again, then send this one once more.",
  ),
  NotReady: entry(
    "caller",
    409,
    { retryable: true },
    "The job is still running; ask again when it has ended.",
  ),
  AnswerRefused: entry(
    "caller",
    409,
    {},
    "It was answered otherwise or its time is over: 'drover show <job>' shows how it stands.",
  ),
  TurnOver: entry(
    "caller",
    409,
    {},
    "Ask GET /v1/jobs/{id}/turn for the job's present turn: this one was not answered in its time, or its job has ended.",
  ),
  TurnAnswered: entry(
    "caller",
    409,
    {},
    "A turn is answered once: the same answer may be sent again, another one not. Ask for the next turn.",
  ),
  TurnTaken: entry(
    "caller",
    409,
    { retryable: true },
    "Another worker has this turn: claim another one, or send the 'worker' that claimed it.",
  ),
  HostTimeout: entry(
    "host",
    504,
    { audience: "caller", retryable: true },
    "The device's host did not answer in time: see 'drover devices' and the host's log.",
  ),

  // The model's
  ValidationError: entry("agent", 422, {}, "Use one of the listed actions with the listed parameters."),
  CoordinateOutOfRange: entry(
    "agent",
    422,
    {},
    "The model is at fault: it pointed outside of what it was shown. Check that the model and its dialect fit.",
  ),
  JSONParseError: entry("agent", 422, {}, "Reply with one valid JSON object."),
  UnknownElement: entry("agent", 422, {}, "Use an element id of the current screen."),
  TextMismatch: entry(
    "agent",
    422,
    { retryable: true },
    "The field does not hold what was typed: look at it and type again.",
  ),
  ScreenChanged: entry(
    "device",
    409,
    { audience: "model", recovery: "sameDevice", effect: "none" },
    "The screen is another than the one the action was chosen for: look at it and choose again.",
  ),
  AppNotFound: entry("agent", 422, {}, "Open an app that is installed: the home screen shows which."),
  UrlNotAllowed: entry("agent", 422, {}, "Only http and https URLs may be opened."),
  PolicyDenied: entry(
    "agent",
    403,
    { effect: "none" },
    "Do the task another way, or end it: the job's policy says what may be done.",
  ),
  SecretRefused: entry(
    "agent",
    403,
    { effect: "none" },
    "Type it into a text field of an app that it is bound to: 'drover secrets list' shows which.",
  ),
  ModelOutputInvalid: entry(
    "agent",
    502,
    { audience: "operator" },
    "The model twice gave a reply that cannot be used. Try another model or dialect.",
  ),
  AgentSilent: entry(
    "agent",
    504,
    { audience: "operator" },
    "The agent outside of the farm took no turn in agent.turnTimeoutSeconds: see that it runs, or give it more time.",
  ),
  AgentFailed: entry(
    "agent",
    502,
    { audience: "operator" },
    "The agent outside of the farm could not take its turn: the message and the agent's own log say why.",
  ),

  // The operator's: model service
  ModelTimeout: entry(
    "modelService",
    504,
    { retryable: true, recovery: "wait" },
    "Run 'drover doctor' to check the model connection.",
    "Raise models.agent.timeoutSeconds.",
  ),
  ModelOverloaded: entry(
    "modelService",
    503,
    { retryable: true, recovery: "wait" },
    "The model service is overloaded or rate limited: fewer jobs at once, or a higher limit.",
  ),
  AllowanceUsed: entry(
    "modelService",
    503,
    { retryable: true, recovery: "wait" },
    "The service's rate limit is shared by all jobs: fewer jobs at once, or a higher limit.",
  ),
  ModelUnavailable: entry(
    "modelService",
    503,
    { retryable: true, recovery: "wait" },
    "Run 'drover doctor' to check the model connection.",
  ),
  ModelRejected: entry(
    "modelService",
    502,
    {},
    "Check the model id and the API key: 'drover doctor' shows both.",
  ),
  BudgetExhausted: entry(
    "caller",
    409,
    { audience: "operator" },
    "Raise the limit that the message names, or use a cheaper model.",
  ),
  RecoveryFailed: entry(
    "agent",
    502,
    { audience: "operator" },
    "'drover show <job>' tells what was tried. Look at the device, and go on by hand where it stands.",
  ),
  ModelRefused: entry("agent", 502, { audience: "operator" }, "The model declined the task."),

  // The operator's: devices
  DeviceDisconnected: entry(
    "device",
    503,
    { retryable: true, recovery: "otherDevice" },
    "Reconnect the device (USB cable, emulator process).",
    "Run 'drover devices' to see its state.",
    "Restart the adb server.",
  ),
  DeviceOffline: entry(
    "device",
    503,
    { retryable: true, recovery: "otherDevice" },
    "Wait for it, or run 'adb reconnect offline'.",
    "Reboot the device.",
  ),
  DeviceUnauthorized: entry(
    "device",
    503,
    { recovery: "otherDevice" },
    "Accept the computer's key on the device's screen, then run 'drover doctor'.",
  ),
  DeviceTimeout: entry(
    "device",
    504,
    { retryable: true, recovery: "sameDevice" },
    "The device did not answer in time: check that it is not frozen.",
  ),
  DeviceStorageFull: entry("device", 507, { recovery: "otherDevice" }, "Free storage on the device."),
  DeviceNotClean: entry(
    "device",
    503,
    { recovery: "otherDevice" },
    "The state's reason names what stayed: remove it, then run 'drover devices release <id>'.",
  ),
  DeviceUnsupported: entry(
    "device",
    503,
    { effect: "none" },
    "Use a pool whose devices support every action of the job.",
  ),
  AdbServerLost: entry(
    "host",
    503,
    { retryable: true, recovery: "otherDevice" },
    "Start the adb server; 'drover doctor' shows where it is looked for.",
  ),
  AdbCommandFailed: entry(
    "device",
    502,
    { recovery: "sameDevice" },
    "The command's output is in the details.",
  ),
  AppUnusable: entry(
    "caller",
    422,
    {},
    "The message says what was wrong with the app: give an APK that this device can install, or a link to one.",
  ),
  AppCrashed: entry(
    "app",
    502,
    {},
    "The device's log says where: see the error's 'log' with 'drover show <job>', or on the job's page.",
    "policy.appErrors says whether the host clears it up, the agent does, or the job ends.",
  ),
  AppNotResponding: entry(
    "app",
    504,
    {},
    "The device's log says what it was waiting for: see the error's 'log' with 'drover show <job>'.",
    "policy.appErrors says whether the host clears it up, the agent does, or the job ends.",
  ),
  DeviceNotBooted: entry(
    "device",
    503,
    { retryable: true, recovery: "otherDevice", effect: "none" },
    "The host reboots it and tries again; when that does not help, look at its console or make its emulator anew.",
  ),
  ScreenFrozen: entry(
    "device",
    503,
    { recovery: "otherDevice" },
    "The host reboots the device before its next job; if it freezes again, give its emulator more memory or a GPU.",
  ),
  NoNetwork: entry(
    "device",
    503,
    { recovery: "otherDevice", effect: "none" },
    "Bring the device's Wi-Fi back, or take requirements.network out of the job when it needs none.",
  ),
  PreparationFailed: entry(
    "caller",
    422,
    {},
    "A line of the job's 'prepare.commands' (of a task's 'setUp') failed on the device; the details hold what it said.",
  ),
  LeaseLost: entry(
    "host",
    409,
    { recovery: "otherDevice", effect: "none" },
    "The lease ended before this was done, so nothing was done: the device is free or another job's.",
  ),
  NoScreenSource: entry(
    "device",
    503,
    { recovery: "otherDevice" },
    "Neither screenshot nor UI tree could be taken: reboot the device.",
  ),
  ScreenshotCorrupt: entry(
    "device",
    502,
    { retryable: true, recovery: "sameDevice" },
    "The picture was cut off twice: check the connection to the device.",
  ),
  TreeUnavailable: entry(
    "device",
    502,
    { retryable: true, recovery: "sameDevice" },
    "The screen never became idle, or another tool holds uiautomator.",
  ),
  TreeCorrupt: entry(
    "device",
    502,
    { retryable: true, recovery: "sameDevice" },
    "The raw tree is kept with the step.",
  ),
  SnapshotFailed: entry(
    "device",
    502,
    { retryable: true },
    "The message holds what the device's console said; a restart of the emulator or phone may help.",
  ),
  RecordingFailed: entry(
    "device",
    502,
    { retryable: false },
    "The message holds what the device's 'screenrecord' said; the job itself goes on without a video.",
  ),
  SnapshotGone: entry(
    "device",
    410,
    { effect: "none" },
    "It is not on the device any more: take another, or let the job do the steps again.",
  ),
  HostDraining: entry(
    "host",
    503,
    { retryable: true, recovery: "otherDevice", effect: "none" },
    "The host is shutting down; the job goes on elsewhere.",
  ),

  // The operator's: cloud
  StorageUnavailable: entry(
    "cloud",
    503,
    { retryable: true, recovery: "sameDevice" },
    "S3, DynamoDB or SQS did not answer: try again.",
  ),
  CommandUndelivered: entry(
    "host",
    503,
    { retryable: true, recovery: "otherDevice" },
    "See the hosts' logs: a command was read ten times and never settled.",
  ),
  QueueTimeout: entry(
    "host",
    504,
    {},
    "No device came free in limits.queueSeconds: add devices or wait longer.",
  ),
  JobPaused: entry(
    "caller",
    409,
    { audience: "operator", effect: "none" },
    "The job is paused and takes no device: 'drover resume <job>' lets it go on.",
  ),
  GatheringTimeout: entry(
    "host",
    504,
    {},
    "Other jobs with roles gathered their devices all the time: add devices, or raise limits.queueSeconds.",
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
  ConfigurationInvalid: entry("farm", 500, {}, "Set what the message names."),
  InternalError: entry("farm", 500, { recovery: "sameDevice" }, "See the log for the request id."),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;
export const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(catalogue, name);
