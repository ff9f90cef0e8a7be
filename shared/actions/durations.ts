import * as z from "zod";

/** Milliseconds that a finger takes at most. */
const longestGestureMilliseconds = 10_000;
export const gestureMilliseconds = z.int().min(1).max(longestGestureMilliseconds);

/** Beyond the gesture itself. */
const connectionMilliseconds = 10_000;
/** How long a host waits for the device's shell during a gesture. */
export const gestureDeadline = (milliseconds: number): number => milliseconds + connectionMilliseconds;
