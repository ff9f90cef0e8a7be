import type fc from "fast-check";
import type { JsonObject, JsonValue } from "../src/expression/json-value.ts";
import { expectedOutcome, type Outcome, plannedCause, plannedError } from "./random-machine-model.ts";
import { type Plan, randomPlan, type Step } from "./random-plan.ts";

export interface RandomMachine {
  readonly definition: JsonObject;
  readonly input: JsonValue;
  /** What a correct engine ends with, worked out without one. */
  readonly expected: Outcome;
}

/** One level of states under construction; names are unique across the whole machine. */
interface Level {
  readonly states: Record<string, JsonObject>;
  readonly variables: readonly string[];
}

const digest = (text: string) => `$hash(${text}, 'MD5')`;
const mixed = (n: string, h: string) => `{% { 'n': ${n}, 'h': ${digest(h)} } %}`;
const joined = "$join([$states.result.h], ',')";
const collected = mixed("$sum([$states.result.n]) % 1000", `$states.input.h & ${joined}`);

class MachineBuilder {
  #count = 0;

  /** A whole level: the steps, then a terminal state. */
  level(steps: readonly Step[], last: JsonObject, outer: readonly string[]): JsonObject {
    const level: Level = { states: {}, variables: outer };
    const end = this.#add(level, "End", last);
    return { StartAt: this.#steps(steps, end, level), States: level.states };
  }

  #name(kind: string): string {
    this.#count += 1;
    return `${kind}${this.#count}`;
  }

  #add(level: Level, kind: string, state: JsonObject, name = this.#name(kind)): string {
    level.states[name] = state;
    return name;
  }

  /** Adds the steps in front of the state `next`; returns the name of the first. */
  #steps(steps: readonly Step[], next: string, level: Level): string {
    const [first, ...rest] = steps;
    if (first === undefined) return next;
    const name = this.#name(first.kind);
    const assigned = first.kind === "pass" && first.assigns ? [`v_${name}`] : [];
    const after = this.#steps(rest, next, { ...level, variables: [...level.variables, ...assigned] });
    return this.#step(first, name, after, level);
  }

  #step(step: Step, name: string, next: string, level: Level): string {
    switch (step.kind) {
      case "pass":
        return this.#pass(step, name, next, level);
      case "choice": {
        const rule = {
          Condition: `{% $states.input.n < ${step.below} %}`,
          Next: this.#steps(step.yes, next, level),
        };
        const Default = this.#steps(step.no, next, level);
        return this.#add(level, "", { Type: "Choice", Choices: [rule], Default }, name);
      }
      case "loop":
        return this.#loop(step, name, next, level);
      case "parallel": {
        const Branches = step.branches.map((branch) => this.#inner(branch, level));
        return this.#add(level, "", { Type: "Parallel", Branches, Output: collected, Next: next }, name);
      }
      case "map":
        return this.#add(level, "", this.#map(step, next, level), name);
      case "guarded":
        return this.#add(level, "", this.#guarded(step, next, level), name);
    }
  }

  #pass(step: Step & { kind: "pass" }, name: string, next: string, level: Level): string {
    const last = level.variables.at(-1);
    const read = step.reads && last !== undefined ? ` + $${last}` : "";
    const Output = mixed(`($states.input.n + ${step.add}${read}) % 1000`, `$states.input.h & 'pass'`);
    const Assign = step.assigns ? { Assign: { [`v_${name}`]: "{% $states.input.n %}" } } : {};
    return this.#add(level, "", { Type: "Pass", Output, ...Assign, Next: next }, name);
  }

  #loop(step: Step & { kind: "loop" }, name: string, next: string, level: Level): string {
    const counter = `i_${name}`;
    const check = this.#name("check");
    const count = this.#add(level, "count", {
      Type: "Pass",
      Assign: { [counter]: `{% $${counter} + 1 %}` },
      Next: check,
    });
    const body = this.#steps(step.body, count, level);
    const again = { Condition: `{% $${counter} < ${step.times} %}`, Next: body };
    this.#add(level, "", { Type: "Choice", Choices: [again], Default: next }, check);
    return this.#add(level, "", { Type: "Pass", Assign: { [counter]: 0 }, Next: body }, name);
  }

  #inner(steps: readonly Step[], level: Level): JsonObject {
    return this.level(steps, { Type: "Succeed" }, level.variables);
  }

  #map(step: Step & { kind: "map" }, next: string, level: Level): JsonObject {
    return {
      Type: "Map",
      Items: step.items === 0 ? [] : `{% [1..${step.items}] %}`,
      ItemSelector: {
        n: "{% $states.context.Map.Item.Value %}",
        h: "{% $states.input.h & $string($states.context.Map.Item.Index) %}",
      },
      MaxConcurrency: step.concurrency,
      ItemProcessor: this.#inner(step.body, level),
      Output: collected,
      Next: next,
    };
  }

  #guarded(step: Step & { kind: "guarded" }, next: string, level: Level): JsonObject {
    const input = {
      n: "{% $states.input.n %}",
      h: "{% $states.input.h %}",
      attempt: "{% $states.context.State.RetryCount %}",
    };
    const inside: Level = { states: {}, variables: level.variables };
    const end = this.#add(inside, "End", { Type: "Succeed" });
    const fail = this.#add(inside, "Fail", { Type: "Fail", Error: plannedError, Cause: plannedCause });
    const rule = { Condition: `{% $states.input.attempt < ${step.failures} %}`, Next: fail };
    const Default = this.#steps(step.body, end, inside);
    const StartAt = this.#add(inside, "try", { Type: "Choice", Choices: [rule], Default });
    const body: JsonObject = { StartAt, States: inside.states };
    const caught = mixed(
      "$states.input.n",
      "$states.input.h & $states.errorOutput.Error & $states.errorOutput.Cause",
    );
    return {
      ...(step.inside === "parallel"
        ? { Type: "Parallel", Arguments: input, Branches: [body] }
        : { Type: "Map", Items: [1], ItemSelector: input, ItemProcessor: body }),
      Retry: [
        { ErrorEquals: ["Other"] },
        { ErrorEquals: [plannedError], IntervalSeconds: 1, MaxAttempts: step.maxAttempts, BackoffRate: 1 },
      ],
      Catch: [{ ErrorEquals: [step.catchesAll ? "States.ALL" : plannedError], Output: caught, Next: next }],
      Output: collected,
      Next: next,
    };
  }
}

const endings: Readonly<Record<Plan["ending"], JsonObject>> = {
  pass: { Type: "Pass", End: true },
  succeed: { Type: "Succeed", Output: "{% $states.input %}" },
  fail: { Type: "Fail", Error: "{% 'Planned' & $string($states.input.n) %}", Cause: "{% $states.input.h %}" },
};

export function machineOf(plan: Plan): RandomMachine {
  const level = new MachineBuilder().level(plan.steps, endings[plan.ending], []);
  return {
    definition: { QueryLanguage: "JSONata", Comment: "random", ...level },
    input: plan.start,
    expected: expectedOutcome(plan),
  };
}

/**
 * Valid machines over Pass, Choice, Map, Parallel, Succeed, Fail, Retry, Catch, Assign and loops, nested, always
 * terminating, and deterministic: whatever the order in which branches and iterations run, the end is `expected`.
 * Retries wait one second each.
 */
export const randomMachine: fc.Arbitrary<RandomMachine> = randomPlan.map(machineOf);
