import type { Validator, ValidatorResult } from "#shared/contracts/validator.ts";
import { contentRowValidator } from "./content-row-validator.ts";
import { fileValidator } from "./file-validator.ts";
import { answerValidator, foregroundAppValidator, uiTextValidator } from "./screen-validators.ts";
import { settingValidator } from "./setting-validator.ts";
import { sqliteRowValidator } from "./sqlite-row-validator.ts";
import type { ValidatorCheck, ValidatorContext, ValidatorFinding } from "./validator-check.ts";

const registry: { readonly [Kind in Validator["kind"]]: ValidatorCheck<Kind> } = {
  setting: settingValidator,
  contentRow: contentRowValidator,
  file: fileValidator,
  sqliteRow: sqliteRowValidator,
  foregroundApp: foregroundAppValidator,
  uiText: uiTextValidator,
  answer: answerValidator,
};

export type Verdict = "passed" | "failed" | "inconclusive" | "none";

/** Runs them all, side by side. A validator whose question cannot be put to the device is inconclusive, never failed. */
export function runValidators(
  validators: readonly Validator[],
  context: ValidatorContext,
): Promise<readonly ValidatorResult[]> {
  return Promise.all(
    validators.map(async (validator) => {
      const finding = await check(validator, context);
      return { ...finding, validator, observed: finding.observed.slice(0, 500).toWellFormed() };
    }),
  );
}

async function check(validator: Validator, context: ValidatorContext): Promise<ValidatorFinding> {
  // The key and the parameter carry the same kind, which TypeScript cannot follow through the union.
  const definition = registry[validator.kind] as ValidatorCheck<Validator["kind"]>;
  try {
    return await definition.check(validator, context);
  } catch (error) {
    return { verdict: "inconclusive", observed: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Whether a job has nothing left to do before its agent starts. That a row is not in a database that is not there yet is no
 * such sign: the app may fill it when it is first opened.
 */
export const alreadySatisfied = (results: readonly ValidatorResult[]): boolean =>
  verdictOf(results) === "passed" && results.every(({ absent }) => absent === undefined);

/** One failed check fails the job; a doubt is a doubt only when nothing failed. */
export function verdictOf(results: readonly ValidatorResult[]): Verdict {
  if (results.length === 0) return "none";
  if (results.some(({ verdict }) => verdict === "failed")) return "failed";
  return results.some(({ verdict }) => verdict === "inconclusive") ? "inconclusive" : "passed";
}
