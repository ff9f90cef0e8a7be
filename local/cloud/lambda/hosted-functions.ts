import type { FunctionVariable } from "#shared/contracts/functions/function-record.ts";
import { environmentOf, functionNames, functions } from "#shared/contracts/functions/functions.ts";
import { handlerFile } from "#shared/project-files.ts";
import { modelKeyVariables } from "../../model-key-variables.ts";
import type { HostedFunction } from "./lambda-host.ts";

/**
 * What the farm's owner may have in the shell, and a function in AWS would not: the keys of model services, which they
 * get by another way, and the way into the owner's own account.
 */
export const ownersSecrets: readonly string[] = [
  ...modelKeyVariables,
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_PROFILE",
];

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
