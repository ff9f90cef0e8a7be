import { referredSecrets, withSecretValues } from "#shared/contracts/job/secret.ts";
import { Validator } from "#shared/contracts/judging/validator.ts";
import type { JudgedValidator } from "../validators/run-validators.ts";
import { readSecretOf, type SecretAccess } from "./fill-secrets.ts";
import { maskedTexts } from "./masked-texts.ts";
import type { TypedSecrets } from "./typed-secrets.ts";

/** Screens are masked, and an agent has seen no other: these are compared with the reference as it stands. */
const comparesMasked: readonly Validator["kind"][] = ["uiText", "answer", "claim"];

/**
 * The checks with the values of secrets in their places. From here on the values are masked wherever the device shows them.
 * @throws SecretRefused when one is gone
 */
export async function withCheckedSecrets(
  validators: readonly Validator[],
  access: SecretAccess,
): Promise<readonly Validator[]> {
  const values = new Map<string, string>();
  for (const name of referredSecrets(JSON.stringify(validators))) {
    const { value } = await readSecretOf(name, access);
    values.set(name, value);
    await access.typed.add(name, value);
  }
  return validators.map((validator) => {
    if (validator.kind === "uiText") return maskedTexts(validator, access.typed);
    return comparesMasked.includes(validator.kind) ? validator : Validator.parse(filled(validator, values));
  });
}

function filled(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return withSecretValues(value, (name) => values.get(name) ?? "");
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, filled(field, values)]));
}

/** What was found and read, by the checks as the job has them. */
export const withoutCheckedSecrets = (
  judged: readonly JudgedValidator[],
  validators: readonly Validator[],
  secrets: TypedSecrets,
): readonly JudgedValidator[] =>
  judged.map(({ result, evidence }, index) => ({
    result: {
      ...result,
      validator: validators[index] ?? result.validator,
      observed: secrets.text(result.observed),
    },
    evidence: maskedTexts(evidence, secrets),
  }));
