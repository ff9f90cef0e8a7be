/** Android's name for each API level that phones have been made of. */
const releases: Readonly<Record<number, string>> = {
  23: "6.0",
  24: "7.0",
  25: "7.1.1",
  26: "8.0.0",
  27: "8.1.0",
  28: "9",
  29: "10",
  30: "11",
  31: "12",
  32: "12",
  33: "13",
};

/** What a phone of that level says of itself in place of Android 14's words. */
export const versionProperties = (apiLevel: number): readonly (readonly [string, string])[] => [
  ["ro.build.version.sdk", String(apiLevel)],
  ["ro.build.version.release", releases[apiLevel] ?? String(apiLevel - 20)],
];
