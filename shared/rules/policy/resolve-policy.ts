import { Policy, type PolicyChoice } from "../../contracts/job/policy.ts";
import { defined } from "../../values/defined.ts";

/** What a job may do: its own words before its tenant's, those before the farm's. */
export function resolvePolicy(...choices: readonly (PolicyChoice | undefined)[]): Policy {
  const given = choices.filter((choice) => choice !== undefined).toReversed();
  return Policy.parse({
    packages: merged(given.map(({ packages }) => packages)),
    urls: {
      ...merged(given.map(({ urls }) => urls && { schemes: urls.schemes })),
      hosts: merged(given.map(({ urls }) => urls?.hosts)),
    },
    actions: merged(given.map(({ actions }) => actions)),
    ...merged(given.map(({ permissions, appErrors }) => defined({ permissions, appErrors }))),
    adb: merged(given.map(({ adb }) => adb)),
    approve: merged(given.map(({ approve }) => approve)),
  });
}

const merged = (parts: readonly (Readonly<Record<string, unknown>> | undefined)[]): Record<string, unknown> =>
  Object.assign({}, ...parts.map((part) => defined(part ?? {})));
