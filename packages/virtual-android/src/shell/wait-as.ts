import type { LatencyKind } from "./latency-profiles.ts";
import type { ShellSurroundings } from "./shell-session.ts";

/** Takes the time that a device with this profile takes; ends at once when nobody waits any more. */
export async function waitAs(
  kind: LatencyKind | null,
  { latency, sleep, hangUp }: Pick<ShellSurroundings, "latency" | "sleep" | "hangUp">,
): Promise<void> {
  const milliseconds = kind === null ? 0 : latency[kind];
  if (milliseconds === 0) return;
  await sleep(milliseconds, hangUp).catch((error: unknown) => {
    if (!hangUp.aborted) throw error;
  });
}
