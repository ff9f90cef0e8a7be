import type { StateBehaviour } from "../execution/compiled.ts";
import type { Integration, TaskPattern } from "../integrations/integration.ts";

/** A compiled Task state: what the engine must know to send its request again after a restart. */
export interface TaskBehaviour extends StateBehaviour {
  readonly pattern: TaskPattern;
  readonly integration: Integration;
}
