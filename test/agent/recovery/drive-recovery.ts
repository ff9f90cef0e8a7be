import type { VirtualPhone } from "@drover/virtual-android";
import { beginRecovery } from "#agent/recovery/begin-recovery.ts";
import { handler as act } from "#functions/act-recovery.ts";
import { handler as end } from "#functions/end-recovery.ts";
import { handler as plan } from "#functions/plan-recovery.ts";
import { handler as report } from "#functions/report-recovery.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import type { RaisedException } from "#shared/contracts/agent/raised-exception.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import { EndRecoveryOutput, RecoveryTurn } from "#shared/contracts/recovery/recovery-turn.ts";
import type { ActionOutcome } from "#shared/contracts/step/step.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import type { DeviceAction } from "../../device-action.ts";
import { invoke, type TestFunctions } from "../../functions/start-functions.ts";
import { observe, perform } from "../../practice-model/drive-phone.ts";
import { sampleObservation, tenantId } from "../../shared/storage/sample-records.ts";

export interface Driven {
  readonly recovery: Recovery;
  readonly ended: EndRecoveryOutput;
  /** Actions that the phone was told, in order. */
  readonly performed: readonly DeviceAction[];
  /** Of each command to the phone. */
  readonly deadlinesSeconds: readonly number[];
}

interface Drive {
  readonly functions: TestFunctions;
  readonly phone: VirtualPhone;
  readonly job: Job;
  readonly raised: Partial<RaisedException> & Pick<RaisedException, "exception">;
  /** Before each action; what it answers is the device's error, if it is one. */
  readonly onPerform?: (action: DeviceAction) => Error | undefined;
}

const lease = {
  deviceId: "host-a.emulator-5554",
  hostId: "host-a",
  epoch: 1,
  acquiredAt: "2026-01-01T00:00:00.000Z",
  screen: { width: 1080, height: 2400 },
  commandQueueUrl: "http://127.0.0.1:4566/000000000000/drover_test_acme_host_host-a",
};
let seen = 0;

/** Stores what is on the phone, as a host does. */
export async function look(
  phone: VirtualPhone,
  job: Job,
  { storage, clock }: TestFunctions,
): Promise<Observation> {
  const tree: SemanticUITree = await observe(phone);
  const treeKey = `tenants/${tenantId}/jobs/${job.jobId}/trees/${++seen}.json`;
  await storage.artifacts.put(treeKey, JSON.stringify(tree), "application/json");
  return sampleObservation({
    capturedAt: clock.now.toISOString(),
    package: tree.app_package,
    activity: tree.activity,
    keyboardShown: tree.keyboard_shown,
    treeHash: treeHash(tree),
    treeKey,
  });
}

/** What recovery.asl.json does, on a phone in this process: the definition itself is run by test/state-machines. */
export async function driveRecovery(drive: Drive): Promise<Driven> {
  const { functions, phone, job, raised, onPerform } = drive;
  const { jobId } = job;
  let observation = await look(phone, job, functions);
  const begun = { recoveryNumber: 1, source: "api", stepNumber: 1, raised, observation } as const;
  const { recoveryId } = await beginRecovery(job, begun, runtimeFor("plan-recovery"));
  const performed: DeviceAction[] = [];
  const deadlinesSeconds: number[] = [];
  let [stepNumber, turnNumber] = [1, 0];
  let failure: { state: string; error: string; cause: string } | null = null;
  const input = () => ({
    schemaVersion: 1,
    tenantId,
    jobId,
    recoveryId,
    reason: "",
    lease,
    stepNumber,
    observation,
  });
  const turn = async (handler: Parameters<typeof invoke>[0], more = {}): Promise<RecoveryTurn> => {
    const began = performance.now();
    const told = RecoveryTurn.parse(await invoke(handler, { ...input(), turnNumber: ++turnNumber, ...more }));
    functions.clock.now = new Date(functions.clock.now.getTime() + Math.ceil(performance.now() - began));
    stepNumber = told.nextStepNumber;
    return told;
  };
  let next = await turn(plan);
  while (next.route !== "end") {
    if (next.route === "perform") {
      failure = null;
      deadlinesSeconds.push(next.deadlineSeconds);
      const outcome = await doAll(next.actions as readonly DeviceAction[]);
      if (outcome !== null) {
        const step = { tenantId, jobId, stepNumber: next.stepNumber };
        const performedAt = functions.clock.now.toISOString();
        await functions.repositories.steps.complete({ ...step, performedAt, outcome });
        observation = await look(phone, job, functions);
      }
      next = await turn(report, { failure });
    } else if (next.route === "report") next = await turn(report, { failure: null });
    else next = await turn(next.route === "act" ? act : plan);
  }
  const ended = EndRecoveryOutput.parse(await invoke(end, { ...input(), failure: null }));
  const recovery = await functions.repositories.recoveries.get(tenantId, jobId, 1);
  if (recovery === null) throw new Error("the recovery is not stored");
  return { recovery, ended, performed, deadlinesSeconds };

  async function doAll(actions: readonly DeviceAction[]): Promise<ActionOutcome | null> {
    let ok = true;
    for (const action of actions) {
      performed.push(action);
      const error = onPerform?.(action);
      if (error !== undefined) {
        failure = { state: "PerformRecovery", error: error.name, cause: error.message };
        return null;
      }
      if (action.action === "wait")
        functions.clock.now = new Date(functions.clock.now.getTime() + action.duration);
      ok = await perform(phone, action);
    }
    return ok
      ? { ok, effect: "done", retries: 0 }
      : { ok, effect: "none", retries: 0, errorCode: "AppNotFound", message: "It could not be opened." };
  }
}
