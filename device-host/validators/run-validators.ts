import type { Evidence } from "#shared/contracts/evidence.ts";
import type { Validator, ValidatorResult } from "#shared/contracts/validator.ts";
import { matchEvidence } from "#shared/domain/judging/match-evidence.ts";
import { isConnectionLost } from "../adb/adb-error.ts";
import { answerValidator, claimValidator } from "./agent-validators.ts";
import { contentRowValidator } from "./content-row-validator.ts";
import { externalValidator } from "./external-validator.ts";
import { fileValidator } from "./file-validator.ts";
import { foregroundAppValidator, uiTextValidator } from "./screen-validators.ts";
import { settingValidator } from "./setting-validator.ts";
import { sqliteRowValidator } from "./sqlite-row-validator.ts";
import { unreadable, type ValidatorCheck, type ValidatorContext } from "./validator-check.ts";

const registry: { readonly [Kind in Validator["kind"]]: ValidatorCheck<Kind> } = {
  setting: settingValidator,
  contentRow: contentRowValidator,
  file: fileValidator,
  sqliteRow: sqliteRowValidator,
  foregroundApp: foregroundAppValidator,
  uiText: uiTextValidator,
  answer: answerValidator,
  claim: claimValidator,
  external: externalValidator,
};

export interface JudgedValidator {
  readonly result: Omit<ValidatorResult, "evidence">;
  readonly evidence: Evidence;
}

/**
 * Runs them all, side by side. A validator whose question cannot be put to the device is inconclusive, never failed.
 * @throws the transport's error when the device is lost: of that no check can say anything
 */
export const runValidators = (
  validators: readonly Validator[],
  context: ValidatorContext,
): Promise<readonly JudgedValidator[]> =>
  Promise.all(
    validators.map(async (validator) => {
      const evidence = await read(validator, context);
      const finding = matchEvidence(validator, evidence);
      const observed = finding.observed.slice(0, 500).toWellFormed();
      return { result: { ...finding, validator, observed }, evidence };
    }),
  );

async function read(validator: Validator, context: ValidatorContext): Promise<Evidence> {
  // The key and the parameter carry the same kind, which TypeScript cannot follow through the union.
  const definition = registry[validator.kind] as ValidatorCheck<Validator["kind"]>;
  try {
    return await definition.read(validator, context);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}
