import { type EnvironmentOf, type FunctionName, functionEnvironment } from "#shared/contracts/deployment.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that contracts/deployment.ts promises this function; a missing one is named. */
export function readEnvironment<Name extends FunctionName>(
  name: Name,
  environment: Environment,
): EnvironmentOf<Name> {
  const needed: readonly string[] = functionEnvironment[name];
  const missing = needed.filter((variable) => !environment[variable]);
  if (missing.length > 0) {
    throw new DroverError("ConfigurationInvalid", `${name} needs ${missing.join(", ")}, which is not set.`, {
      details: { missing },
    });
  }
  return Object.fromEntries(
    needed.map((variable) => [variable, environment[variable]]),
  ) as EnvironmentOf<Name>;
}
