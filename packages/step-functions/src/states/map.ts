import type { MapState } from "../definition/asl.ts";
import { compileLeaving, optionalTemplate } from "../execution/compile-leaving.ts";
import type { StateBehaviour } from "../execution/compiled.ts";
import type { RunningState } from "../execution/running-state.ts";
import type { Template } from "../expression/compile-template.ts";
import { type JsonValue, jsonItems } from "../expression/json-value.ts";
import { distributedMapBehaviour } from "./distributed-map.ts";
import { mapItems } from "./map-items.ts";
import { resumeWithChildren } from "./resume-with-children.ts";

export function mapBehaviour(definition: MapState): StateBehaviour {
  const distributed = definition.ItemProcessor.ProcessorConfig?.Mode === "DISTRIBUTED";
  return distributed ? distributedMapBehaviour(definition) : inlineMapBehaviour(definition);
}

function inlineMapBehaviour(definition: MapState): StateBehaviour {
  const leaving = compileLeaving(definition);
  const itemsTemplate = optionalTemplate(definition.Items, "Items");
  const selector = optionalTemplate(definition.ItemSelector, "ItemSelector");
  const concurrencyTemplate = optionalTemplate(definition.MaxConcurrency, "MaxConcurrency");
  return {
    async enter(run) {
      const items = jsonItems(await mapItems(run, itemsTemplate, "refused"));
      const limit = run.limits.inlineMapConcurrency;
      const asked =
        concurrencyTemplate === null
          ? 0
          : await run.integer(concurrencyTemplate, "MaxConcurrency", { min: 0, max: 10_000 });
      const concurrency = asked === 0 ? limit : Math.min(asked, limit);
      const inputs = selector === null ? undefined : JSON.stringify(await selectItems(run, selector, items));
      run.record("MapStateStarted", { length: items.length });
      if (items.length === 0) return await resumeWithChildren(run, { kind: "childrenDone" }, leaving);
      return run.startChildren({
        kind: "children",
        total: items.length,
        concurrency,
        items: JSON.stringify(items),
        ...(inputs === undefined ? {} : { inputs }),
      });
    },
    resume: (run, signal) => resumeWithChildren(run, signal, leaving),
    failed: (run) => run.record("MapStateFailed"),
  };
}

async function selectItems(
  run: RunningState,
  selector: Template,
  items: readonly JsonValue[],
): Promise<JsonValue[]> {
  const inputs: JsonValue[] = [];
  for (const [index, value] of items.entries()) {
    inputs.push(await run.evaluate(selector, { mapItem: { Index: index, Value: value } }));
  }
  return inputs;
}
