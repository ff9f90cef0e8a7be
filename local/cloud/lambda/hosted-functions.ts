import {
  environmentOf,
  type FunctionVariable,
  functionNames,
  functions,
} from "#shared/contracts/functions.ts";
import { handlerFile } from "#shared/project-files.ts";
import type { HostedFunction } from "./lambda-host.ts";

/** Every function of the deployment, as the Lambda host takes it. */
export const hostedFunctions = (
  values: Readonly<Record<FunctionVariable, string>>,
): readonly HostedFunction[] =>
  functionNames.map((name) => {
    const { timeoutSeconds, memoryMegabytes } = functions[name];
    return {
      name,
      timeoutSeconds,
      memoryMegabytes,
      entry: handlerFile(name),
      environment: environmentOf(name, values),
    };
  });
