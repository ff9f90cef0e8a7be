import type { FailureCategory, RecoveryStrategy } from "#shared/contracts/recovery/recovery.ts";

/** Of the first plan, the second and the third; after them a person is told. */
const ladder: {
  readonly [Category in FailureCategory]: readonly [RecoveryStrategy, RecoveryStrategy, RecoveryStrategy];
} = {
  element_not_found: ["retry_with_variations", "alternative_path", "graceful_degradation"],
  action_failed: ["retry_with_variations", "alternative_path", "graceful_degradation"],
  validation_failed: ["alternative_path", "retry_with_variations", "graceful_degradation"],
  timeout: ["wait_and_retry", "alternative_path", "graceful_degradation"],
  system_error: ["alternative_path", "wait_and_retry", "graceful_degradation"],
};

/** Whether a UI recovery can do anything about it at all is `feasible`; `attempts`: plans that were tried in vain. */
export interface StrategyChoice {
  readonly category: FailureCategory;
  readonly attempts: number;
  readonly feasible: boolean;
}

/** How the next plan is to go about it (docs/spec.md E6). The last rung before a person is repeated while plans are left. */
export function chooseStrategy({ category, attempts, feasible }: StrategyChoice): RecoveryStrategy {
  if (!feasible) return "notify_user";
  const [first, second, third] = ladder[category];
  return [first, second][attempts] ?? third;
}

/** What each means for a planner. */
export const strategyWords: Readonly<Record<RecoveryStrategy, string>> = {
  retry_with_variations:
    "Try the same again in another way: another name of the element, a near one, after scrolling to it.",
  alternative_path: "Reach the same place by another way through the app, or clear away what is in the way.",
  wait_and_retry: "Give it time: wait, then try the same again.",
  graceful_degradation: "Bring the app into any usable state near the goal, even if something is lost by it.",
  notify_user: "A person has to be told: nothing that can be done on the screen helps.",
};
