import { type DeviceWays, devicePort } from "#device-host/actions/device-port.ts";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import type { AdbEndpoint } from "#device-host/adb/single-connection.ts";
import { PictureSpool } from "#device-host/delivery/picture-spool.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { silentLogger } from "#device-host/host-logger.ts";
import { withDrawnHash } from "#device-host/observe/drawn-hash.ts";
import { KeptPictures } from "#device-host/observe/kept-pictures.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import { builtInSources } from "#device-host/observe/screen-source.ts";
import { StoredParts } from "#device-host/observe/stored-parts.ts";
import { type ArtifactStore, uploadObservation } from "#device-host/observe/upload-observation.ts";
import { hostAction } from "#shared/actions/action-catalogue.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import type { DeviceAction } from "../../device-action.ts";
import { hostedServer } from "../../device-host/ui-server/stand-in-server.ts";
import { DeviceTime } from "./device-time.ts";

/** Milliseconds. `settle` holds `screenshot` and `tree`, which are of its last look and go on side by side. */
export interface StepParts {
  readonly action: number;
  readonly settle: number;
  readonly screenshot: number;
  readonly tree: number;
  /** Hashes, the picture that is kept and the one for the model. */
  readonly encode: number;
  readonly upload: number;
  /** From the look until the command is answered: the picture that is kept may still be on its way. */
  readonly answered: number;
  readonly total: number;
  /** Of it somebody waited for the device, or for its screen to be still. */
  readonly device: number;
}

const naturalSize = { width: 1080, height: 2400 };

/** Screens of Settings that all differ, there and back: nothing that was encoded before is met again soon. */
const actions: readonly DeviceAction[] = [
  { action: "open_app", package: "com.android.settings" },
  { action: "tap", coordinate: [0.4, 0.3] },
  { action: "back" },
  { action: "scroll", direction: "down" },
  { action: "tap", coordinate: [0.4, 0.5] },
  { action: "back" },
  { action: "scroll", direction: "up" },
  { action: "home" },
];

/** Acts, looks and stores as a host's command does, without queue, lease and token. */
export async function measureSteps(
  {
    endpoint,
    serial,
    steps,
    pictures,
    serverApks,
  }: {
    readonly endpoint: AdbEndpoint;
    readonly serial: string;
    readonly steps: number;
    /** The folder of pictures that are on their way. */
    readonly pictures: string;
    /** The folder of Appium's server; absent: it is not used. */
    readonly serverApks?: string;
  },
  artifacts: ArtifactStore,
): Promise<readonly StepParts[]> {
  const deviceTime = new DeviceTime();
  const adb = new ServedDevice({ endpoint, serial, onCommand: deviceTime.onCommand });
  const hosted = serverApks === undefined ? null : hostedServer({ adb, apks: serverApks });
  await hosted?.server.prepare();
  const sources = hosted?.sources ?? builtInSources;
  const ways = { sources, uiServer: hosted?.server ?? null };
  const earlier = new StoredParts();
  const late = new PictureSpool(pictures, { keep: () => {} }, silentLogger);
  const parts: StepParts[] = [];
  for (let step = 0; step < steps; step += 1) {
    deviceTime.take();
    const began = performance.now();
    await act(adb, actions[step % actions.length] ?? { action: "home" }, ways);
    const acted = performance.now();
    const captured = await observeScreen(
      { deviceId: "bench.phone", adb, naturalSize, sources },
      deviceTime.clock,
    );
    const settled = performance.now();
    const hashed = await withDrawnHash(captured);
    let encoded = performance.now();
    const { readable, stored } = uploadObservation(
      hashed,
      {
        put: (key, body, type) => {
          encoded = performance.now();
          return artifacts.put(key, body, type);
        },
      },
      {
        keyOf: (part) => `bench/${step}/${part}`,
        modelPicture: { longEdge: 1_568, quality: 75, marks: true, alone: false },
        exactPicture: false,
        hierarchy: false,
        pictures: new KeptPictures(),
        earlier,
        late,
      },
    );
    await readable;
    const answered = performance.now();
    await stored;
    const ended = performance.now();
    parts.push({
      action: acted - began,
      settle: settled - acted,
      screenshot: captured.timings.screenshotMilliseconds,
      tree: captured.timings.treeMilliseconds,
      encode: encoded - settled,
      upload: ended - encoded,
      answered: answered - settled,
      total: ended - began,
      device: deviceTime.take(),
    });
  }
  await hosted?.server.stop();
  return parts;
}

async function act(adb: ServedDevice, action: DeviceAction, ways: DeviceWays): Promise<void> {
  const { definition, parameters } = hostAction(action, builtInActions);
  await definition.run(parameters, {
    device: devicePort(adb, ways),
    screen: naturalSize,
    pixelOf: (coordinate) => toPixel(coordinate, naturalSize),
    clock: systemClock,
    signal: new AbortController().signal,
  });
}
