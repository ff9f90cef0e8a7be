import { DENSITY_DPI, px } from "../toolkit/geometry.ts";

// Constants of android.widget.OverScroller and ViewConfiguration.
const INFLEXION = 0.35;
const DECELERATION_RATE = Math.log(0.78) / Math.log(0.9);
const SCROLL_FRICTION = 0.015;
const PHYSICAL_COEFFICIENT = 9.80665 * 39.37 * DENSITY_DPI * 0.84;
const MINIMUM_VELOCITY = px(50);
const MAXIMUM_VELOCITY = px(8_000);

/** How far, in px, a list still runs after the finger left it at `velocity` px per second. */
export function flingDistance(velocity: number): number {
  const speed = Math.min(Math.abs(velocity), MAXIMUM_VELOCITY);
  if (speed < MINIMUM_VELOCITY) return 0;
  const deceleration = Math.log((INFLEXION * speed) / (SCROLL_FRICTION * PHYSICAL_COEFFICIENT));
  const exponent = DECELERATION_RATE / (DECELERATION_RATE - 1);
  return Math.sign(velocity) * SCROLL_FRICTION * PHYSICAL_COEFFICIENT * Math.exp(exponent * deceleration);
}
