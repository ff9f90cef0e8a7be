import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDefinition } from "../../src/definition/parse-definition.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/expression/json-value.ts";
import { randomMachine } from "../random-machine.ts";
import { findingsOf } from "./refusals.ts";

/** A JSON object that may be edited in place. */
type Draft = Record<string, JsonValue>;

interface StateDraft {
  readonly state: Draft;
  readonly name: string;
  /** The `States` object that the state is in, and what holds that. */
  readonly states: Record<string, JsonValue>;
  readonly container: Draft;
}

function statesIn(container: Draft): readonly StateDraft[] {
  const states = container.States as Record<string, JsonValue>;
  return Object.entries(states).flatMap(([name, value]) => {
    const state = value as unknown as Draft;
    const inner = [state.ItemProcessor, ...((state.Branches ?? []) as JsonValue[])].filter(isJsonObject);
    const own: StateDraft = { state, name, states, container };
    return [own, ...inner.flatMap((nested) => statesIn(nested as Draft))];
  });
}

type Mutation = (target: StateDraft, machine: Draft) => void;

/** Each makes one change that no valid machine survives; `fits` says which states it can be made to. */
const mutations: readonly (readonly [sentence: string, fits: (state: Draft) => boolean, mutate: Mutation])[] =
  [
    ["a Next is dropped", (state) => "Next" in state, ({ state }) => delete state.Next],
    ["an End is dropped", (state) => "End" in state, ({ state }) => delete state.End],
    [
      "a target is renamed",
      (state) => "Next" in state,
      ({ state }) => {
        state.Next = "Elsewhere";
      },
    ],
    [
      "a Default is renamed",
      (state) => "Default" in state,
      ({ state }) => {
        state.Default = "Elsewhere";
      },
    ],
    [
      "a StartAt is renamed",
      () => true,
      ({ container }) => {
        container.StartAt = "Elsewhere";
      },
    ],
    [
      "a field is unknown",
      () => true,
      ({ state }) => {
        state.Outptu = 1;
      },
    ],
    [
      "a type is misspelt",
      () => true,
      ({ state }) => {
        state.Type = "pass";
      },
    ],
    ["a type is missing", () => true, ({ state }) => delete state.Type],
    [
      "a state both goes on and ends",
      (state) => "Next" in state,
      ({ state }) => {
        state.End = true;
      },
    ],
    [
      "a state leads nowhere else",
      () => true,
      ({ states }) => {
        states.Lost = { Type: "Succeed" };
      },
    ],
    [
      "a name appears twice",
      (state) => "Branches" in state,
      ({ name, state }) => {
        state.Branches = [
          ...(state.Branches as JsonValue[]),
          { StartAt: name, States: { [name]: { Type: "Succeed" } } },
        ];
      },
    ],
    [
      "an expression does not parse",
      (state) => "Output" in state,
      ({ state }) => {
        state.Output = "{% ( %}";
      },
    ],
    [
      "an expression does not close",
      (state) => "Output" in state,
      ({ state }) => {
        state.Output = "{% 1";
      },
    ],
    [
      "a field is JSONPath's",
      (state) => state.Type !== "Fail",
      ({ state }) => {
        state.InputPath = "$";
      },
    ],
    [
      "a variable has a reserved name",
      (state) => state.Type === "Pass",
      ({ state }) => {
        state.Assign = { states: 1 };
      },
    ],
    [
      "a Choice has no rules",
      (state) => "Choices" in state,
      ({ state }) => {
        state.Choices = [];
      },
    ],
    [
      "a Retry names no error",
      (state) => "Retry" in state,
      ({ state }) => {
        state.Retry = [{ ErrorEquals: [] }];
      },
    ],
    [
      "a Catch goes nowhere",
      (state) => "Catch" in state,
      ({ state }) => {
        state.Catch = [{ ErrorEquals: ["States.ALL"], Next: "Elsewhere" }];
      },
    ],
    [
      "a Parallel has no branches",
      (state) => "Branches" in state,
      ({ state }) => {
        state.Branches = [];
      },
    ],
    [
      "a Map has no processor",
      (state) => "ItemProcessor" in state,
      ({ state }) => delete state.ItemProcessor,
    ],
    [
      "a concurrency is negative",
      (state) => state.Type === "Map",
      ({ state }) => {
        state.MaxConcurrency = -1;
      },
    ],
    ["the query language is missing", () => true, (_target, machine) => delete machine.QueryLanguage],
  ];

describe("random machines", () => {
  it("are valid, every one of them", () => {
    fc.assert(
      fc.property(randomMachine, ({ definition }) => {
        expect(findingsOf(definition)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("come back from parsing as they were written, and again from what that prints", () => {
    fc.assert(
      fc.property(randomMachine, ({ definition }) => {
        const once = parseDefinition(JSON.stringify(definition));
        expect(once).toEqual({ ok: true, machine: definition });
        expect(parseDefinition(JSON.stringify(once.ok ? once.machine : null))).toEqual(once);
      }),
    );
  });
});

describe("a random machine is refused when", () => {
  it.each(mutations)("%s", (_sentence, fits, mutate) => {
    let mutated = 0;
    fc.assert(
      fc.property(randomMachine, fc.nat(), ({ definition }, pick) => {
        const machine = structuredClone(definition) as JsonObject as Draft;
        const targets = statesIn(machine).filter(({ state }) => fits(state));
        const target = targets[pick % targets.length];
        if (target === undefined) return;
        mutate(target, machine);
        mutated += 1;
        expect(findingsOf(machine)).not.toEqual([]);
      }),
      { numRuns: 40 },
    );
    expect(mutated).toBeGreaterThan(0);
  });
});
