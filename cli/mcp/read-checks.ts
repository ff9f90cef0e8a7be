import type { Validator } from "#shared/contracts/judging/validator.ts";
import { parseCheck } from "../options/parse-check.ts";

/** @throws CommandFailure that names the check and the forms there are */
export const readChecks = (checks: readonly string[]): Validator[] => checks.map(parseCheck);
