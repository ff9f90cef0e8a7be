import { systemClock } from "#device-host/host-clock.ts";
import { rememberedOf } from "#device-host/observe/captured-screen.ts";
import { isUnchanged } from "#device-host/observe/is-unchanged.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import { builtInSources } from "#device-host/observe/screen-source.ts";
import type { Aim } from "#shared/screen/planned-screen.ts";
import { startTestPhone } from "../../device-host/start-test-phone.ts";

const aim: Aim = { at: "points", points: [[0.5, 0.5]] };

/** Milliseconds that the first action of a turn waits until the screen is known to be the one that it was chosen on. */
export async function measureCheck(by: "frames" | "picture", rounds: number): Promise<readonly number[]> {
  const test = await startTestPhone();
  try {
    const app = by === "frames" ? "com.android.settings/.Settings" : "com.example.wordgame/.GameActivity";
    await test.adb.writeAll([["am", "start", "-W", "-n", app]]);
    const seen = rememberedOf(await observeScreen(test.observed, systemClock));
    const taken: number[] = [];
    for (let round = -3; round < rounds; round += 1) {
      const started = performance.now();
      if (!(await isUnchanged(seen, aim, test.adb, builtInSources.picture))) throw new Error("it changed");
      if (round >= 0) taken.push(performance.now() - started);
    }
    return taken;
  } finally {
    await test.close();
  }
}
