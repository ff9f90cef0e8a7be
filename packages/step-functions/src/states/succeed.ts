import type { SucceedState } from "../definition/asl.ts";
import { compileLeaving } from "../execution/compile-leaving.ts";
import type { StateBehaviour } from "../execution/compiled.ts";

export function succeedBehaviour(definition: SucceedState): StateBehaviour {
  const leaving = compileLeaving(definition);
  return { enter: (run) => run.leave(leaving, {}, null) };
}
