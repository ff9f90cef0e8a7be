import type { Bundle, BundledJob } from "../../contracts/bundle.ts";

export interface BundleDifference {
  readonly what:
    | "outcome"
    | "verdicts"
    | "steps"
    | "agent"
    | "models"
    | "device"
    | "apps"
    | "version"
    | "prompts";
  readonly then: string;
  readonly now: string;
}

/** What of a repetition says something else of the agent; the rest only tells why it may. */
export const resultsOf: readonly BundleDifference["what"][] = ["outcome", "verdicts"];

const told = (values: readonly string[]): string => (values.length === 0 ? "none" : values.join(", "));

const appsOf = ({ apps }: BundledJob): string =>
  told(apps.map(({ package: name = "an app", sha256 }) => `${name} ${sha256.slice(0, 12)}`).sort());

const deviceOf = ({ device }: BundledJob): string =>
  device === undefined ? "unknown" : `${device.model} (API ${device.apiLevel})`;

/** What of a job differs from when it was bundled, results first. Pure. */
export function jobDifferences(then: BundledJob, now: BundledJob): readonly BundleDifference[] {
  const pairs: readonly [BundleDifference["what"], string, string][] = [
    ["outcome", then.outcome ?? "none", now.outcome ?? "none"],
    ["verdicts", told(then.verdicts), told(now.verdicts)],
    ["steps", String(then.steps), String(now.steps)],
    ["agent", then.agent, now.agent],
    ["models", told(then.models), told(now.models)],
    ["device", deviceOf(then), deviceOf(now)],
    ["apps", appsOf(then), appsOf(now)],
  ];
  return pairs
    .filter(([, before, after]) => before !== after)
    .map(([what, before, after]) => ({ what, then: before, now: after }));
}

/** What of Drover differs. */
export function farmDifferences(
  then: Pick<Bundle, "generator" | "prompts">,
  now: Pick<Bundle, "generator" | "prompts">,
): readonly BundleDifference[] {
  const dialects = Object.keys({ ...then.prompts, ...now.prompts }).sort();
  const changed = dialects.filter((dialect) => then.prompts[dialect] !== now.prompts[dialect]);
  return [
    ...(then.generator === now.generator
      ? []
      : [{ what: "version", then: then.generator, now: now.generator } as const]),
    ...changed.map(
      (dialect) =>
        ({
          what: "prompts",
          then: `${dialect} ${then.prompts[dialect]?.slice(0, 12) ?? "none"}`,
          now: `${dialect} ${now.prompts[dialect]?.slice(0, 12) ?? "none"}`,
        }) as const,
    ),
  ];
}
