import type { Evidence } from "../../contracts/judging/evidence.ts";
import type { Validator, ValidatorOf } from "../../contracts/judging/validator.ts";
import { found, inconclusive, nothingThere, type ValidatorFinding } from "./finding.ts";
import { matchAnswer } from "./match-answer.ts";
import { matchRows } from "./match-rows.ts";
import { matchesText } from "./match-text.ts";

/** Null: evidence of another kind. */
type Match<Kind extends Validator["kind"]> = (
  validator: ValidatorOf<Kind>,
  evidence: Evidence,
) => ValidatorFinding | null;

const matches: { readonly [Kind in Validator["kind"]]: Match<Kind> } = {
  setting: ({ equals }, evidence) => {
    if (evidence.kind !== "setting") return null;
    return found(evidence.value === equals, evidence.value ?? "absent");
  },
  contentRow: matchRows,
  sqliteRow: matchRows,
  file: (validator, evidence) => (evidence.kind === "file" ? matchFile(validator, evidence) : null),
  foregroundApp: ({ package: expected }, evidence) => {
    if (evidence.kind !== "foreground") return null;
    if (evidence.package === "") return inconclusive("no app has the focus");
    return found(evidence.package === expected, evidence.package);
  },
  uiText: (match, evidence) => {
    if (evidence.kind !== "screen") return null;
    const { texts, flags, whole } = evidence;
    if (texts === null) return inconclusive(flags.join("; "));
    const hit = texts.find((text) => matchesText(text, match));
    if (hit !== undefined) return found(true, hit);
    return whole ? found(false, `on the screen: ${texts.join(" | ")}`) : partly("the screen's texts");
  },
  answer: (match, evidence) => (evidence.kind === "agent" ? matchAnswer(match, evidence.answer) : null),
  external: (_, evidence) => (evidence.kind === "caller" ? found(evidence.passed, evidence.observed) : null),
  claim: ({ status }, evidence) => {
    if (evidence.kind !== "agent") return null;
    return found(evidence.status === status, evidence.status ?? "the agent made no claim");
  },
};

const partly = (what: string): ValidatorFinding => inconclusive(`only a part of ${what} was stored`);

function matchFile(
  { exists, equals, contains, ignoreCase }: ValidatorOf<"file">,
  { bytes, text, whole, folder }: Extract<Evidence, { kind: "file" }>,
): ValidatorFinding {
  if (folder) return found(exists && equals === undefined && contains === undefined, "a folder");
  if (bytes === null) return nothingThere(!exists, "no such file");
  if (!exists) return found(false, `a file of ${bytes} bytes`);
  if (equals === undefined && contains === undefined) return found(true, `a file of ${bytes} bytes`);
  if (text === null) return inconclusive("the file's content was not read");
  const passed = matchesText(text, { equals, contains, ignoreCase });
  // What a part does not show, the rest may.
  if (!whole && (equals !== undefined || !passed)) return partly("the file");
  return found(passed, text.slice(0, 400).toWellFormed());
}

/** What the check comes to by what was read for it: the same on a host and, later, without a device. */
export function matchEvidence(validator: Validator, evidence: Evidence): ValidatorFinding {
  if (evidence.kind === "unreadable") return inconclusive(evidence.why);
  // The key and the parameter carry the same kind, which TypeScript cannot follow through the union.
  const match = matches[validator.kind] as Match<Validator["kind"]>;
  return match(validator, evidence) ?? inconclusive(`a ${validator.kind} is not judged by ${evidence.kind}`);
}
