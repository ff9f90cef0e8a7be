import { type HostAction, hostAction } from "#shared/actions/action-catalogue.ts";
import type { Policy } from "#shared/contracts/job/policy.ts";
import type { ActionResult, UIAction } from "#shared/contracts/protocol/ui-action.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import type { DeviceRequest } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import { pixelOf } from "#shared/extensions/coordinate-transform.ts";
import { differsFromPlan } from "#shared/screen/planned-screen.ts";
import { actionContext } from "../actions/action-context.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import { lookAtScreen } from "../devices/look-at-screen.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import type { RememberedScreen } from "../observe/captured-screen.ts";
import { isUnchanged } from "../observe/is-unchanged.ts";
import { checkEnter, checkPolicy } from "../policy/check-policy.ts";
import { endDeniedCall } from "../policy/end-denied-call.ts";
import { tenantPolicy } from "../policy/tenant-policy.ts";
import { toDeviceAction } from "./element-target.ts";
import { busy, heldForPerson } from "./held-for-person.ts";
import { noteIntervention, notePersonAction } from "./note-person.ts";

type ExecuteRequest = Extract<DeviceRequest["request"], { type: "execute" }>;

/**
 * One action of a person's. On a device that nobody holds: it is held for the one action, so that no job can get it meanwhile, and
 * left `dirty`. On one whose job waits for an answer (`held`): within that job's lease, which stays.
 */
export async function actForPerson(
  device: ManagedDevice,
  { action, held }: ExecuteRequest,
  services: HostServices,
): Promise<ActionResult> {
  if (device.lease !== null && held === undefined) throw busy(device);
  using _turn = await device.lane.enter();
  const lent = held === undefined ? null : leaseOf(device, held);
  const policies = await policiesOf(held, services);
  const shown = device.lastScreen ?? (await lookAtScreen(device, device.adb, services.clock));
  // Before the device is taken: an element that is not there must not make it dirty.
  const told = toDeviceAction(action, shown.tree, services.actions);
  const hosted = hostAction(told, services.actions);
  const { adb, pages } = device;
  for (const policy of policies)
    await checkPolicy(hosted, policy, { adb, tree: shown.tree, bar: shown.bar, pages });
  const changed = await changedSince(shown, hosted, device, services);
  if (changed !== null) return { ...changed, action_id: action.action_id };
  const wanted = { device, action, hosted, policies, screen: shown.screen };
  const at = services.clock.now().toISOString();
  const noted = { action, tree: shown.tree, at };
  if (held !== undefined && lent !== null) {
    const result = await act(wanted, lent, services);
    noteIntervention(lent, noted, shown.screen, result);
    await notePersonAction(device, { ...noted, jobId: held.jobId }, result, services);
    return result;
  }
  return heldForPerson(device, services, "used through the API", async (lease) => {
    const result = await act(wanted, lease, services);
    await notePersonAction(device, noted, result, services);
    return result;
  });
}

/** The answer when what the action was chosen on is not there any more (docs/faults.md C19), with the screen as it is now; else null. */
async function changedSince(
  shown: RememberedScreen,
  { definition, parameters }: HostAction,
  device: ManagedDevice,
  { clock, config }: HostServices,
): Promise<Omit<ActionResult, "action_id"> | null> {
  const aim = definition.aims(parameters);
  const started = clock.monotonic();
  if (aim.at === "anywhere" || (await isUnchanged(shown, aim, device.adb, device.sources.picture)))
    return null;
  const now = await lookAtScreen(device, device.adb, clock);
  const planned = ({ facts, tree }: RememberedScreen) => ({ ...facts, tree });
  const error = differsFromPlan(aim, planned(shown), planned(now), (finger, screen) =>
    pixelOf(finger, screen, device.facts, config.coordinateTransform),
  );
  const execution_time_ms = Math.round(clock.monotonic() - started);
  if (error === null) return null;
  const without = now.tree === null ? { tree_unavailable: await whyNoTree(now.flags, device.adb) } : {};
  return { success: false, error, execution_time_ms, retries: 0, new_tree: now.tree, ...without };
}

/** The tenant's, and that of the job that waits: whoever acts on its device, it is the job's. */
async function policiesOf(held: ExecuteRequest["held"], services: HostServices): Promise<readonly Policy[]> {
  const tenants = tenantPolicy(services);
  if (held === undefined) return [tenants];
  const job = await services.repositories.jobs.get(services.tenantId, held.jobId);
  if (job === null) throw new DroverError("NotFound", `Job ${held.jobId} is not stored.`);
  return [tenants, job.policy];
}

/** @throws LeaseLost when the job that waits does not have the device any more */
function leaseOf(
  { lease, deviceId }: ManagedDevice,
  { jobId, epoch }: NonNullable<ExecuteRequest["held"]>,
): HeldLease {
  if (lease?.jobId === jobId && lease.epoch === epoch) return lease;
  throw new DroverError("LeaseLost", `Job ${jobId} no longer has device '${deviceId}'.`);
}

interface Wanted {
  readonly device: ManagedDevice;
  readonly action: UIAction;
  readonly hosted: HostAction;
  readonly policies: readonly Policy[];
  readonly screen: ScreenSize;
}

async function act(
  { device, action, hosted, policies, screen }: Wanted,
  lease: HeldLease,
  services: HostServices,
): Promise<ActionResult> {
  const { clock } = services;
  const adb: AdbDevice = device.adb.with({ guard: () => lease.check() });
  const started = clock.monotonic();
  const { signal } = new AbortController();
  const enter = async () => {
    for (const policy of policies) await checkEnter(policy, adb, lease.secrets, device.sources.tree);
  };
  const context = actionContext({ device, adb, screen, signal, checkEnter: enter }, services);
  let retries = 0;
  let error: DroverError | null = null;
  for (; ; retries += 1) {
    error = await hosted.definition.run(hosted.parameters, context).then(
      () => null,
      (thrown: unknown) => lease.secrets.error(unexpected(thrown)),
    );
    if (error === null || !isKnownToHaveFailed(error) || retries >= action.max_retries) break;
  }
  if (error !== null && error.audience !== "model") throw error;
  const seen = await lookAtScreen(device, adb, clock);
  for (const policy of policies) error = (await endDeniedCall(seen.facts, policy, { adb, clock })) ?? error;
  const { tree, flags } = error?.code === "PolicyDenied" ? await lookAtScreen(device, adb, clock) : seen;
  return {
    action_id: action.action_id,
    success: error === null,
    ...(error === null ? {} : { error: error.message }),
    execution_time_ms: Math.round(clock.monotonic() - started),
    retries,
    new_tree: tree,
    ...(tree === null ? { tree_unavailable: await whyNoTree(flags, adb) } : {}),
  };
}

/** After a lost connection nobody knows; a program that ended with an error did nothing. */
const isKnownToHaveFailed = ({ audience, code, retryable }: DroverError): boolean =>
  (audience === "model" && retryable) || code === "AdbCommandFailed";

async function whyNoTree(flags: readonly string[], adb: AdbDevice): Promise<string> {
  const [power] = await adb.read([
    {
      pipeline: [
        ["dumpsys", "power"],
        ["grep", "-E", "mWakefulness=(Asleep|Dozing)"],
      ],
    },
  ]);
  if (power?.code === 0) return "The display is off: the global action POWER turns it on.";
  return flags.join("; ");
}
