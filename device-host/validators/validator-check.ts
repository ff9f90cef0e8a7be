import type { Validator } from "#shared/contracts/validator.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { CapturedScreen } from "../observe/captured-screen.ts";

export interface ValidatorFinding {
  readonly verdict: "passed" | "failed" | "inconclusive";
  /** What was there, for people. */
  readonly observed: string;
  /** What would hold it is not there at all, as a database before its app's first start. */
  readonly absent?: true;
}

export interface ValidatorContext {
  readonly device: AdbDevice;
  /** What the agent answered; undefined when it gave no answer. */
  readonly answer: string | undefined;
  /** One look at the screen, shared by all validators that need it. */
  screen(): Promise<CapturedScreen>;
}

export type ValidatorOf<Kind extends Validator["kind"]> = Extract<Validator, { kind: Kind }>;

export interface ValidatorCheck<Kind extends Validator["kind"]> {
  readonly kind: Kind;
  /** Throws when the device could not be asked: the verdict is then `inconclusive`. */
  check(validator: ValidatorOf<Kind>, context: ValidatorContext): Promise<ValidatorFinding>;
}

export const defineValidator = <Kind extends Validator["kind"]>(
  check: ValidatorCheck<Kind>,
): ValidatorCheck<Kind> => check;

export const found = (passed: boolean, observed: string): ValidatorFinding => ({
  verdict: passed ? "passed" : "failed",
  observed,
});
/** A finding about a file or table that is not there. */
export const nothingThere = (passed: boolean, observed: string): ValidatorFinding => ({
  ...found(passed, observed),
  absent: true,
});
export const inconclusive = (observed: string): ValidatorFinding => ({ verdict: "inconclusive", observed });
