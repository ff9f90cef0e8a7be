import { densityDpi, px } from "../toolkit/geometry.ts";

// Constants of android.widget.OverScroller and ViewConfiguration.
const INFLEXION = 0.35;
const DECELERATION_RATE = Math.log(0.78) / Math.log(0.9);
const SCROLL_FRICTION = 0.015;
const MINIMUM_VELOCITY_DP = 50;
const MAXIMUM_VELOCITY_DP = 8_000;

/** How far, in px, a list still runs after the finger left it at `velocity` px per second. */
export function flingDistance(velocity: number): number {
  const speed = Math.min(Math.abs(velocity), px(MAXIMUM_VELOCITY_DP));
  if (speed < px(MINIMUM_VELOCITY_DP)) return 0;
  const coefficient = 9.80665 * 39.37 * densityDpi() * 0.84;
  const deceleration = Math.log((INFLEXION * speed) / (SCROLL_FRICTION * coefficient));
  const exponent = DECELERATION_RATE / (DECELERATION_RATE - 1);
  return Math.sign(velocity) * SCROLL_FRICTION * coefficient * Math.exp(exponent * deceleration);
}
