import type { FailureCategory } from "#shared/contracts/recovery/recovery.ts";
import { type ErrorCode, isErrorCode } from "#shared/errors/catalogue.ts";

/** The category of every error that Drover raises (docs/spec.md E5); one without does not compile. */
export const failureCategories: { readonly [Code in ErrorCode]: FailureCategory } = {
  // What was looked for was not there.
  NotFound: "element_not_found",
  PoolNotFound: "element_not_found",
  TooManyStreams: "system_error",
  FarmBusy: "system_error",
  QuotaExceeded: "system_error",
  LimitReached: "system_error",
  TooManyRequests: "system_error",
  UnknownElement: "element_not_found",
  AppNotFound: "element_not_found",
  CoordinateOutOfRange: "element_not_found",
  // What was to be done could not be done, or was not allowed.
  InvalidRequest: "action_failed",
  Unauthorized: "action_failed",
  Forbidden: "action_failed",
  MethodNotAllowed: "action_failed",
  SecretUnavailable: "action_failed",
  ScheduleState: "system_error",
  BatchState: "action_failed",
  BatchRefused: "action_failed",
  ExportRefused: "action_failed",
  IdempotencyConflict: "action_failed",
  PoolRefused: "action_failed",
  DeviceBusy: "action_failed",
  RecordingFailed: "action_failed",
  SnapshotFailed: "action_failed",
  SnapshotGone: "action_failed",
  SnapshotPrivate: "action_failed",
  SnapshotsFull: "action_failed",
  JobFinished: "action_failed",
  FarmStopped: "action_failed",
  NotReady: "action_failed",
  ValidationError: "action_failed",
  JSONParseError: "action_failed",
  UrlNotAllowed: "action_failed",
  PolicyDenied: "action_failed",
  SecretRefused: "action_failed",
  ModelOutputInvalid: "action_failed",
  ModelRefused: "action_failed",
  RecoveryFailed: "action_failed",
  BudgetExhausted: "action_failed",
  DeviceUnsupported: "action_failed",
  AppUnusable: "system_error",
  AppCrashed: "system_error",
  DeviceNotBooted: "system_error",
  ScreenFrozen: "system_error",
  NoNetwork: "system_error",
  PreparationFailed: "system_error",
  AdbCommandFailed: "action_failed",
  JobCancelled: "action_failed",
  JobPaused: "action_failed",
  NotSteerable: "action_failed",
  MessagesFull: "action_failed",
  AnswerRefused: "action_failed",
  TurnOver: "action_failed",
  TurnAnswered: "action_failed",
  TurnTaken: "action_failed",
  AgentFailed: "action_failed",
  // It was done, and the screen is not what it should be.
  TextMismatch: "validation_failed",
  ScreenChanged: "validation_failed",
  ScreenshotCorrupt: "validation_failed",
  TreeCorrupt: "validation_failed",
  SchemaMismatch: "validation_failed",
  DeviceNotClean: "validation_failed",
  // It took too long.
  HostTimeout: "timeout",
  ModelTimeout: "timeout",
  AgentSilent: "timeout",
  DeviceTimeout: "timeout",
  AppNotResponding: "timeout",
  QueueTimeout: "timeout",
  GatheringTimeout: "timeout",
  TreeUnavailable: "timeout",
  // What carries it all is away or broken.
  ModelOverloaded: "system_error",
  AllowanceUsed: "system_error",
  ModelUnavailable: "system_error",
  ModelRejected: "system_error",
  DeviceDisconnected: "system_error",
  DeviceOffline: "system_error",
  DeviceUnauthorized: "system_error",
  DeviceStorageFull: "system_error",
  AdbServerLost: "system_error",
  LeaseLost: "system_error",
  NoScreenSource: "system_error",
  HostDraining: "system_error",
  StorageUnavailable: "system_error",
  CommandUndelivered: "system_error",
  ExtensionFailed: "system_error",
  ConfigurationInvalid: "system_error",
  InternalError: "system_error",
};

/**
 * How frameworks name what they raise: WebDriver's error codes and classes, Espresso's, Python's and JUnit's. The first that
 * fits counts: a crash that shows as a missing element is a crash, an element that a wait did not find is not found.
 */
const patterns: readonly (readonly [FailureCategory, RegExp])[] = [
  [
    "system_error",
    /has stopped|isn.t responding|not responding|\bANR\b|crash|instrumentation process|invalid ?session|session (?:is )?(?:deleted|not created)|NoSuchSession|socket hang up|ECONN\w+|out of memory|FATAL EXCEPTION|device offline|not found in adb/i,
  ],
  [
    "element_not_found",
    /NoSuchElement|no such element|StaleElement|stale element|NoMatchingView|element .{0,80}(?:could(?: not|n't) be (?:found|located)|not found|wasn't found|still not (?:displayed|existing))|(?:could not|unable to|cannot|can't) (?:find|locate)|no node|not found/i,
  ],
  ["timeout", /time[d ]?-?\s?out|TimeoutException|deadline exceeded|took too long/i],
  [
    "validation_failed",
    /Assertion|expect(?:ed|\()|to equal|toHave|should (?:be|have)|mismatch|does not match|instead of/i,
  ],
];

/** Of an exception in anybody's words; what says nothing else is an action that failed. */
export function categoryOf(exception: string, errorCode?: string): FailureCategory {
  if (errorCode !== undefined && isErrorCode(errorCode)) return failureCategories[errorCode];
  // A stack names files and functions, which say nothing of the failure.
  const said = exception
    .split("\n")
    .filter((line) => !/^\s+at /.test(line))
    .slice(0, 20)
    .join("\n");
  return patterns.find(([, pattern]) => pattern.test(said))?.[0] ?? "action_failed";
}
