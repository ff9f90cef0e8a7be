import { type MachineName, type MachineState, nestedMachines, pascalCase } from "../farm/machines.ts";
import { batchFunctions } from "./batch-functions.ts";
import { farmFunctions } from "./farm-functions.ts";
import type { FunctionRecord, FunctionVariable } from "./function-record.ts";
import { groupFunctions } from "./group-functions.ts";
import { jobFunctions } from "./job-functions.ts";

/** Every Lambda function: `infra/` deploys them and the local cloud hosts them from this one record. */
export const functions = { ...jobFunctions, ...groupFunctions, ...batchFunctions, ...farmFunctions };

type Functions = typeof functions;
export type FunctionName = keyof Functions;
export const functionNames = Object.keys(functions) as readonly FunctionName[];

export type EnvironmentOf<Name extends FunctionName> = Readonly<
  Record<Functions[Name]["environment"][number], string>
>;

/** The variables of one function, out of values for these and others. */
export const environmentOf = <Name extends FunctionName>(
  name: Name,
  values: EnvironmentOf<Name>,
): EnvironmentOf<Name> => {
  const needed: readonly FunctionVariable[] = functions[name].environment;
  const given: Readonly<Partial<Record<FunctionVariable, string>>> = values;
  return Object.fromEntries(needed.map((variable) => [variable, given[variable]])) as EnvironmentOf<Name>;
};

/** The states that call a function. */
export function callersOf(name: FunctionName): readonly MachineState[] {
  const record: FunctionRecord = functions[name];
  return record.states ?? [];
}

type CalledFunctionName = {
  [Name in FunctionName]: Functions[Name] extends { readonly states: readonly MachineState[] } ? Name : never;
}[FunctionName];
/** The functions that states call. */
export const calledFunctionNames = functionNames.filter(
  (name) => callersOf(name).length > 0,
) as readonly CalledFunctionName[];

/** The functions that the states of a machine call. */
const functionsCalledBy = (machine: MachineName): readonly FunctionName[] =>
  functionNames.filter((name) => callersOf(name).some(([caller]) => caller === machine));

export interface MachineArns {
  readonly functionArn: (name: FunctionName) => string;
  readonly machineArn: (name: MachineName) => string;
}

/** Values of the `${…}` names in a machine's file: its functions, and the machines whose executions it starts. */
export const machineSubstitutions = (
  machine: MachineName,
  { functionArn, machineArn }: MachineArns,
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...functionsCalledBy(machine).map((name) => [`${pascalCase(name)}FunctionArn`, functionArn(name)]),
    ...nestedMachines[machine].map((name) => [`${pascalCase(name)}MachineArn`, machineArn(name)]),
  ]);
