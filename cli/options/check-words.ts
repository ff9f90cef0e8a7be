import { Validator } from "#shared/contracts/judging/validator.ts";
import { readCheckForm } from "#shared/rules/check-forms.ts";

export type CheckWords =
  | { readonly ok: true; readonly validator: Validator }
  | { readonly ok: false; readonly why: string };

/** A check in words, as in `checkForms`, or as JSON: the validator that it means, or why it means none. */
export function readCheckWords(text: string): CheckWords {
  const given = readCheckForm(text);
  if (!given.ok) return given;
  const parsed = Validator.safeParse(given.value);
  if (parsed.success) return { ok: true, validator: parsed.data };
  const why = parsed.error.issues
    .map((issue) => `${issue.path.join(".") || "check"}: ${issue.message}`)
    .join("; ");
  return { ok: false, why };
}
