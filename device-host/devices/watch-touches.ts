import { setTimeout as delay } from "node:timers/promises";
import type { HostServices } from "../host-services.ts";
import { GestureReader, type PanelGesture } from "../touches/gesture-reader.ts";
import { parseTouchEvent } from "../touches/touch-event.ts";
import { turnGesture } from "../touches/turn-gesture.ts";
import { panelCommand, panelIn } from "./find-panel.ts";
import type { HeldLease } from "./held-lease.ts";
import type { ManagedDevice } from "./managed-device.ts";

/** How often in one lease it is opened again after it broke. */
const mostReopenings = 10;
const firstPauseMilliseconds = 250;
const longestPauseMilliseconds = 10_000;

type Services = Pick<HostServices, "clock" | "logger">;

/**
 * Listens to the device's touch panel as long as the lease lasts, and tells the lease what a person does there. What `input`
 * injects passes the kernel by, and two fingers of ours have their own device: neither is heard (docs/spec.md R12).
 */
export function watchTouches(device: ManagedDevice, lease: HeldLease, services: Services): void {
  const { deviceId } = device;
  void supervise(device, lease, services).catch((error: unknown) => {
    if (!lease.over.aborted) services.logger.warn("touches not watched", { deviceId, error: String(error) });
  });
}

async function supervise(device: ManagedDevice, lease: HeldLease, services: Services): Promise<void> {
  const { deviceId } = device;
  const { over } = lease;
  let pause = firstPauseMilliseconds;
  for (let opened = 0; opened <= mostReopenings && !over.aborted; opened += 1) {
    if (!(await listen(device, lease, services))) {
      services.logger.info("a person's touches cannot be distinguished", { deviceId });
      return;
    }
    await delay(pause, undefined, { signal: over, ref: false }).catch(() => {});
    pause = Math.min(pause * 2, longestPauseMilliseconds);
  }
  if (!over.aborted) services.logger.warn("touches are no longer watched", { deviceId });
}

/** Until the stream breaks or the lease is over. False: the device has no panel that adb's shell may read. */
async function listen(device: ManagedDevice, lease: HeldLease, services: Services): Promise<boolean> {
  const adb = device.adb.with({ signal: lease.over });
  const listed = await adb.read([panelCommand]).catch(() => null);
  if (listed === null) return true;
  const panel = panelIn(listed[0]?.output ?? "");
  if (panel === null) return false;
  services.logger.info("touches watched", { deviceId: device.deviceId, node: panel.node });
  const reader = new GestureReader(panel);
  const onLine = (line: string): void => {
    const event = parseTouchEvent(line);
    const gesture = event === null ? null : reader.read(event);
    if (gesture !== null) tell(gesture, device, lease, services);
  };
  await adb.follow(["getevent", "-t", panel.node], onLine, lease.over);
  return true;
}

function tell(
  gesture: PanelGesture,
  device: ManagedDevice,
  lease: HeldLease,
  { clock, logger }: Services,
): void {
  const rotation = device.lastScreen?.hierarchy?.rotation ?? 0;
  // The panel's clock counts from the device's start: only how long it took is taken from it.
  const at = new Date(clock.now().getTime() - gesture.durationMilliseconds).toISOString();
  lease.touched({ ...turnGesture(gesture, rotation), at });
  logger.info("touched by a person", { deviceId: device.deviceId, jobId: lease.jobId, kind: gesture.kind });
}
