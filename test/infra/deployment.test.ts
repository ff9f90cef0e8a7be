import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  type MachineName,
  machineNames,
  machineStates,
  pascalCase,
} from "#shared/contracts/farm/machines.ts";
import {
  calledFunctionNames,
  callersOf,
  functions,
  machineSubstitutions,
} from "#shared/contracts/functions/functions.ts";
import { stateMachineFile } from "#shared/project-files.ts";

const readDefinition = (machine: MachineName): string => readFileSync(stateMachineFile(machine), "utf8");

interface Machine {
  readonly States: Readonly<Record<string, State>>;
}
interface State {
  readonly Arguments?: { readonly FunctionName?: string | undefined } | undefined;
  readonly TimeoutSeconds?: unknown;
  readonly Branches?: readonly Machine[] | undefined;
  readonly ItemProcessor?: Machine | undefined;
}
const Machine: z.ZodType<Machine> = z.lazy(() => z.object({ States: z.record(z.string(), State) }));
const State: z.ZodType<State> = z.object({
  Arguments: z.object({ FunctionName: z.string().optional() }).optional(),
  TimeoutSeconds: z.unknown().optional(),
  Branches: z.array(Machine).optional(),
  ItemProcessor: Machine.optional(),
});

/** Those of branches and children too. */
const statesOf = ({ States }: Machine): readonly (readonly [string, State])[] =>
  Object.entries(States).flatMap(([name, state]) => [
    [name, state] as const,
    ...[...(state.Branches ?? []), ...(state.ItemProcessor ? [state.ItemProcessor] : [])].flatMap(statesOf),
  ]);
const readStates = (machine: MachineName) => statesOf(Machine.parse(JSON.parse(readDefinition(machine))));

const arns = {
  functionArn: (name: string) => `function:${name}`,
  machineArn: (name: string) => `machine:${name}`,
};

describe.each(machineNames)("the machine %s", (machine) => {
  it("has exactly the states that the contract lists", () => {
    expect(
      readStates(machine)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...machineStates[machine]].sort());
  });

  it("is supplied exactly the names that its file leaves open", () => {
    const used = [...readDefinition(machine).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(machineSubstitutions(machine, arns)).sort());
  });

  it("calls in each state the function that names the state, and in no other", () => {
    const called = readStates(machine).flatMap(([state, { Arguments }]) =>
      Arguments?.FunctionName === undefined ? [] : [`${state} ${Arguments.FunctionName}`],
    );
    const named = calledFunctionNames.flatMap((name) =>
      callersOf(name)
        .filter(([caller]) => caller === machine)
        .map(([, state]) => `${state} \${${pascalCase(name)}FunctionArn}`),
    );
    expect(called.sort()).toEqual(named.sort());
  });
});

it("fills a name with what it stands for", () => {
  expect(machineSubstitutions("job", arns)).toMatchObject({
    MapErrorFunctionArn: "function:map-error",
    PlanningMachineArn: "machine:planning",
  });
});

it("ends every function before the state that waits for it gives up", () => {
  for (const name of calledFunctionNames) {
    for (const [machine, state] of callersOf(name)) {
      const limit = readStates(machine).find(([found]) => found === state)?.[1].TimeoutSeconds;
      // A callback's limit is how long it is waited for.
      if (typeof limit === "number") expect(functions[name].timeoutSeconds, name).toBeLessThan(limit);
    }
  }
});
