import type { Trajectory } from "../../contracts/api/trajectory.ts";
import type { Observation } from "../../contracts/device/observation.ts";
import type { Step } from "../../contracts/step/step.ts";

/** Of what the step names, what is not there, one sentence each; `stored` are the keys that exist. */
export function lostArtifacts({ stepNumber, before, after }: Step, stored: ReadonlySet<string>): string[] {
  const lost = (observation: Observation, when: string): string[] =>
    [observation.screenshotKey, observation.treeKey, observation.hierarchyKey]
      .filter((key) => key !== null && !stored.has(key))
      .map((key) => {
        const pending = key !== null && observation.pendingArtifacts?.includes(key);
        const why = pending
          ? "is not stored yet: the host keeps it until storage is available"
          : "is not stored";
        return `Step ${stepNumber}: ${key} (${when} it) ${why}.`;
      });
  return [...lost(before, "before"), ...(after === undefined ? [] : lost(after, "after"))];
}

const isAboutArtifact = (sentence: string): boolean => /^Step \d+: \S+ \((before|after) it\) /.test(sentence);

/** What the trajectory said was missing when its job ended, and of what it names what is not stored now (docs/spec.md I7.3). */
export function withLostArtifacts(trajectory: Trajectory, stored: readonly string[]): Trajectory {
  const keys = new Set(stored);
  const missing = [
    ...trajectory.completeness.missing.filter((sentence) => !isAboutArtifact(sentence)),
    ...trajectory.steps.flatMap((step) => lostArtifacts(step, keys)),
  ];
  return { ...trajectory, completeness: { complete: missing.length === 0, missing } };
}
