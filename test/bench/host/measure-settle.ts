import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "#device-host/host-clock.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import { builtInSources, type ScreenSources } from "#device-host/observe/screen-source.ts";
import { showingFrame, tamperedSources } from "../../device-host/observe/tampered-sources.ts";
import { startTestPhone, type TestPhone } from "../../device-host/start-test-phone.ts";
import { hostedServer } from "../../device-host/ui-server/stand-in-server.ts";

/** How a screen moves after it was touched. */
export interface Movement {
  readonly frames: number;
  readonly betweenMilliseconds: number;
  /**
   * A dump is made once nothing has moved for so long since it was asked. Android's waits for a second (uiautomator's DumpCommand,
   * Android 14), a virtual phone's not at all.
   */
  readonly idleMilliseconds: number;
}

export interface Settling {
  /** Milliseconds from the last change to the moment the host had its screen; of the rounds that were not early. */
  readonly overshoots: readonly number[];
  /** Rounds in which the host took a screen that changed once more. */
  readonly early: number;
}

/**
 * Looks at a screen that moves, as after an action. The phone is in this process, so that it is known when it changed last.
 */
export async function measureSettle(
  movement: Movement,
  rounds: number,
  serverApks?: string,
): Promise<Settling> {
  const test = await startTestPhone();
  const hosted = serverApks === undefined ? null : hostedServer({ adb: test.adb, apks: serverApks });
  try {
    await hosted?.server.prepare();
    const sources = hosted?.sources ?? builtInSources;
    const looks: (number | null)[] = [];
    // What the compiler learns in the first look is no cost of a screen.
    for (let round = 0; round <= rounds; round += 1) looks.push(await lookOnce(test, movement, sources));
    const counted = looks.slice(1);
    const overshoots = counted.filter((one) => one !== null);
    return { overshoots, early: counted.length - overshoots.length };
  } finally {
    hosted?.server.letGo();
    await test.close();
  }
}

/** Null: the screen changed after it was taken. */
async function lookOnce(
  { phone, observed }: TestPhone,
  movement: Movement,
  sources: ScreenSources,
): Promise<number | null> {
  const { frames, betweenMilliseconds, idleMilliseconds } = movement;
  let frame = 0;
  let changedAt = performance.now();
  const dump = phone.dumpHierarchy;
  phone.dumpHierarchy = async () => {
    const asked = performance.now();
    for (let idle = 0; idle < idleMilliseconds; ) {
      await delay(idleMilliseconds - idle);
      idle = performance.now() - Math.max(asked, changedAt);
    }
    return dump.call(phone);
  };
  const moving = (async () => {
    while (frame < frames) {
      await delay(betweenMilliseconds);
      frame += 1;
      changedAt = performance.now();
    }
  })();
  const drawn = tamperedSources(
    sources,
    showingFrame(() => frame),
  );
  const captured = await observeScreen({ ...observed, sources: drawn }, systemClock);
  const takenAt = performance.now();
  const isLast = captured.xml?.includes(`text="Frame ${frames}"`) === true;
  await moving;
  phone.dumpHierarchy = dump;
  return isLast ? takenAt - changedAt : null;
}
