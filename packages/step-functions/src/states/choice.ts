import type { ChoiceState } from "../definition/asl.ts";
import { compileLeaving } from "../execution/compile-leaving.ts";
import type { StateBehaviour } from "../execution/compiled.ts";
import { RUNTIME_ERROR } from "../execution/failure.ts";
import { compileTemplate } from "../expression/compile-template.ts";
import { booleanField } from "../expression/field-values.ts";
import { causeInState } from "../expression/query-evaluation-error.ts";

export function choiceBehaviour(definition: ChoiceState): StateBehaviour {
  const rules = definition.Choices.map((rule, index) => ({
    condition: compileTemplate(rule.Condition, `Choices[${index}]/Condition`),
    field: `Choices[${index}]/Condition`,
    leaving: compileLeaving(rule, `Choices[${index}]/`),
  }));
  const { Default } = definition;
  const otherwise = compileLeaving({ ...definition, ...(Default === undefined ? {} : { Next: Default }) });
  return {
    async enter(run) {
      for (const { condition, field, leaving } of rules) {
        const value = run.evaluate(condition);
        const truth = value instanceof Promise ? await value : value;
        if (booleanField(condition, truth, field, run)) return await run.leave(leaving, {}, null);
      }
      if (Default !== undefined) return await run.leave(otherwise, {}, null);
      const cause = causeInState(
        run,
        "Failed to transition out of the state. The state does not point to a next state.",
      );
      // Documented as States.NoChoiceMatched, answered as States.Runtime.
      return { kind: "failed", error: RUNTIME_ERROR, cause };
    },
  };
}
