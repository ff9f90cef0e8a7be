import type { DeviceFacts } from "#shared/contracts/device/device-facts.ts";

export const deviceFacts: DeviceFacts = {
  manufacturer: "Google",
  model: "Pixel",
  androidRelease: "14",
  apiLevel: 34,
  locale: "en-US",
  country: "US",
  timeZone: "UTC",
  uses24HourClock: null,
  densityDpi: null,
  inputMethod: "",
};
