import { idAt } from "./seeded-errors.ts";
import type { SeededFarm } from "./seeded-farm.ts";
import type { SeededScreen } from "./seeded-screens.ts";
import { seedTrajectory } from "./seeded-steps.ts";

export const screenNamed = (screens: readonly SeededScreen[], name: string): SeededScreen | null =>
  screens.find((screen) => screen.name === name) ?? null;

/** How a device that is gone shows: what is tapped is on the first row of a list's right end. */
export const lostDevice = {
  code: "DeviceDisconnected",
  message: "device 'emulator-5554' not found",
  attemptedAction: JSON.stringify([{ action: "tap", coordinate: [0.84, 0.31] }]),
} as const;

/** A job for each way through these screens, by their names; answers the jobs' ids. */
export async function seedWays(
  farm: Pick<SeededFarm, "repositories" | "artifacts">,
  screens: readonly SeededScreen[],
  { task, ways }: { readonly task: string; readonly ways: readonly (readonly string[])[] },
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [at, way] of ways.entries()) {
    const steps = way.flatMap((name) => {
      const screen = screenNamed(screens, name);
      return screen === null ? [] : [{ screen, element: `TEXT "${name}"` }];
    });
    const jobId = idAt(Date.now() - 3_600_000, 100 + at);
    ids.push(await seedTrajectory(farm, { jobId, task, steps }));
  }
  return ids;
}
