import { input, keyCode } from "#shared/actions/input-commands.ts";
import { neededCapabilities } from "#shared/contracts/device/capability.ts";
import type { DeviceContext } from "#shared/contracts/device/device-facts.ts";
import { deviceContextKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Validator } from "#shared/contracts/judging/validator.ts";
import type { SetUpAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { alreadySatisfied } from "#shared/rules/judging/verdict.ts";
import { defined } from "#shared/values/defined.ts";
import type { WholeDevice } from "../clean/device-baseline.ts";
import { learnContext } from "../devices/learn-context.ts";
import { withAppName } from "../devices/look-at-screen.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import { startRecording } from "../devices/record-lease.ts";
import { type CapturedScreen, rememberedOf } from "../observe/captured-screen.ts";
import { isTaken, takePermissions } from "../policy/take-permissions.ts";
import { withCheckedSecrets, withoutCheckedSecrets } from "../secrets/checked-secrets.ts";
import { runValidators } from "../validators/run-validators.ts";
import { beginFrom } from "./begin-from.ts";
import { type CommandContext, knownJob, secretAccess, store } from "./command-context.ts";
import { lookForJob } from "./failures/look-for-job.ts";
import { noteEarlierFailures } from "./failures/meet-app-failures.ts";
import { requireNetwork } from "./failures/meet-network.ts";
import { findDevice } from "./found-device.ts";
import { prepare } from "./prepare.ts";
import { shownToAgent } from "./shown-to-agent.ts";

/**
 * Makes the screen usable and the device fit for the job, runs the validators once when asked, observes.
 * @throws DeviceUnsupported, DeviceNotClean, NoScreenSource and the transport's errors
 */
export async function setUp(context: CommandContext<"setUp">): Promise<SetUpAnswer> {
  const { command, adb, lease, part } = context;
  const [job] = await Promise.all([knownJob(context), wake(adb)]);
  requireSupport(job, context.device);
  let contents: WholeDevice | undefined;
  if (!lease.prepared) {
    if (lease.personsReason === null) contents = await begin(context, job);
    lease.prepared = true;
    startRecording(context, job);
  }
  await noteEarlierFailures(context);
  const validators = command.precheck ? await withCheckedSecrets(job.validators, secretAccess(context)) : [];
  const [looked, deviceContext, foundDevice] = await Promise.all([
    lookForJob(context),
    learnContext(context.device, adb, context.services),
    findDevice(context, job, contents),
  ]);
  requireCapabilities(deviceContext, job);
  requireNetwork(job.requirements.network, context);
  // The first look may have come before the apps were known.
  const captured = await shownToAgent(withAppName(looked, context.device), context);
  part.answered = rememberedOf(captured);
  // What a person did before the agent's first look changed nothing that it was shown.
  part.touches.splice(0);
  // A tree or a picture alone will do (docs/spec.md I4.2); observing throws NoScreenSource when there is neither
  // (docs/spec.md R9.4).
  const [observation, baseline, known] = await Promise.all([
    store(context, captured, { stepNumber: 0, modelPicture: command.modelPicture }).then(
      ({ stored }) => stored,
    ),
    command.precheck ? precheck(validators, job, context, captured) : undefined,
    keepContext(context, deviceContext),
  ]);
  const noted = { ...known, ...baseline, ...(foundDevice === null ? {} : { foundDevice }) };
  await context.services.repositories.jobs.saveDevice(job.tenantId, job.jobId, noted);
  return { observation, ...defined({ alreadySatisfied: baseline?.alreadySatisfied }) };
}

/** As the job is to find it, without the permissions that its policy takes. */
async function begin(context: CommandContext<"setUp">, job: Job): Promise<WholeDevice | undefined> {
  const { adb, device } = context;
  await device.uiServer?.prepare();
  const clean = await prepare(context, job.validators);
  // Set up again, it is no baseline.
  device.needsClean ||= isTaken(job.policy);
  // Before apps are opened, because it ends their processes.
  await takePermissions(adb, job.policy, clean.permissions);
  const contents = await beginFrom(context, job, clean);
  if (contents === undefined && clean.permissions !== null) await takePermissions(adb, job.policy);
  return contents;
}

/** Both do nothing on a device that is awake and unlocked. A lock with a PIN is the operator's to remove. */
const wake = (adb: CommandContext<"setUp">["adb"]) =>
  adb.write([input.keys(keyCode.wake), ["wm", "dismiss-keyguard"]]);

function requireSupport(job: Job, device: ManagedDevice): void {
  const wanted = job.requirements.minApiLevel ?? 0;
  if (device.facts.apiLevel >= wanted) return;
  throw new DroverError(
    "DeviceUnsupported",
    `Device ${device.deviceId} has API level ${device.facts.apiLevel}; the job needs at least ${wanted}.`,
  );
}

/** @throws DeviceUnsupported when the device lacks what every agent needs (docs/spec.md I1.1), or this job does */
function requireCapabilities(
  { deviceId, missing }: DeviceContext,
  { workflow, snapshot = "off" }: Job,
): void {
  const unsupported = (why: string) =>
    new DroverError("DeviceUnsupported", `Device ${deviceId} ${why}.`, { details: { missing } });
  const needed = neededCapabilities.filter((name) => missing.includes(name));
  if (needed.length > 0) throw unsupported(`cannot be used: it has no ${needed.join(", ")}`);
  if (workflow?.split !== undefined && missing.includes("splitScreen"))
    throw unsupported("cannot split its screen, as this job needs: Android 12 and later can");
  if (snapshot !== "off" && missing.includes("snapshots"))
    throw unsupported(
      "has no snapshots, which this job's 'snapshot' needs: emulators and virtual phones have",
    );
}

/** The job's prompts tell it to the model (docs/spec.md R8). */
async function keepContext(
  { command, services }: CommandContext<"setUp">,
  deviceContext: DeviceContext,
): Promise<Pick<Job, "deviceFacts" | "deviceContextKey">> {
  const { tenantId, jobId, commandId } = command;
  const key = deviceContextKey(tenantId, jobId, commandId);
  await services.spool.put(key, JSON.stringify(deviceContext), "application/json");
  return { deviceFacts: deviceContext.facts, deviceContextKey: key };
}

/** What a job that does nothing would be judged. */
async function precheck(
  validators: readonly Validator[],
  job: Job,
  { adb, lease, services }: CommandContext<"setUp">,
  captured: CapturedScreen,
): Promise<Required<Pick<Job, "baseline" | "alreadySatisfied">>> {
  const judged = await runValidators(validators, {
    device: adb,
    claim: undefined,
    screen: async () => captured,
  });
  const results = withoutCheckedSecrets(judged, job.validators, lease.secrets).map(({ result }) => result);
  return {
    alreadySatisfied: alreadySatisfied(results),
    baseline: {
      at: services.clock.now().toISOString(),
      results: results.map(({ verdict, observed, absent }) => ({
        verdict,
        observed: observed.slice(0, 200).toWellFormed(),
        ...defined({ absent }),
      })),
    },
  };
}
