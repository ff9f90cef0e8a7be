import path from "node:path";
import {
  environmentOf,
  type FunctionVariable,
  functionNames,
  functions,
} from "#shared/contracts/functions.ts";
import type { HostedFunction } from "./lambda-host.ts";

const projectDirectory = path.resolve(import.meta.dirname, "../../..");

/** Every function of the deployment, as the Lambda host takes it. */
export const hostedFunctions = (
  values: Readonly<Record<FunctionVariable, string>>,
): readonly HostedFunction[] =>
  functionNames.map((name) => {
    const { entry, timeoutSeconds, memoryMegabytes } = functions[name];
    return {
      name,
      timeoutSeconds,
      memoryMegabytes,
      entry: path.join(projectDirectory, entry),
      environment: environmentOf(name, values),
    };
  });
