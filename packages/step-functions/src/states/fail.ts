import type { FailState } from "../definition/asl.ts";
import { optionalTemplate } from "../execution/compile-leaving.ts";
import type { StateBehaviour } from "../execution/compiled.ts";
import type { RunningState } from "../execution/running-state.ts";
import type { Template } from "../expression/compile-template.ts";
import { stringField } from "../expression/field-values.ts";

async function text(
  run: RunningState,
  template: Template | null,
  field: string,
): Promise<string | undefined> {
  if (template === null) return undefined;
  return stringField(template, await run.evaluate(template), field, run);
}

export function failBehaviour(definition: FailState): StateBehaviour {
  const errorTemplate = optionalTemplate(definition.Error, "Error");
  const causeTemplate = optionalTemplate(definition.Cause, "Cause");
  return {
    async enter(run) {
      const error = await text(run, errorTemplate, "Error");
      const cause = await text(run, causeTemplate, "Cause");
      return {
        kind: "failed",
        ...(error === undefined ? {} : { error }),
        ...(cause === undefined ? {} : { cause }),
      };
    },
  };
}
