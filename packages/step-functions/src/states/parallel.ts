import type { ParallelState } from "../definition/asl.ts";
import { compileLeaving, optionalTemplate } from "../execution/compile-leaving.ts";
import type { StateBehaviour } from "../execution/compiled.ts";
import { Payload } from "../execution/payload.ts";
import { resumeWithChildren } from "./resume-with-children.ts";

export function parallelBehaviour(definition: ParallelState): StateBehaviour {
  const leaving = compileLeaving(definition);
  const branchInput = optionalTemplate(definition.Arguments, "Arguments");
  const total = definition.Branches.length;
  return {
    async enter(run) {
      const input = branchInput === null ? run.payload : Payload.ofValue(await run.evaluate(branchInput));
      run.record("ParallelStateStarted");
      return run.startChildren({ kind: "children", total, concurrency: total, shared: input.json });
    },
    resume: (run, signal) => resumeWithChildren(run, signal, leaving),
    failed: (run) => run.record("ParallelStateFailed"),
  };
}
