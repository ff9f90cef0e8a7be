import { type HostAction, hostAction } from "#shared/actions/action-catalogue.ts";
import type { Policy } from "#shared/contracts/job/policy.ts";
import type { ActionOutcome } from "#shared/contracts/step/step.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type BeforeResult, runAfter, runBefore } from "#shared/extensions/middleware.ts";
import type { Pixel } from "#shared/screen/coordinates.ts";
import { defined } from "#shared/values/defined.ts";
import { actionContext } from "../actions/action-context.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { onDisplay, windowSize } from "../observe/window-area.ts";
import { checkEnter, checkPolicy } from "../policy/check-policy.ts";
import { fillSecrets } from "../secrets/fill-secrets.ts";
import { checkInWindow, focusWindow } from "./act-in-window.ts";
import { type CommandContext, jobOf, lastScreenOf, secretAccess } from "./command-context.ts";
import { screenPart } from "./screen-part.ts";

/**
 * Does one action with the config's middleware around it. One that is skipped is an outcome that is not ok, which the model
 * is told; what they note goes with the next observation. `changed` hears what they put in its place before that is done.
 * @throws what the action throws · ExtensionFailed
 */
export async function doAction(
  hosted: HostAction,
  adb: AdbDevice,
  policy: Policy,
  context: CommandContext<"perform">,
  changed: (action: StoredAction) => void,
): Promise<ActionOutcome> {
  const { middleware } = context.services.config;
  if (middleware.length === 0) return run(hosted, adb, policy, context);
  const around = surroundings(adb, context);
  const before = await runBefore(middleware, storedForm(hosted), around, (action) =>
    checkChanged(action, policy, context),
  );
  if (before.changedBy.length > 0) changed(before.action);
  const outcome =
    before.skipped === undefined
      ? await run(hostAction(before.action, context.services.actions), adb, policy, context)
      : skipped(before.skipped);
  const notes = await runAfter(middleware, before.action, outcome, around);
  context.part.notes.push(...changes(before), ...notes.map((note) => context.lease.secrets.text(note)));
  log(before, notes, context);
  return outcome;
}

const storedForm = ({ definition, parameters }: HostAction): StoredAction =>
  ({ action: definition.name, ...parameters }) as StoredAction;

/** Where an action would be done. */
export function placeOfAction(context: CommandContext<"perform">) {
  const seen = lastScreenOf(context);
  return {
    adb: context.adb,
    package: context.part.window === null ? undefined : seen?.facts.package,
    tree: seen?.tree ?? null,
    bar: seen?.bar,
    pages: context.device.pages,
  };
}

/** What a middleware put in place of an action is held to all that the action was. Throws PolicyDenied, ExtensionFailed. */
async function checkChanged(
  action: StoredAction,
  policy: Policy,
  context: CommandContext<"perform">,
): Promise<void> {
  try {
    const hosted = hostAction(action, context.services.actions);
    await checkPolicy(hosted, policy, placeOfAction(context));
  } catch (error) {
    if (!(error instanceof DroverError) || error.code !== "SchemaMismatch") throw error;
    throw new DroverError("ExtensionFailed", `A middleware changed the action to none: ${error.message}`, {
      cause: error,
    });
  }
}

async function run(
  { definition, parameters }: HostAction,
  adb: AdbDevice,
  policy: Policy,
  command: CommandContext<"perform">,
): Promise<ActionOutcome> {
  const { device, services, signal, part } = command;
  if (typeof parameters.package === "string") device.touchedPackages.add(parameters.package);
  const place = part.window === null ? null : await screenPart(command, part.window);
  if (place !== null) {
    checkInWindow({ definition, parameters });
    await focusWindow({ definition, parameters }, adb, place, command);
  }
  const screen = place === null ? (device.lastScreen?.screen ?? device.naturalSize) : windowSize(place.area);
  const urlSchemes = policy.urls.schemes;
  const fill = fillSecrets({
    ...secretAccess(command),
    adb: command.adb,
    task: async () => (await jobOf(command)).task,
  });
  const onScreen = place === null ? undefined : (pixel: Pixel) => onDisplay(pixel, place.area);
  const checks = {
    fillSecrets: fill,
    checkEnter: () => checkEnter(policy, adb, command.lease.secrets, device.sources.tree),
  };
  const acting = { device, adb, screen, signal, urlSchemes, ...checks, ...defined({ onScreen }) };
  const context = actionContext(acting, services);
  const { retries } = await definition.run(parameters, context);
  return { ok: true, effect: "done", retries };
}

function surroundings(adb: AdbDevice, around: CommandContext<"perform">) {
  const { command, device, services, signal } = around;
  const { jobId, stepNumber } = command;
  const seen = lastScreenOf(around);
  const screen = seen?.screen ?? device.naturalSize;
  const app = seen?.facts.package ?? "";
  const { device: port } = actionContext({ device, adb, screen, signal }, services);
  return { jobId, stepNumber, screen, package: app, device: port, signal };
}

const skipped = ({ by, reason }: NonNullable<BeforeResult["skipped"]>): ActionOutcome => ({
  ok: false,
  effect: "none",
  message: `It was not done: ${by} skipped it. ${reason}`.slice(0, 1_000).toWellFormed(),
  retries: 0,
});

const changes = ({ action, changedBy }: BeforeResult): readonly string[] =>
  changedBy.map((name) => `${name} changed the action to ${action.action}`);

function log(
  { action, changedBy, skipped: by }: BeforeResult,
  notes: readonly string[],
  { command, services }: CommandContext<"perform">,
): void {
  if (changedBy.length === 0 && by === undefined && notes.length === 0) return;
  const { jobId, stepNumber } = command;
  services.logger.info("middleware", {
    jobId,
    stepNumber,
    action: action.action,
    changedBy,
    skippedBy: by?.by ?? null,
    notes,
  });
}
