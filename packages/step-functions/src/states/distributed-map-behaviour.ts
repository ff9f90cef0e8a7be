import type { StateBehaviour } from "../execution/compiled.ts";
import type { Template } from "../expression/compile-template.ts";

/** A compiled Distributed Map: the engine evaluates its ItemSelector while it reads the items. */
export interface DistributedMapBehaviour extends StateBehaviour {
  readonly selector: Template | null;
}
