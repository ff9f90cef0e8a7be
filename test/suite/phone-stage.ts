import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPhones, type VirtualPhone } from "@drover/virtual-android";
import type { SentLine } from "#cli/tasks/expand-tasks.ts";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import { runPreparation } from "#device-host/clean/run-preparation.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import { runValidators } from "#device-host/validators/run-validators.ts";
import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { verdictOf } from "#shared/rules/judging/verdict.ts";
import { morning } from "../practice-model/drive-phone.ts";

export const requestOf = (line: SentLine): JobRequest => BatchLine.parse(line).request;

/** A fresh phone behind a real adb server, as a job's device is. */
export interface StagedPhone {
  readonly phone: VirtualPhone;
  readonly adb: ServedDevice;
  prepare(commands: readonly string[]): Promise<void>;
  /** What the job's checks say of the phone and of what is claimed: what failed, in words. */
  judge(request: JobRequest, claim: AgentClaim | undefined): Promise<{ verdict: string; why: string }>;
}

/** One server for all phones of a test; each phone is new and gone after its use. */
export async function openStage() {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-suite-"));
  const running = await startPhones({ count: 0, dir, clock: () => morning });
  let used = 0;

  async function withPhone<Result>(act: (staged: StagedPhone) => Promise<Result>): Promise<Result> {
    const serial = `emulator-${5554 + 2 * used++}`;
    const phone = await running.start(serial);
    const adb = new ServedDevice({ endpoint: { host: "127.0.0.1", port: running.adbPort }, serial });
    const observed = { deviceId: `suite.${serial}`, adb, naturalSize: { width: 1080, height: 2400 } };
    try {
      return await act({
        phone,
        adb,
        prepare: (commands) => runPreparation(adb, commands),
        judge: async ({ validators }, claim) => {
          const screen = () => observeScreen(observed, systemClock);
          const judged = await runValidators(validators, { device: adb, claim, screen });
          const results = judged.map(({ result }) => result);
          const failed = results.filter(({ verdict }) => verdict !== "passed");
          const why = failed.map((one) => `${JSON.stringify(one.validator)}: ${one.observed}`).join("; ");
          return { verdict: verdictOf(results), why };
        },
      });
    } finally {
      await running.end(serial);
    }
  }

  const close = async (): Promise<void> => {
    await running.close();
    await rm(dir, { recursive: true, force: true });
  };
  return { withPhone, close };
}
export type Stage = Awaited<ReturnType<typeof openStage>>;
