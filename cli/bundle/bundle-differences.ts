import type { Bundle, BundledJob } from "#shared/contracts/result/bundle.ts";

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
  readonly bundled: string;
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
export function jobDifferences(bundled: BundledJob, now: BundledJob): readonly BundleDifference[] {
  const pairs: readonly [BundleDifference["what"], string, string][] = [
    ["outcome", bundled.outcome ?? "none", now.outcome ?? "none"],
    ["verdicts", told(bundled.verdicts), told(now.verdicts)],
    ["steps", String(bundled.steps), String(now.steps)],
    ["agent", bundled.agent, now.agent],
    ["models", told(bundled.models), told(now.models)],
    ["device", deviceOf(bundled), deviceOf(now)],
    ["apps", appsOf(bundled), appsOf(now)],
  ];
  return pairs
    .filter(([, before, after]) => before !== after)
    .map(([what, before, after]) => ({ what, bundled: before, now: after }));
}

/** What of Drover differs. */
export function farmDifferences(
  bundled: Pick<Bundle, "generator" | "prompts">,
  now: Pick<Bundle, "generator" | "prompts">,
): readonly BundleDifference[] {
  const dialects = Object.keys({ ...bundled.prompts, ...now.prompts }).sort();
  const changed = dialects.filter((dialect) => bundled.prompts[dialect] !== now.prompts[dialect]);
  return [
    ...(bundled.generator === now.generator
      ? []
      : [{ what: "version", bundled: bundled.generator, now: now.generator } as const]),
    ...changed.map(
      (dialect) =>
        ({
          what: "prompts",
          bundled: `${dialect} ${bundled.prompts[dialect]?.slice(0, 12) ?? "none"}`,
          now: `${dialect} ${now.prompts[dialect]?.slice(0, 12) ?? "none"}`,
        }) as const,
    ),
  ];
}
