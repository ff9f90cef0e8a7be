import { input } from "#shared/actions/input-commands.ts";
import type { Policy } from "#shared/contracts/job/policy.ts";
import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isHomeScreen } from "#shared/rules/policy/kinds-of.ts";
import { displayText } from "#shared/text/display-text.ts";
import { defined } from "#shared/values/defined.ts";
import { type AppEvent, appEventsCommand, parseAppEvents } from "../../app-errors/app-events.ts";
import { type AppFailure, packageOf, systemUi } from "../../app-errors/app-failure.ts";
import { type ErrorDialog, errorDialogOn } from "../../app-errors/error-dialog.ts";
import type { CapturedScreen, RememberedScreen } from "../../observe/captured-screen.ts";
import type { LookingContext } from "../command-context.ts";
import { saveAppFailure } from "./save-app-failure.ts";

/** A dialog that comes back this often is left to the agent. */
const mostDialogs = 4;

interface Met extends AppFailure {
  /** What tells it from others of the same app. */
  readonly key: string;
  readonly why: string;
  readonly dialog: ErrorDialog | null;
}

interface Looking {
  readonly before: RememberedScreen | null;
  readonly policy: Policy;
  readonly look: () => Promise<CapturedScreen>;
}

/**
 * Finds out whether an app crashed or does not respond, by Android's dialog or, when the app is not in front any more, by the device's
 * event log; writes it on the job and, as the policy says, clears it up, leaves it, or ends the job (docs/faults.md C2, C3, C4).
 * @throws AppCrashed, AppNotResponding for a job that its policy ends
 */
export async function meetAppFailures(
  captured: CapturedScreen,
  looking: Looking,
  context: LookingContext,
): Promise<CapturedScreen> {
  let screen = captured;
  const told: string[] = [];
  for (let dialogs = 0; dialogs < mostDialogs; dialogs += 1) {
    const met = await failureOn(screen, looking.before, context);
    if (met === null) break;
    const isNew = !context.part.knownFailures.has(met.key);
    context.part.knownFailures.add(met.key);
    if (isNew) await record(met, screen, looking.policy, context);
    const clears = looking.policy.appErrors === "recover" && met.dialog !== null;
    const done = clears ? await clear(met, met.dialog, context) : null;
    if (isNew || done !== null) told.push(sentence(met, done, context));
    if (done === null) break;
    screen = await looking.look();
  }
  return told.length === 0 ? screen : { ...screen, flags: [...told.slice(-3), ...screen.flags] };
}

/** What the event log says before the job: none of it is the job's. */
export async function noteEarlierFailures({ adb, part }: LookingContext): Promise<void> {
  const [events] = await adb.read([appEventsCommand]);
  for (const { key } of parseAppEvents(events?.output ?? "")) part.knownFailures.add(key);
}

async function failureOn(
  screen: CapturedScreen,
  before: RememberedScreen | null,
  context: LookingContext,
): Promise<Met | null> {
  const dialog = errorDialogOn(screen);
  const expected = expectedApp(before, context);
  if (dialog === null && !hasLeft(screen, before, expected)) return null;
  const [read] = await context.adb.read([appEventsCommand]);
  const events = parseAppEvents(read?.output ?? "");
  if (dialog !== null) return ofDialog(dialog, events);
  const crash = events.findLast((event) => event.kind === "crash" && packageOf(event) === expected);
  return crash === undefined || context.part.knownFailures.has(crash.key) ? null : { ...crash, dialog: null };
}

/** A dialog whose title could not be read is about whatever the log tells of last. */
function ofDialog(dialog: ErrorDialog, events: readonly AppEvent[]): Met {
  const { kind, process: titled } = dialog;
  const event = events.findLast((one) => one.kind === kind && (titled === "" || one.process === titled));
  const process = titled || (event?.process ?? "");
  return { kind, process, key: event?.key ?? `${kind} ${process}`, why: event?.why ?? "", dialog };
}

/** The app that was in front, or that an action was to open: it should still be there. */
function expectedApp(before: RememberedScreen | null, { command }: LookingContext): string {
  const actions = command.kind === "perform" ? command.actions : [];
  const opened = actions.findLast(({ action }) => action === "open_app");
  return typeof opened?.package === "string" ? opened.package : (before?.facts.package ?? "");
}

/** An app that crashes is gone, or shows an activity that lay beneath. */
const hasLeft = ({ facts }: CapturedScreen, before: RememberedScreen | null, expected: string): boolean =>
  expected !== "" &&
  !isHomeScreen(expected) &&
  (facts.package !== expected || (before !== null && before.facts.activity !== facts.activity));

async function record(
  met: Met,
  screen: CapturedScreen,
  { appErrors }: Policy,
  context: LookingContext,
): Promise<void> {
  const { services, part, command } = context;
  const code = met.kind === "crash" ? "AppCrashed" : "AppNotResponding";
  const message = `${what(met, context)}.`;
  const error = new DroverError(code, message);
  services.metrics.count("drover_app_failures_total", { kind: met.kind });
  services.logger.warn("app failure", { jobId: command.jobId, deviceId: command.deviceId, code, message });
  const errorId = await saveAppFailure(met, error, screen, context);
  part.failureId = errorId ?? part.failureId;
  if (appErrors === "end-job")
    throw new DroverError(code, error.message, { details: defined({ errorId: errorId ?? undefined }) });
}

/**
 * Waits once for what does not respond, then closes it; the system's own interface starts again by itself when it is closed. What was
 * done; null: the dialog has no button for it.
 */
async function clear(met: Met, dialog: ErrorDialog | null, { adb, part }: LookingContext) {
  const waits = dialog?.wait != null && !part.waitedFor.has(met.process);
  const button = waits ? dialog.wait : (dialog?.close ?? null);
  if (button === null) return null;
  if (waits) part.waitedFor.add(met.process);
  await adb.writeAll([tap(button)]);
  if (waits) return "it was given more time";
  return met.process === systemUi
    ? "it was closed and starts again"
    : "it was closed: open it again to go on";
}

const tap = ({ left, top, right, bottom }: Bounds) =>
  input.tap(Math.floor((left + right) / 2), Math.floor((top + bottom) / 2));

function what(met: Met, { device, lease }: LookingContext): string {
  const name = packageOf(met);
  const who = name === "" ? "An app" : `${displayText(device.nameOf(name), 80)} (${met.process})`;
  const why = met.why === "" ? "" : `: ${lease.secrets.text(met.why)}`;
  return `${who} ${met.kind === "crash" ? "crashed" : "does not respond"}${why}`;
}

function sentence(met: Met, done: string | null, context: LookingContext): string {
  const kind = met.kind === "crash" ? "appCrashed" : "appNotResponding";
  const left = met.dialog === null ? "it is not in front any more" : "its dialog is yours to answer";
  return `${kind}: ${what(met, context).slice(0, 220)}; ${done ?? left}`;
}
