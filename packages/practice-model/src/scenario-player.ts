import type { Scenario, ScenarioEntry } from "./scenario.ts";

/** Hands out a scenario's entries in order. */
export class ScenarioPlayer {
  private readonly waiting: { readonly entry: ScenarioEntry; left: number }[];

  constructor(scenario: Scenario) {
    this.waiting = scenario.map((entry) => ({ entry, left: entry.times }));
  }

  /** The first entry for the role that fits the task and is not used up; `task` is all that a role gets. */
  next(role: ScenarioEntry["role"], task: string): ScenarioEntry | undefined {
    const at = this.waiting.findIndex(
      ({ entry }) => entry.role === role && (entry.task === undefined || task.includes(entry.task)),
    );
    const found = this.waiting[at];
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left === 0) this.waiting.splice(at, 1);
    return found.entry;
  }

  get remaining(): number {
    return this.waiting.reduce((sum, { left }) => sum + left, 0);
  }
}
