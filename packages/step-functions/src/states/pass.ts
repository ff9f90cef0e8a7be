import type { PassState } from "../definition/asl.ts";
import { compileLeaving } from "../execution/compile-leaving.ts";
import type { StateBehaviour } from "../execution/compiled.ts";

export function passBehaviour(definition: PassState): StateBehaviour {
  const leaving = compileLeaving(definition);
  return { enter: (run) => run.leave(leaving, {}, null) };
}
