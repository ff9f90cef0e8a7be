import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { Evidence } from "#shared/contracts/judging/evidence.ts";
import type { ExternalCheck } from "#shared/contracts/judging/external-check.ts";
import type { Validator, ValidatorOf } from "#shared/contracts/judging/validator.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { CapturedScreen } from "../observe/captured-screen.ts";

export interface ValidatorContext {
  readonly device: AdbDevice;
  /** What the agent said of its own work; undefined when it said nothing. */
  readonly claim: AgentClaim | undefined;
  /** What the job's caller found when he looked himself; absent before the start, when nobody has. */
  readonly checks?: readonly ExternalCheck[];
  /** One look at the screen, shared by all validators that need it. */
  screen(): Promise<CapturedScreen>;
}

export interface ValidatorCheck<Kind extends Validator["kind"]> {
  readonly kind: Kind;
  /**
   * Reads what the check is about; shared/rules/judging decides by it. Throws when the device could not be asked: the verdict is
   * then `inconclusive`, unless the device is lost.
   */
  read(validator: ValidatorOf<Kind>, context: ValidatorContext): Promise<Evidence>;
}

export const defineValidator = <Kind extends Validator["kind"]>(
  check: ValidatorCheck<Kind>,
): ValidatorCheck<Kind> => check;

/** The question cannot be put to the device. */
export const unreadable = (why: string): Evidence => ({ kind: "unreadable", why });
