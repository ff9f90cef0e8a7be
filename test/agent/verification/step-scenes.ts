import type { StepScene } from "#agent/verification/step-scene.ts";
import { verifyByRules } from "#agent/verification/verify-by-rules.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ActionOutcome } from "#shared/contracts/step/step.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import { sampleObservation } from "../../shared/storage/sample-records.ts";

export const done: ActionOutcome = { ok: true, effect: "done", retries: 0 };

/** The id that an element of this label has on a screen. */
export function idOf(tree: SemanticUITree, label: string): number {
  const found = tree.elements.find(({ text, content_description: said, hint_text: hint }) =>
    [text, said, hint].some((words) => words.startsWith(label)),
  );
  if (found === undefined) throw new Error(`There is no '${label}' on the screen.`);
  return found.element_id;
}

const seen = (tree: SemanticUITree | null, change: object) => ({
  observation: sampleObservation({ package: tree?.app_package ?? "", ...change }),
  tree,
});

export function scene(
  actions: readonly StoredAction[],
  before: SemanticUITree | null,
  after: SemanticUITree | null,
  change: Partial<StepScene> & { readonly seenBefore?: object; readonly seenAfter?: object } = {},
): StepScene {
  const { seenBefore = {}, seenAfter = {}, ...rest } = change;
  return {
    actions: actions.map((action) => ({ action, deviceAction: action, outcome: done })),
    outcome: done,
    changed: before !== null && after !== null && treeHash(before) !== treeHash(after),
    before: seen(before, seenBefore),
    after: seen(after, seenAfter),
    ...rest,
  };
}

/** Verdict, and what each rule said by name. */
export function verdictOn(...given: Parameters<typeof scene>) {
  const { verdict, findings, instruction } = verifyByRules(scene(...given));
  return { verdict, instruction, ...Object.fromEntries(findings.map((one) => [one.rule, one.verdict])) };
}
