// BrightnessUtils of Android's SettingsLib: the slider follows the Hybrid Log Gamma curve, so that half way looks half as
// bright. 50 % on the slider is therefore 22 of 255 in `screen_brightness`, not 128.
const R = 0.5;
const A = 0.17883277;
const B = 0.28466892;
const C = 0.55991073;
const MINIMUM = 1;
const MAXIMUM = 255;

/** Slider position 0..1 to the value of `screen_brightness`. */
export function brightnessOf(fraction: number): number {
  const linear = fraction <= R ? (fraction / R) ** 2 : Math.exp((fraction - C) / A) + B;
  return Math.round(MINIMUM + (MAXIMUM - MINIMUM) * Math.min(1, Math.max(0, linear / 12)));
}

/** The value of `screen_brightness` to the slider's position 0..1. */
export function sliderOf(brightness: number): number {
  const normalized = ((brightness - MINIMUM) / (MAXIMUM - MINIMUM)) * 12;
  const fraction =
    normalized <= 1 ? Math.sqrt(Math.max(0, normalized)) * R : A * Math.log(normalized - B) + C;
  return Math.min(1, Math.max(0, fraction));
}
