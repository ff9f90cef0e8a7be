import { DroverError } from "#shared/errors/drover-error.ts";

/** What stands in for devices where the rest is measured: how many, and how long each of their actions takes. */
export interface DeviceProfile {
  readonly devices: number;
  readonly actionMilliseconds: number;
}

export const mostNullDevices = 10_000;
/** Under a job's longest stepTimeoutSeconds (120). */
const longestActionMilliseconds = 110_000;

/** `null` (at once) or milliseconds. @throws ConfigurationInvalid */
export function readActionMilliseconds(text: string): number {
  const milliseconds = text === "null" ? 0 : /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (milliseconds <= longestActionMilliseconds) return milliseconds;
  throw new DroverError("ConfigurationInvalid", `The value '${text.slice(0, 40)}' is not a device profile.`, {
    advice: [`Give 'null' or how long an action takes: 0 to ${longestActionMilliseconds} milliseconds.`],
  });
}
