import type { Environment } from "#agent/environment/runtime-environment.ts";
import {
  type EnvironmentOf,
  environmentOf,
  type FunctionName,
  functions,
} from "#shared/contracts/functions/functions.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** The variables that contracts/functions.ts defines for this function; the error names missing ones. */
export function readEnvironment<Name extends FunctionName>(
  name: Name,
  environment: Environment,
): EnvironmentOf<Name> {
  const needed: readonly string[] = functions[name].environment;
  const missing = needed.filter((variable) => !environment[variable]);
  if (missing.length > 0) {
    throw new DroverError("ConfigurationInvalid", `${name} needs ${missing.join(", ")}, which is not set.`, {
      details: { missing },
    });
  }
  return environmentOf(name, environment as EnvironmentOf<Name>);
}
