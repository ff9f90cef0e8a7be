import type { Branch, Retrier, State, StateMachine } from "../definition/asl.ts";
import { compileLeaving } from "../execution/compile-leaving.ts";
import type {
  CompiledMachine,
  CompiledRetrier,
  CompiledScope,
  CompiledState,
  ErrorHandlers,
  StateBehaviour,
} from "../execution/compiled.ts";
import type { Integrations } from "../integrations/integration.ts";
import { choiceBehaviour } from "./choice.ts";
import { failBehaviour } from "./fail.ts";
import { mapBehaviour } from "./map.ts";
import { parallelBehaviour } from "./parallel.ts";
import { passBehaviour } from "./pass.ts";
import { succeedBehaviour } from "./succeed.ts";
import { taskBehaviour } from "./task.ts";
import { waitBehaviour } from "./wait.ts";

/** Compiles a checked definition once; every execution of the revision runs on the result. */
export function compileMachine(machine: StateMachine, integrations: Integrations): CompiledMachine {
  return { root: compileScope(machine, integrations), timeoutSeconds: machine.TimeoutSeconds };
}

export function compileScope(branch: Branch, integrations: Integrations): CompiledScope {
  const states = new Map<string, CompiledState>();
  for (const [name, definition] of Object.entries(branch.States)) {
    const branches = branchesOf(definition).map((inner) => compileScope(inner, integrations));
    const handlers = compileHandlers(definition);
    states.set(name, {
      name,
      definition,
      branches,
      handlers,
      behaviour: behaviourOf(definition, integrations),
    });
  }
  return { startAt: branch.StartAt, states };
}

function branchesOf(definition: State): readonly Branch[] {
  if (definition.Type === "Parallel") return definition.Branches;
  return definition.Type === "Map" ? [definition.ItemProcessor] : [];
}

function behaviourOf(definition: State, integrations: Integrations): StateBehaviour {
  switch (definition.Type) {
    case "Pass":
      return passBehaviour(definition);
    case "Choice":
      return choiceBehaviour(definition);
    case "Wait":
      return waitBehaviour(definition);
    case "Succeed":
      return succeedBehaviour(definition);
    case "Fail":
      return failBehaviour(definition);
    case "Task":
      return taskBehaviour(definition, integrations);
    case "Parallel":
      return parallelBehaviour(definition);
    case "Map":
      return mapBehaviour(definition);
  }
}

function compileHandlers(definition: State): ErrorHandlers {
  const { Retry = [], Catch = [] } = "Retry" in definition || "Catch" in definition ? definition : {};
  return {
    retriers: Retry.map(compileRetrier),
    catchers: Catch.map((catcher, index) => ({
      errorEquals: catcher.ErrorEquals,
      leaving: compileLeaving(catcher, `Catch[${index}]/`),
    })),
  };
}

/** Defaults: docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html#error-handling-retrying-after-an-error */
function compileRetrier(retrier: Retrier): CompiledRetrier {
  return {
    errorEquals: retrier.ErrorEquals,
    intervalSeconds: retrier.IntervalSeconds ?? 1,
    maxAttempts: retrier.MaxAttempts ?? 3,
    backoffRate: retrier.BackoffRate ?? 2,
    maxDelaySeconds: retrier.MaxDelaySeconds ?? Number.POSITIVE_INFINITY,
    fullJitter: retrier.JitterStrategy === "FULL",
  };
}
